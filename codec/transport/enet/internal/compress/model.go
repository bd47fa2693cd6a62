package compress

// The constants of ENet's adaptive model. Both sides must use the same constants.
const (
	maxSymbols = 4096 // a model with this number of symbols starts again

	contextStep = 2 // number by which the count of a symbol rises in a context
	contextMin  = 0 // least count of a symbol in a context
	escapeStep  = 5 // number by which the escapes of a context rise with a new symbol

	rootStep = 3
	rootMin  = 1

	maxOrder = 2

	rangeTop    = 1 << 24
	rangeBottom = 1 << 16
	maxTotal    = rangeBottom - 0x100
)

// A symbol is a node in the binary tree of a context. The tree has the symbols that have followed
// this context. A symbol is also a context itself, for the bytes that follow it. The fields left,
// right and symbols are distances to nodes that were made later.
type symbol struct {
	value       byte
	count       byte
	under       uint16 // count of this symbol, plus the counts of all nodes to its left
	left, right uint16
	symbols     uint16 // root of the tree with the symbols that have followed this symbol
	escapes     uint16
	total       uint16
	parent      uint16 // index of the context of the next lower order
}

// A model has all symbols of a datagram. The first symbol is the root context, of order 0.
type model struct {
	nodes [maxSymbols]symbol
	n     int
}

// reset makes the model empty.
func (m *model) reset() {
	m.n = 0
	m.add(0, 0)
	m.nodes[0].escapes = 1
	m.nodes[0].total = 1 + 256*rootMin
}

// add adds a node, and returns its index.
func (m *model) add(value byte, count int) int {
	m.nodes[m.n] = symbol{value: value, count: byte(count), under: uint16(count)}
	m.n++
	return m.n - 1
}

// full reports whether there may not be enough space for the nodes of the next byte.
func (m *model) full() bool { return m.n >= maxSymbols-maxOrder }

// count increases the count of a symbol in a context by the given increment. It returns the index
// of the symbol's node, and its previous count.
func (m *model) count(context int, value byte, increment int) (index int, previous uint16) {
	c := &m.nodes[context]
	if c.symbols == 0 {
		index = m.add(value, increment)
		c.symbols = uint16(index - context)
		return index, 0
	}

	for index = context + int(c.symbols); ; {
		s := &m.nodes[index]
		switch {
		case value < s.value:
			s.under += uint16(increment)
			if s.left == 0 {
				return m.addLeft(index, value, increment), 0
			}
			index += int(s.left)
		case value > s.value:
			if s.right == 0 {
				return m.addRight(index, value, increment), 0
			}
			index += int(s.right)
		default:
			previous = uint16(s.count)
			s.under += uint16(increment)
			s.count += byte(increment)
			return index, previous
		}
	}
}

func (m *model) addLeft(at int, value byte, step int) int {
	added := m.add(value, step)
	m.nodes[at].left = uint16(added - at)
	return added
}

func (m *model) addRight(at int, value byte, step int) int {
	added := m.add(value, step)
	m.nodes[at].right = uint16(added - at)
	return added
}

// A foundSymbol is the symbol that the method find returns for a code.
type foundSymbol struct {
	at           int
	under, count uint16 // start and length of the symbol's range in the context
}

// find finds the symbol for a code in a context, and counts the symbol. In the root context every
// symbol has a minimum count (least), so find may add a symbol to the tree.
func (m *model) find(context int, code uint16, step int, least uint16) (f foundSymbol, ok bool) {
	c := &m.nodes[context]
	if c.symbols == 0 {
		if least == 0 {
			return f, false
		}
		at := m.add(byte(code), step)
		c.symbols = uint16(at - context)
		return foundSymbol{at, code, least}, true
	}

	under := uint16(0)
	for at := context + int(c.symbols); ; {
		s := &m.nodes[at]
		after := under + s.under + (uint16(s.value)+1)*least
		own := uint16(s.count) + least

		switch {
		case code >= after && s.right != 0:
			under += s.under
			at += int(s.right)
		case code >= after:
			if least == 0 {
				return f, false
			}
			value := s.value + 1 + byte(code-after)
			return foundSymbol{m.addRight(at, value, step), code, least}, true

		case code < after-own && s.left != 0:
			s.under += uint16(step)
			at += int(s.left)
		case code < after-own:
			s.under += uint16(step)
			if least == 0 {
				return f, false
			}
			value := s.value - 1 - byte(after-own-code-1)
			return foundSymbol{m.addLeft(at, value, step), code, least}, true

		default:
			s.under += uint16(step)
			s.count += byte(step)
			return foundSymbol{at, after - own, own}, true
		}
	}
}

// rescale halves the counts of a context.
func (m *model) rescale(context int, least uint16) {
	c := &m.nodes[context]
	c.total = 0
	if c.symbols != 0 {
		c.total = m.halve(context + int(c.symbols))
	}

	c.escapes -= c.escapes >> 1
	c.total += c.escapes + 256*least
}

// halve halves the counts of a tree, and returns their sum.
func (m *model) halve(at int) (total uint16) {
	for {
		s := &m.nodes[at]
		s.count -= s.count >> 1
		s.under = uint16(s.count)
		if s.left != 0 {
			s.under += m.halve(at + int(s.left))
		}

		total += s.under
		if s.right == 0 {
			return total
		}
		at += int(s.right)
	}
}
