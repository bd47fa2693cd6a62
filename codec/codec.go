package codec

import (
	"fmt"

	"godotvariant/codec/internal/compiled"
	"godotvariant/codec/internal/packets"
	"godotvariant/codec/internal/plan"
	"godotvariant/internal/dialects"
	"godotvariant/internal/forms"
	"godotvariant/variant"
)

// Options say how values are read and written: as packets, text, JSON, settings, resources and Go
// values. The zero value is suitable for a game server that talks to Godot 4.
//
//	            packets  text and JSON       resources          Go values
//	Dialect     yes      writing text        –                  yes
//	Precision   yes      yes                 text files         yes
//	FullObjects yes      reading             –                  yes
//	Exact       writing  writing             –                  writing
//	Finite      yes      yes                 –                  yes
//	Naming      –        –                   –                  yes
//	WholeFloats –        –                   –                  reading
//	Mode        yes      reading: Strict     –                  –
//	Limits      yes      MaxDepth, MaxSize   MaxDepth, MaxSize  MaxDepth, MaxSize
//	Registry    yes      types with names    text files         types of fields
type Options struct {
	// Dialect is the format that is read and written: the format of an engine, or the format that a
	// page of an engine's documentation describes, such as DocsGodot4. Nil means Godot4. A packet
	// does not name its dialect. Decoding with the wrong dialect may return other values instead of
	// an error. Text is written as the engine of the dialect writes it. Text of every engine can be
	// read.
	Dialect *variant.Dialect

	// Precision is the width of components: variant.Single (the zero value) rounds them to 4 bytes,
	// and variant.Double keeps them. In packets it applies to encoding, and decoding follows the
	// flag in the packet. The Docs dialects have no flag, so there Precision applies to decoding
	// too. In text and JSON it applies in both directions. A rounded number is written with the
	// digits of single precision: 0.1 and not 0.10000000149011612. [New] fails if the dialect has
	// no double precision.
	Precision variant.Precision

	// FullObjects writes objects with their class and properties into packets, and accepts them in
	// packets, text and JSON. In Go these objects are plain data. But an engine that reads them
	// creates the objects, and runs their scripts. Text and JSON are written with full objects even
	// without this option, as var_to_str does.
	FullObjects bool

	// Exact makes writing fail with variant.ErrInexact instead of rounding a
	// number to single precision.
	Exact bool

	// Finite makes reading and writing fail with variant.ErrNotFinite if a number is NaN or
	// infinite: as a float, in vectors and all other math types, in packed arrays of floats,
	// vectors and colors, and in the numbers that your own types read and write with Real, Float32
	// and Float64. Encoding also refuses a number that is infinite in single precision.
	Finite bool

	// Naming says how Marshal and Unmarshal name the keys of fields without a tag. With SnakeCase
	// (the zero value) the field MaxHP has the key max_hp, as scripts write it.
	Naming Naming

	// WholeFloats makes Unmarshal and FromVariant accept a Float that is a whole number where the
	// Go type has an Int: 5.0 becomes 5. In GDScript, floor and JSON return floats even for whole
	// numbers. A Float with a fraction is still a variant.ErrRange. WholeFloats does not apply to
	// the keys of maps, because 5 and 5.0 are different keys.
	//
	// In the same way a Vector2i fills a Vector2, and a Vector2 of whole numbers fills a Vector2i.
	// The same holds for Vector3, Vector4 and Rect2.
	WholeFloats bool

	// Mode says what decoding rejects. For text and JSON only Strict makes a difference: it rejects
	// numbers that do not fit their type. With Lenient the encoder also writes values that only
	// lenient mode reads: text that is not UTF-8, and items that an engine would convert to the
	// element type of a typed container.
	Mode Mode

	// Limits bound the depth of values, and the sizes of packets and text. A limit of 0 means the
	// default.
	Limits Limits

	// Registry lists the types to decode. Nil means the built-in types.
	Registry *Registry
}

// Untrusted returns options for packets from clients that you do not trust: Finite, at most 64
// nested values, frames of at most 64 KiB, and values that take at most 1 MiB to write. Servers of
// this module use these options if they get no codec. To change an option for your game:
//
//	o := codec.Untrusted()
//	o.Limits.MaxFrame = 4 << 10
func Untrusted() Options {
	return Options{
		Finite: true,
		Limits: Limits{MaxDepth: 64, MaxFrame: 64 << 10, MaxSize: 1 << 20},
	}
}

// Naming says how the key of a struct's field is made from the name of the field in Go, if the tag
// of the field does not give a key. The tag names=field or names=snake on a blank field sets Naming
// for one struct.
type Naming uint8

const (
	// SnakeCase makes keys as scripts write them, by the rule of Godot's String.to_snake_case: HP
	// becomes hp, MaxHP max_hp, Node2D node_2d, and X1 x_1. This is the rule of Godot 4. The rule
	// of Godot 3, which scripts see in String.capitalize, makes other keys of some names, such as
	// names with digits between letters.
	SnakeCase Naming = iota

	// FieldName uses the name of the field as the key.
	FieldName
)

// String returns "snake case" or "field name".
func (n Naming) String() string {
	switch n {
	case SnakeCase:
		return "snake case"
	case FieldName:
		return "field name"
	default:
		return fmt.Sprintf("Naming(%d)", uint8(n))
	}
}

// Single and Double are the precisions of package variant, for Options.Precision.
const (
	Single = variant.Single
	Double = variant.Double
)

// A Codec encodes and decodes values. It is immutable and safe for concurrent use. The
// zero Codec and a nil pointer to a Codec are the Codec of Options{}.
type Codec compiled.Codec

// New returns a Codec with these options. The error names the invalid option.
func New(o Options) (*Codec, error) {
	if o.Naming > FieldName {
		return nil, fmt.Errorf("godot: Options.Naming is %d; there is no such naming", o.Naming)
	}

	if o.Dialect == nil {
		o.Dialect = dialects.Godot4
	}
	if o.Registry == nil {
		o.Registry = builtins
	}

	s := forms.Settings{
		Dialect: o.Dialect, Precision: o.Precision,
		FullObjects: o.FullObjects,
		Exact:       o.Exact, Finite: o.Finite, Mode: forms.Mode(o.Mode),
		Limits: forms.Limits(o.Limits),
	}

	types := o.Registry.put(&s)
	f, err := forms.NewFormat(s)
	if err != nil {
		return nil, err
	}

	r := compiled.NewRules(f, types, plan.Naming(o.Naming))
	r.WholeFloats = o.WholeFloats
	r.Registry = o.Registry
	return (*Codec)(compiled.New(r)), nil
}

// rules returns the rules that New made from the options of the codec.
func (c *Codec) rules() *compiled.Rules { return (*compiled.Codec)(c).Rules() }

func (c *Codec) format() *forms.Format { return c.rules().Format }

// MustNew is [New] for options that are known to be valid. It panics on an error.
func MustNew(o Options) *Codec {
	c, err := New(o)
	if err != nil {
		panic(err)
	}
	return c
}

// Encode returns the packet of v. The error is an [*variant.Error]. Godot: var_to_bytes, with the
// option FullObjects var_to_bytes_with_objects; Godot 3: var2bytes.
func (c *Codec) Encode(v variant.Variant) ([]byte, error) { return c.Append(nil, v) }

// Append appends the packet of v to dst and returns the extended slice. It allocates nothing if dst
// has enough capacity. If dst is nil, it allocates exactly the length of the packet. After an error
// it returns dst unchanged, but may have written to the memory between its length and capacity.
// Godot: PackedByteArray.encode_var.
func (c *Codec) Append(dst []byte, v variant.Variant) ([]byte, error) {
	out, err := packets.Append(c.format(), dst, v)
	if err != nil {
		err = explainInexact(c.format(), v, err)
	}
	return out, err
}

// Size returns the length of the packet of v, which is the number of bytes that [Codec.Append] adds
// to dst. It returns the same errors as Append. It takes as long as Append, because it writes the
// packet to memory that the codec reuses: values of up to 1 MiB need no allocation, and longer
// values need memory of their length until Size returns.
func (c *Codec) Size(v variant.Variant) (int, error) {
	n, err := packets.Size(c.format(), v)
	if err != nil {
		err = explainInexact(c.format(), v, err)
	}
	return n, err
}

// Decode returns the value of the packet b. Bytes after the value are an error, except in
// lenient mode. The value does not alias b. The error is an [*variant.Error]. Godot:
// bytes_to_var, with the option FullObjects bytes_to_var_with_objects; Godot 3:
// bytes2var.
//
// Numbers, vectors and short texts of one or more packets share blocks of memory. A block stays in
// memory while a Variant holds any value of it. To keep a few small values of many packets for a
// long time, copy them: a math.Vector3 to a variable of that type, text with strings.Clone.
func (c *Codec) Decode(b []byte) (variant.Variant, error) {
	v, _, err := packets.Decode(c.format(), b, packets.Alone)
	if err != nil {
		err = hint(c.format(), b, packets.Alone, err)
	}
	return v, err
}

// DecodeFirst returns the value of the packet at the start of b, and the length of the
// packet. After an error the length is 0. Godot: PackedByteArray.decode_var and decode_var_size.
func (c *Codec) DecodeFirst(b []byte) (v variant.Variant, n int, err error) {
	v, n, err = packets.Decode(c.format(), b, packets.First)
	if err != nil {
		err = hint(c.format(), b, packets.First, err)
	}
	return v, n, err
}

// Valid returns the error that Decode would return. It builds no values except those of registered
// types, and allocates no other memory if b is valid.
func (c *Codec) Valid(b []byte) error {
	_, err := packets.Valid(c.format(), b, packets.Alone)
	if err != nil {
		err = hint(c.format(), b, packets.Alone, err)
	}
	return err
}

// Dialect returns the dialect of the codec: the pointer that [New] got, or Godot4 for nil.
func (c *Codec) Dialect() *variant.Dialect { return c.format().Dialect }

// Options returns the options of the codec, with the defaults filled in. They can be changed to
// make a similar codec, here one with another dialect:
//
//	o := c.Options()
//	o.Dialect = codec.Godot3
//	c3, err := codec.New(o)
func (c *Codec) Options() Options {
	r := c.rules()
	registry, ok := r.Registry.(*Registry)
	if !ok {
		registry = builtins
	}

	return Options{
		Dialect:     c.Dialect(),
		Precision:   r.Precision,
		FullObjects: r.FullObjects,
		Exact:       r.Exact,
		Finite:      r.Finite,
		Naming:      Naming(r.Plans.Naming()),
		WholeFloats: r.WholeFloats,
		Mode:        Mode(r.Mode),
		Limits:      Limits(r.Limits),
		Registry:    registry,
	}
}

// Has reports whether packets of the codec can have values of type t. It also returns true for a
// type that the dialect writes as another type, see the field Fallback of dialect.Spec.
func (c *Codec) Has(t variant.Type) bool { return c.format().Has(t) }

// Limits returns the limits of the codec, with the defaults filled in.
func (c *Codec) Limits() Limits { return Limits(c.format().Limits) }

// standard is the codec with Options{}. Functions of the package, such as Encode, use it.
var standard = new(Codec)

// Encode is [Codec.Encode] with Options{}: for Godot 4 in single precision.
func Encode(v variant.Variant) ([]byte, error) { return standard.Encode(v) }

// Append is [Codec.Append] with Options{}.
func Append(dst []byte, v variant.Variant) ([]byte, error) { return standard.Append(dst, v) }

// Size is [Codec.Size] with Options{}.
func Size(v variant.Variant) (int, error) { return standard.Size(v) }

// Decode is [Codec.Decode] with Options{}.
func Decode(b []byte) (variant.Variant, error) { return standard.Decode(b) }

// DecodeFirst is [Codec.DecodeFirst] with Options{}.
func DecodeFirst(b []byte) (v variant.Variant, n int, err error) { return standard.DecodeFirst(b) }

// Valid is [Codec.Valid] with Options{}.
func Valid(b []byte) error { return standard.Valid(b) }
