package sliced

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"

	"godotvariant/codec"
	"godotvariant/variant"
)

// Append appends the packet of a value to dst, as c.Append does. The function watch gets the number
// of bytes of the new packet. If the capacity of dst is too small, Append copies all bytes to a new
// slice at once. Make dst with [Room] to avoid this.
func Append(dst []byte, c *codec.Codec, v variant.Variant, watch Watch) ([]byte, error) {
	if watch == nil || c.Options().Mode == codec.Strict || !isLong(v) {
		return c.Append(dst, v)
	}

	e := encoder{b: dst, start: len(dst), codecs: []*codec.Codec{c}, watch: watch}
	if b, err := e.packet(v); err == nil {
		return b, nil
	}
	return c.Append(dst, v) // its error has the whole path
}

// Room returns an empty slice for a packet of about n bytes.
func Room(n int) []byte { return make([]byte, 0, n+n/8) }

// An encoder appends a long packet to b.
type encoder struct {
	b      []byte
	start  int            // offset of the packet in b
	codecs []*codec.Codec // codecs[i] writes values in containers of depth i
	heads  [][]byte       // the beginnings of the open containers, up to the first part
	change change
	watch  Watch
}

// A change returns the value that is written in place of a container. The argument v is the
// container with only the parts at the place p. A change may be nil.
type change func(c *codec.Codec, v variant.Variant, p place) (variant.Variant, error)

// errWhole is the error for a container that can't be written part by part.
var errWhole = errors.New("only the whole container can be written")

// packet appends the packet of a value, and returns e.b.
func (e *encoder) packet(v variant.Variant) ([]byte, error) {
	for w := (walker{root: v}); w.next(); {
		if err := e.step(&w); err != nil {
			return nil, err
		}

		size := len(e.b) - e.start
		if size > e.codecs[0].Limits().MaxSize {
			return nil, variant.ErrLimit
		}
		if e.watch != nil {
			e.watch(size)
		}
	}

	return e.b, nil
}

func (e *encoder) step(w *walker) error {
	switch w.kind {
	case stepOpen:
		return e.open(w)
	case stepRun:
		return e.parts(w.run(), w.to-w.from, place{w.path(), w.from, runOfParts})
	case stepClose:
		e.heads = e.heads[:len(e.heads)-1]
		return nil
	default:
		return e.append(w.value, place{})
	}
}

// A place is the place of some parts: the path of their container, and the index of the first part.
type place struct {
	around variant.Path
	from   int
	extent extent
}

// An extent says which part of a container is written.
type extent uint8

const (
	all        extent = iota // the whole container, which may have no parts
	runOfParts               // only the parts
	keyOfPart                // the key or the name of a part, and the beginning of its value
)

// open writes the beginning of a container, with the number of its parts. If the container is the
// value of a pair or a property, open first writes the key or the name.
func (e *encoder) open(w *walker) error {
	top, around := w.innermost()
	empty := top.run(0, 0)
	start := len(e.b)
	path := w.path()

	if err := e.append(empty, place{around: path}); err != nil {
		return err
	}
	head := bytes.Clone(e.b[start:])

	if around != nil {
		e.b = e.b[:start]
		at := around.next - 1
		err := e.parts(around.with(at, empty), 1, place{path[:len(path)-1], at, keyOfPart})
		if err != nil {
			return err
		}
	}

	if len(head) < countSize || !bytes.HasSuffix(e.b, head) {
		return errWhole
	}

	count := e.b[len(e.b)-countSize:]
	binary.LittleEndian.PutUint32(count, binary.LittleEndian.Uint32(count)|uint32(top.parts.N))
	e.heads = append(e.heads, head)
	return nil
}

// countSize is the length in bytes of the field with the number of parts. This field is the last
// one before the parts, and its highest bit is a flag.
const countSize = 4

// parts writes the n parts of a container v, without the beginning of the container.
func (e *encoder) parts(v variant.Variant, n int, p place) error {
	start := len(e.b)
	if err := e.append(v, p); err != nil {
		return err
	}

	head := e.heads[len(p.around)]
	b := e.b[start:]
	count := len(head) - countSize
	if len(b) < len(head) || !bytes.Equal(b[:count], head[:count]) ||
		binary.LittleEndian.Uint32(b[count:])&math.MaxInt32 != uint32(n) {
		return errWhole
	}

	e.b = append(e.b[:start], b[len(head):]...)
	return nil
}

// append writes the value v, or the value that the change returns in place of v. If v is a
// container, it has only the parts that the place p describes.
func (e *encoder) append(v variant.Variant, p place) error {
	c, err := e.codec(len(p.around))
	if err != nil {
		return err
	}

	if e.change != nil {
		v, err = e.change(c, v, p)
		if err != nil {
			return err
		}
	}

	e.b, err = c.Append(e.b, v)
	return err
}

// codec returns the codec for values that are inside as many containers as the argument depth says.
// These containers count for the limit MaxDepth, so the limit of this codec is lower by depth.
func (e *encoder) codec(depth int) (*codec.Codec, error) {
	for len(e.codecs) <= depth {
		o := e.codecs[0].Options()
		o.Limits = e.codecs[0].Limits()
		o.Limits.MaxDepth -= len(e.codecs)
		if o.Limits.MaxDepth < 1 {
			return nil, variant.ErrDepth
		}

		c, err := codec.New(o)
		if err != nil {
			return nil, err
		}
		e.codecs = append(e.codecs, c)
	}
	return e.codecs[depth], nil
}
