package sliced

import (
	"godotvariant/codec"
	"godotvariant/objects"
	"godotvariant/variant"
)

// Decode returns the value of the packet at the start of b, and the length of the packet in bytes,
// as c.DecodeFirst does. The function watch gets the number of bytes that are read.
func Decode(c *codec.Codec, b []byte, watch Watch) (variant.Variant, int, error) {
	if watch == nil || c.Options().Mode == codec.Strict || len(b) <= shortPacket {
		return c.DecodeFirst(b)
	}

	d := decoder{codec: c, b: b, teller: NewTeller(watch), long: map[int]bool{}}
	if !d.measure() {
		return c.DecodeFirst(b) // its error names another dialect that fits
	}

	v, err := d.value()
	return v, d.end, err
}

// Reads reports whether c can read the packet at the start of b, and returns the length of the
// packet in bytes.
func Reads(c *codec.Codec, b []byte, watch Watch) (int, bool) {
	d := decoder{codec: c, b: b, teller: NewTeller(watch)}
	ok := d.measure()
	return d.end, ok
}

// A decoder reads a long packet. It goes through the packet twice. First it finds the long
// containers, and then it builds the values in them.
type decoder struct {
	codec  *codec.Codec
	b      []byte
	scan   codec.Scanner
	teller Teller

	long map[int]bool // the offsets of long containers, or nil
	end  int          // offset after the packet
	open []building   // the long containers around the token
	root variant.Variant
}

// measure finds the long containers and the end of the packet. It returns false after an error.
func (d *decoder) measure() bool {
	s := &d.scan
	s.Reset(d.b, d.codec)

	for s.Next() {
		d.end = s.End()
		d.teller.Tell(d.end / 2)

		if s.Kind() == codec.TokenClose && s.End()-s.Offset() > shortPacket && d.long != nil {
			d.long[s.Offset()] = true
		}
	}

	return s.Err() == nil
}

// value builds the value.
func (d *decoder) value() (variant.Variant, error) {
	s := &d.scan
	s.Reset(d.b, d.codec)

	for s.Next() {
		if err := d.token(s); err != nil {
			return nil, err
		}
		d.teller.Tell((d.end + s.End()) / 2)
	}

	return d.root, s.Err()
}

// token adds the value of a token to the innermost container.
func (d *decoder) token(s *codec.Scanner) error {
	switch {
	case s.Kind() == codec.TokenClose:
		return d.close(s)
	case s.Kind() == codec.TokenName:
		d.innermost().name = string(s.Text())
		return nil

	case s.Kind() == codec.TokenOpen && !s.IsKey() && d.long[s.Offset()]:
		empty, err := s.Empty()
		if err != nil {
			return err
		}
		if _, ok := listOf(empty); ok {
			d.open = append(d.open, build(empty, s.Len()))
			return nil
		}
	}

	isKey := s.IsKey()
	v, err := s.Value()
	if err != nil {
		return err
	}

	if isKey {
		d.innermost().key = v
		return nil
	}
	d.add(v)
	return nil
}

// innermost returns the innermost long container.
func (d *decoder) innermost() *building { return &d.open[len(d.open)-1] }

// add adds a value to the innermost container.
func (d *decoder) add(v variant.Variant) {
	if len(d.open) == 0 {
		d.root = v
		return
	}
	d.innermost().add(v)
}

// close ends the innermost container. If two of its keys may be equal, the whole container is
// decoded again by the codec.
func (d *decoder) close(s *codec.Scanner) error {
	last := d.open[len(d.open)-1]
	d.open = d.open[:len(d.open)-1]

	v := last.value()
	if last.keys.equal {
		var err error
		v, _, err = d.codec.DecodeFirst(d.b[s.Offset():s.End()])
		if err != nil {
			return err
		}
	}

	d.add(v)
	return nil
}

// A building is a container that does not have all its parts yet.
type building struct {
	empty variant.Variant
	items []variant.Variant
	pairs []variant.Pair
	props []objects.Property

	key  variant.Variant // key of the next pair
	name string          // name of the next property
	keys keySet
}

// build begins a container that will have n parts.
func build(empty variant.Variant, n int) building {
	b := building{empty: empty}
	switch empty.(type) {
	case variant.Dictionary:
		b.pairs = make([]variant.Pair, 0, n)
	case objects.Object:
		b.props = make([]objects.Property, 0, n)
	default:
		b.items = make([]variant.Variant, 0, n)
	}
	return b
}

// add adds a part.
func (b *building) add(v variant.Variant) {
	switch b.empty.(type) {
	case variant.Dictionary:
		b.keys.add(b.key)
		b.pairs = append(b.pairs, variant.Pair{Key: b.key, Value: v})
	case objects.Object:
		b.props = append(b.props, objects.Property{Name: b.name, Value: v})
	default:
		b.items = append(b.items, v)
	}
}

// value returns the container with its parts.
func (b *building) value() variant.Variant {
	switch v := b.empty.(type) {
	case variant.Array:
		v.Items = b.items
		return v
	case variant.Dictionary:
		v.Pairs = b.pairs
		return v
	case objects.Object:
		v.Properties = b.props
		return v
	}
	return b.empty
}
