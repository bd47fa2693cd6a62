package codec_test

import (
	"encoding/binary"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/variant"
)

// lastID is a type of the program's own with the greatest ID.
type lastID struct{ N int32 }

func (lastID) Type() variant.Type { return variant.TypeCustom }

func (v lastID) Encode(w *variant.Writer) error {
	w.Int32(v.N)
	return w.Err()
}

func (lastID) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, lastID{r.Int32()})
}

// headers are words that could be taken for the header of another form: those of the first
// and the last ID with and without Flag64, with stray bits, and words of one bit.
func headers() []uint32 {
	all := []uint32{
		0xFFFFFF00, 0xFFFFFFFF, 0x00000000, 0x00000100, 0xFF00, 0xFFFF, 0x1FF00, 0x1FFFF, 0xFE00FF,
		0xFEFF, 0x101, 0x10100, 0x10101,
	}

	for id := range uint32(256) {
		if 64 <= id && id < 250 {
			continue // no dialect has so many types
		}

		for _, bits := range []uint32{0, 1 << 16, 1 << 8, 1 << 17, 1 << 24, 1 << 31, id << 8,
			0x10000 | id<<8, 0xFF00, 0xFFFFFF00} {
			all = append(all, id|bits)
		}
	}

	for bit := range 32 {
		all = append(all, 1<<bit, ^uint32(1<<bit))
	}

	return all
}

// wantHeader reports whether a packet may have the header, by the facts of the dialect.
func wantHeader(d *variant.Dialect, head uint32, own bool, mode codec.Mode) bool {
	mask := d.IDMask
	if mask == 0 {
		mask = 0xFF
	}

	id := head & mask
	known := id < uint32(len(d.Types)) && d.Types[id] != variant.TypeUnsupported || own && id == 255

	flags := head &^ mask
	switch {
	case !known:
		return false
	case mode == codec.Lenient:
		return true
	case id == 255:
		return flags == 0
	}

	return flags&^allowedFlags(d, d.Types[id]) == 0
}

// allowedFlags returns the flags that headers of a type may have.
func allowedFlags(d *variant.Dialect, t variant.Type) uint32 {
	number := func(ok bool) uint32 {
		if ok {
			return variant.Flag64
		}
		return 0
	}

	switch t {
	case variant.TypeInt:
		return number(d.Int != variant.IntPlain64)
	case variant.TypeFloat:
		return number(d.Float != variant.FloatPlain32)
	case variant.TypeObject:
		return number(d.Object == variant.ObjectFlagged)
	case variant.TypeTypedArray, variant.TypePackedTypedArray:
		return variant.Flag64
	case variant.TypeArray:
		return 3 * number(d.TypedArrays)
	case variant.TypeDictionary:
		return 15 * number(d.TypedDictionaries)

	case variant.TypeVector2, variant.TypeRect2, variant.TypeVector3, variant.TypeTransform2D,
		variant.TypeVector4,
		variant.TypePlane, variant.TypeQuaternion, variant.TypeAABB, variant.TypeBasis,
		variant.TypeTransform3D,
		variant.TypeProjection, variant.TypePackedVector2Array, variant.TypePackedVector3Array,
		variant.TypePackedVector4Array:
		return number(d.Real == variant.RealFlagged)
	}

	return 0
}

// TestHeaders: no wrong header finds a type, neither at the beginning of a packet nor in a
// container, whether or not a type is registered under ID 255.
func TestHeaders(t *testing.T) {
	inOneGoroutine(t)
	registry := codec.NewRegistry()
	require.NoError(t, registry.Register(lastID{}, 255))

	holes := &variant.Dialect{Name: "holes", Types: []variant.Type{
		variant.TypeUnsupported, variant.TypeNil, variant.TypeUnsupported, variant.TypeInt,
		variant.TypeArray, variant.TypeUnsupported,
	}}

	for _, d := range append(codec.Dialects(), holes) {
		array, err := codec.MustNew(codec.Options{Dialect: d}).Encode(variant.NewArray(nil))
		require.NoError(t, err)
		for _, mode := range []codec.Mode{codec.Strict, codec.Default, codec.Lenient} {
			for _, own := range []bool{false, true} {
				o := codec.Options{Dialect: d, Mode: mode, FullObjects: true}
				if own {
					o.Registry = registry
				}

				c := codec.MustNew(o)
				for _, head := range headers() {
					packet := append(binary.LittleEndian.AppendUint32(nil, head),
						make([]byte, 256)...)
					want := wantHeader(d, head, own, mode)
					for at, packet := range map[int][]byte{0: packet,
						8: append(array[:8:8], packet...)} {
						v, _, err := c.DecodeFirst(packet)
						_, wholeErr := c.Decode(packet)
						require.Equal(t, wholeErr, c.Valid(packet))
						var e *variant.Error

						bad := errors.As(err, &e) && e.Offset == at &&
							kindOf(err) != variant.ErrObject
						require.Equal(t, want, !bad,
							"%s, mode %d, own %v: header %#x at %d: %v, %v", d.Name, mode, own,
							head, at, v, err)

						if own && head == 255 && at == 0 {
							require.Equal(t, lastID{}, v)
						}
					}
				}
			}
		}
	}
}
