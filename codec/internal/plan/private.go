package plan

import (
	"errors"
	"reflect"
	"sync"

	"godotvariant/codec/internal/builtin"
	"godotvariant/codec/internal/packets"
	"godotvariant/internal/dialects"
	"godotvariant/internal/forms"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// Plans read and write only packets. ToVariant and FromVariant use packets of a private format,
// which loses no information. This format has an additional type, the reference. A reference is the
// index of a Variant in a table of the encoder or decoder.
//
// ToVariant writes a reference for each Variant in the Go value. The result has the same Variant in
// place of the reference. FromVariant makes the plan read a reference to the value. The plan of a
// Variant takes the Variant from the table. Any other plan reads the packet that decoder.expand
// makes of the value, which has references to the parts.

// scratch is the private format. It has the type IDs of Godot4, so that the key of a struct has the
// same packet in scratch and in Godot4.
var scratch = func() *forms.Format {
	d := dialects.Godot4.Spec()
	d.Name = "the conversion"
	d.SharedBit = true
	d.WideColor = true

	for t := variant.TypePackedVector4Array + 1; t <= variant.TypePackedTypedArray; t++ {
		d.Types = append(d.Types, t)
	}

	return builtin.Format(forms.Settings{
		Dialect: dialect.MustNew(d), Precision: variant.Double, FullObjects: true,
		Mode:   forms.Lenient,
		Limits: forms.Limits{MaxSize: 1<<31 - 1},
		Custom: map[variant.Type]uint8{typeReference: 255},
	}, reference(0))
}()

// keyFormat has double precision, because in single precision two keys could be rounded to the same
// key.
var keyFormat = builtin.Format(forms.Settings{Dialect: dialects.Godot4, Precision: variant.Double,
	Mode: forms.Lenient})

// A reference is the index of a Variant in a table. It never leaves this package.
type reference uint32

const typeReference = variant.TypeUnsupported - 1

var _ variant.Variant = reference(0)

func (reference) Type() variant.Type { return typeReference }

func (i reference) Encode(w *variant.Writer) error {
	w.Uint32(uint32(i))
	return w.Err()
}

func (reference) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, reference(r.Uint32()))
}

// firstReference is the packet of a reference to the first value of a table.
var firstReference = func() []byte {
	b, err := packets.Append(scratch, nil, reference(0))
	if err != nil {
		panic(err)
	}
	return b
}()

// converted returns err as the error of a conversion. Such an error has no offset.
func converted(err error) error {
	var e *variant.Error
	if errors.As(err, &e) {
		e.Op = variant.OpConvert
		e.Offset = 0
	}
	return err
}

// buffers hold the packets of the private format.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// maxKept is the greatest size, in bytes, of a buffer or table that is reused.
const maxKept = 1 << 20

// emptied returns the table without its values, for reuse. It returns nil for a large table, to
// free the memory.
func emptied(values []variant.Variant) []variant.Variant {
	if cap(values) > maxKept/16 {
		return nil
	}
	clear(values)
	return values[:0]
}

func keepBuffer(buf *[]byte, b []byte) {
	if cap(b) <= maxKept {
		*buf = b
	}
	buffers.Put(buf)
}

// resolve returns the value that a plan reads in place of v: a Nil for nil, the decoded value for a
// Raw, and v for any other value.
func resolve(v variant.Variant) variant.Variant {
	switch v := v.(type) {
	case nil:
		return variant.Nil{}
	case rawValue:
		if reflect.TypeOf(v).Kind() == reflect.Pointer {
			return v
		}
		if inner, err := v.Value(); err == nil {
			return inner
		}
	}

	return v
}

// rawValue is an interface that codec.Raw implements.
type rawValue interface {
	variant.Variant
	AppendPacket(b []byte) []byte
	Value() (variant.Variant, error)
}
