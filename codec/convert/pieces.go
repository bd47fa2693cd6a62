package convert

import (
	"bufio"
	"encoding/binary"
	"errors"
	"hash/maphash"
	"slices"

	"godotvariant/codec"
	"godotvariant/codec/internal/packets"
	"godotvariant/internal/forms"
	"godotvariant/variant"
)

// A packetConverter converts packets without building their whole values. It reads the tokens of a
// packet, and converts Arrays and Dictionaries part by part. The pieces are the keys, and all
// values that are not an Array or a Dictionary. Only the pieces are built. A converter converts
// them.
//
// It goes through a packet twice. First it measures: it finds the errors and the length of the
// new packet. Then it writes the new packet and reports the changes. If the new packet is short and
// there are no changes to report, measuring also makes the new packet, and the packetConverter does
// not go through the old packet again.
//
// An Array or Dictionary is also a piece if its form depends on all its parts: if keys are equal,
// or if a converted part no longer has the element type of the container.
type packetConverter struct {
	from *codec.Codec
	to   *converter

	scan   codec.Scanner
	packet []byte
	levels []level // the containers around the token
	size   int     // size of the new packet so far

	measuring bool
	keeps     bool     // p.kept has the new packet so far
	kept      []byte   // memory for a short packet
	pieces    []int    // offsets of the containers that are pieces, in their order
	own, new  []uint64 // hashes of the old keys (own) and converted keys (new) of levels

	seed  maphash.Seed
	known map[string]piece // converted pieces by their old bytes
	heads map[string]*head // new beginnings of containers, by their old bytes
	buf   []byte
	key   []byte
	out   *bufio.Writer
	err   error
}

// A level is an Array or a Dictionary around the token.
type level struct {
	*head
	start       int  // offset of the container in the new packet
	pieces      int  // length of packetConverter.pieces at the start of the container
	own, new    int  // lengths of packetConverter.own and new at the start of the container
	left, limit int  // converter.left and converter.numbers at the start of the container
	apart       bool // a converted part does not have the element type of the new container
}

// A head is the beginning of a container in the new packet.
type head struct {
	packet       []byte // the bytes of the container up to its first part
	typ          variant.Type
	keys, values *variant.ElementType // types of the parts
	from, to     string               // old and new name of the type, if they differ
}

// A piece is the result for a key, or for a value that is converted as a whole.
type piece struct {
	packet   []byte
	typ      variant.Type
	keyed    bool // the hashes are set
	own, new keyHash
}

// A keyHash is the hash of a key. Keys that are equal in a dialect have the same hash.
type keyHash struct {
	hash uint64
	ok   bool // the key may be equal to another key
}

const (
	knownSize = 128  // greatest length of a packet in the map known
	knownMost = 4096 // greatest number of entries of the map known, and of the map heads

	keptMost = 64 << 10 // greatest length of a new packet that is kept while it is measured
)

func newPacketConverter(from, to *codec.Codec, report func(Note)) *packetConverter {
	p := &packetConverter{from: from, to: newConverter(to, report), seed: maphash.MakeSeed()}
	p.known = map[string]piece{}
	p.heads = map[string]*head{}
	p.to.around = &p.scan
	return p
}

// measure returns two lengths: old is the length of the packet at the start of b, and converted is
// the length of the packet that the method write will write. The error has its complete text, but
// may lack its offset and path.
func (p *packetConverter) measure(b []byte) (old, converted int, err error) {
	report := p.to.report
	p.to.report = nil
	defer func() { p.to.report = report }()

	p.packet = b
	p.pieces = p.pieces[:0]
	p.measuring = true
	p.out = nil
	p.pass()

	if p.err == errNested { // convert the packet as one piece
		p.pieces = append(p.pieces[:0], 0)
		p.pass()
	}
	p.measuring = false
	p.keeps = p.keeps && p.to.notes == 0

	return p.scan.End(), p.size, p.err
}

// errNested ends the measuring of a packet in which one container that is a piece contains another
// such container. Without this error, the inner container would be built again for each outer
// container.
var errNested = errors.New("nested pieces")

// write writes the converted packet, after measure has measured it.
func (p *packetConverter) write(w *bufio.Writer) error {
	if p.keeps {
		_, err := w.Write(p.kept)
		return err
	}

	p.out = w
	p.pass()
	return p.err
}

// pass reads all tokens of the packet once, to measure or to write the new packet.
func (p *packetConverter) pass() {
	s := &p.scan
	s.Reset(p.packet, p.from)
	p.to.reset()
	p.levels, p.own, p.new = p.levels[:0], p.own[:0], p.new[:0]
	p.size = 0
	p.kept = p.kept[:0]
	p.keeps = p.measuring
	p.err = nil
	next := 0 // piece of p.pieces

	for p.err == nil && s.Next() {
		for next < len(p.pieces) && p.pieces[next] < s.Offset() {
			next++
		}
		isPiece := next < len(p.pieces) && p.pieces[next] == s.Offset()

		switch {
		case s.Kind() == codec.TokenClose:
			p.close()
		case s.Kind() == codec.TokenOpen && !isPiece && p.opens():
			p.open()
		default:
			p.one()
		}
	}

	if p.err == nil {
		p.err = s.Err()
	}
}

// opens reports whether the token begins a container that is converted part by part.
func (p *packetConverter) opens() bool {
	switch t := p.scan.Type(); t {
	case variant.TypeArray, variant.TypeDictionary:
		return !p.scan.IsKey() && p.to.has(t)
	default:
		return false
	}
}

// open begins a container.
func (p *packetConverter) open() {
	if !p.to.counts(nil) {
		p.err = p.to.err
		return
	}

	bytes := p.packet[p.scan.Offset():p.scan.End()]
	h := p.heads[string(bytes)]
	if h == nil {
		h, p.err = p.head()
		if p.err != nil {
			return
		}
		if len(p.heads) < knownMost {
			p.heads[string(bytes)] = h
		}
	}

	l := level{
		head: h, start: p.size, pieces: len(p.pieces), own: len(p.own), new: len(p.new),
		left: p.to.left, limit: p.to.numbers,
	}
	p.put(h.packet, h.typ)
	p.levels = append(p.levels, l)
}

// head converts the beginning of the container at the current token.
func (p *packetConverter) head() (*head, error) {
	empty, err := p.scan.Empty()
	if err != nil {
		return nil, err
	}

	h := &head{typ: empty.Type()}
	h.packet, err = p.to.codec.Encode(p.to.emptied(empty, h))
	if err != nil {
		return nil, err
	}

	count := h.packet[len(h.packet)-4:] // last field before the parts, with a flag in bit 31
	n := binary.LittleEndian.Uint32(count) | uint32(p.scan.Len())
	binary.LittleEndian.PutUint32(count, n)

	return h, nil
}

// emptied converts the container v, which has no parts, to the dialect, and sets the names of the
// types in h.
func (x *converter) emptied(v variant.Variant, h *head) variant.Variant {
	switch v := v.(type) {
	case variant.Array:
		h.values, _ = x.element(v.Elem, x.spec.TypedArrays, nil, 0)
		if v.Elem != nil {
			h.from, h.to = arrayName(v.Elem), arrayName(h.values)
		}
		return variant.Array{Elem: h.values, Shared: v.Shared && x.spec.SharedBit}

	case variant.Dictionary:
		h.keys, _ = x.element(v.Key, x.spec.TypedDictionaries, nil, 0)
		h.values, _ = x.element(v.Value, x.spec.TypedDictionaries, nil, 0)

		converted := variant.Dictionary{
			Key: h.keys, Value: h.values, Shared: v.Shared && x.spec.SharedBit,
		}
		if v.Key != nil || v.Value != nil {
			h.from, h.to = dictionaryName(v), dictionaryName(converted)
		}
		return converted
	}

	return v
}

// close ends a container.
func (p *packetConverter) close() {
	last := len(p.levels) - 1
	l := p.levels[last]
	p.levels = p.levels[:last]
	own, new := p.own[l.own:], p.new[l.new:]
	p.own, p.new = p.own[:l.own], p.new[:l.new]

	switch {
	case !p.measuring:
		p.to.noteTypes(l.from, l.to)
		return
	case !l.apart && differs(own) && differs(new):
		p.keeps = p.keeps && l.from == l.to
		return

	case len(p.pieces) > l.pieces:
		p.err = errNested
		return
	}

	p.pieces = append(p.pieces, p.scan.Offset())
	p.size = l.start
	p.kept = p.kept[:min(l.start, len(p.kept))]
	p.to.left, p.to.numbers = l.left, l.limit
	p.one()
}

// differs reports whether no hash is repeated. It sorts the hashes.
func differs(hashes []uint64) bool {
	slices.Sort(hashes)
	for i := 1; i < len(hashes); i++ {
		if hashes[i] == hashes[i-1] {
			return false
		}
	}
	return true
}

// one converts the value of the current token as a whole, and adds the result to the new packet.
func (p *packetConverter) one() {
	s := &p.scan
	isKey := s.IsKey() && p.measuring
	short := s.Kind() == codec.TokenValue && s.End()-s.Offset() <= knownSize

	if short {
		known, ok := p.known[string(p.packet[s.Offset():s.End()])]
		if ok && (known.keyed || !isKey) {
			p.to.left--
			p.piece(known, isKey)
			return
		}
	}

	v, err := s.Value()
	if err != nil {
		p.err = err
		return
	}

	notes, numbers := p.to.notes, p.to.numbers
	converted, _ := p.to.value(v)
	if p.to.err != nil {
		p.err = p.to.err
		return
	}

	p.buf, err = p.to.codec.Append(p.buf[:0], converted)
	if err != nil {
		p.err = err
		return
	}

	done := piece{packet: p.buf, typ: partType(converted)}
	if isKey {
		done.keyed = true
		done.own = p.hash(p.from, v)
		done.new = p.hash(p.to.codec, converted)
	}

	if short && len(p.known) < knownMost && notes == p.to.notes && numbers == p.to.numbers {
		kept := done
		kept.packet = slices.Clone(done.packet)
		p.known[string(p.packet[s.Offset():s.End()])] = kept
	}

	p.piece(done, isKey)
}

// hash returns the hash of a key. Keys that are equal in the dialect of c have the same hash.
func (p *packetConverter) hash(c *codec.Codec, key variant.Variant) (h keyHash) {
	rule := c.Dialect().Spec().Keys
	p.key, h.ok = packets.AppendKey(p.key[:0], rule, key)
	h.hash = maphash.Bytes(p.seed, p.key)
	return h
}

// piece adds a piece, which may be a key, to the new packet.
func (p *packetConverter) piece(done piece, isKey bool) {
	if isKey && done.own.ok {
		p.own = append(p.own, done.own.hash)
	}
	if isKey && done.new.ok {
		p.new = append(p.new, done.new.hash)
	}

	p.put(done.packet, done.typ)
}

// put adds bytes to the new packet: a value, or the beginning of a container.
func (p *packetConverter) put(b []byte, t variant.Type) {
	if p.out != nil {
		_, p.err = p.out.Write(b)
	}

	p.keeps = p.keeps && len(p.kept)+len(b) <= keptMost
	if p.keeps {
		p.kept = append(p.kept, b...)
	}

	if n := len(p.levels); n > 0 {
		l := &p.levels[n-1]
		want := l.values
		if p.scan.IsKey() {
			want = l.keys
		}
		l.apart = l.apart || want != nil && !forms.Accepts(want.Type, t, forms.Default)
	}

	p.size += len(b)
	if p.size > p.to.options.Limits.MaxSize {
		p.err = variant.ErrLimit
	}
}
