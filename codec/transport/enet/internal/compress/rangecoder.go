package compress

// A decoder reads the symbols of a range coder.
type decoder struct {
	src            []byte
	low, code, rng uint32
}

func newDecoder(src []byte) *decoder {
	d := &decoder{src: src, rng: 1<<32 - 1}
	for range 4 {
		d.code = d.code<<8 | d.next()
	}

	return d
}

// next returns the next byte. At the end it returns zeros, because the sender leaves out zeros at
// the end.
func (d *decoder) next() uint32 {
	if len(d.src) == 0 {
		return 0
	}

	b := d.src[0]
	d.src = d.src[1:]
	return uint32(b)
}

// read returns the code of the next symbol. The argument total is the field total of the symbol's
// context.
func (d *decoder) read(total uint16) uint16 {
	d.rng /= uint32(total)
	return uint16((d.code - d.low) / d.rng)
}

// take removes a symbol from the code. The symbol's range begins at the argument start, and its
// length is the argument count.
func (d *decoder) take(start, count uint16) {
	d.low += uint32(start) * d.rng
	d.rng *= uint32(count)

	for {
		if d.low^(d.low+d.rng) >= rangeTop {
			if d.rng >= rangeBottom {
				return
			}
			d.rng = -d.low & (rangeBottom - 1)
		}
		d.code = d.code<<8 | d.next()
		d.rng <<= 8
		d.low <<= 8
	}
}

// A RangeCoder decompresses datagrams that ENet's range coder has compressed. Its model predicts a
// byte from the last two bytes, and starts again with each datagram. Godot:
// ENetConnection.COMPRESS_RANGE_CODER. The zero RangeCoder is ready. It may be reused, by one
// goroutine at a time.
type RangeCoder struct {
	model     model
	predicted int // context of the last bytes
	order     int
}

// Decode decompresses src to dst.
func (r *RangeCoder) Decode(dst, src []byte) (int, error) {
	if len(src) == 0 {
		return 0, ErrDamaged
	}

	r.begin()
	d := newDecoder(src)
	for n := 0; ; n++ {
		value, end, ok := r.symbol(d)
		switch {
		case !ok:
			return 0, ErrDamaged
		case end:
			return n, nil
		case n == len(dst):
			return 0, ErrDamaged
		}

		dst[n] = value
		r.follow()
	}
}

// begin forgets all bytes.
func (r *RangeCoder) begin() {
	r.model.reset()
	r.predicted = 0
	r.order = 0
}

// follow moves to the context for the next byte.
func (r *RangeCoder) follow() {
	if r.order < maxOrder {
		r.order++
	} else {
		r.predicted = int(r.model.nodes[r.predicted].parent)
	}

	if r.model.full() {
		r.begin()
	}
}

// symbol reads the next byte. An escape from the root context marks the end of the data.
func (r *RangeCoder) symbol(d *decoder) (value byte, end, ok bool) {
	m := &r.model

	context := r.predicted
	for {
		c := &m.nodes[context]
		if context != 0 && (c.escapes == 0 || c.escapes >= c.total) {
			context = int(c.parent)
			continue
		}

		code := d.read(c.total)
		if code >= c.escapes {
			value, ok = r.known(d, context, code-c.escapes)
			return value, false, ok
		}

		d.take(0, c.escapes)
		if context == 0 {
			return 0, true, true
		}
		context = int(c.parent)
	}
}

// known handles a code for which the context has a symbol. It also counts this symbol in the
// contexts of higher order.
func (r *RangeCoder) known(d *decoder, context int, code uint16) (value byte, ok bool) {
	m := &r.model
	step, least := contextStep, uint16(contextMin)
	if context == 0 {
		step, least = rootStep, rootMin
	}

	f, ok := m.find(context, code, step, least)
	if !ok {
		return 0, false
	}

	c := &m.nodes[context]
	d.take(c.escapes+f.under, f.count)
	c.total += uint16(step)
	if int(f.count) > 0xff-2*step+int(least) || c.total > maxTotal {
		m.rescale(context, least)
	}

	value = m.nodes[f.at].value
	r.learn(context, value, f.at)
	return value, true
}

// learn adds a byte to each context that does not have the byte yet: to the current context, to its
// parent, and so on, until the context in which the byte was found. The argument foundContext is
// the index of this context, and the argument foundNode is the index of the byte's node in it.
// learn makes the byte's node in a context the parent of the node in the context before. The first
// node becomes the context for the next byte.
func (r *RangeCoder) learn(foundContext int, value byte, foundNode int) {
	m := &r.model
	last := -1
	link := func(node int) {
		if last < 0 {
			r.predicted = node
		} else {
			m.nodes[last].parent = uint16(node)
		}
		last = node
	}

	for context := r.predicted; context != foundContext; {
		c := &m.nodes[context]
		up := int(c.parent)

		node, before := m.count(context, value, contextStep)
		link(node)
		if before == 0 {
			c.escapes += escapeStep
			c.total += escapeStep
		}
		c.total += contextStep
		if before > 0xff-2*contextStep || c.total > maxTotal {
			m.rescale(context, contextMin)
		}
		context = up
	}

	link(foundNode)
}
