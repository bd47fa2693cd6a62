package codec

import (
	"godotvariant/variant"
)

// Options say how a [Codec] reads and writes. The zero value is right for a game server
// that talks to Godot 4.
type Options struct {
	// Dialect is the engine, or published page, to be understood by. Nil means
	// Godot4. Nothing in a packet names its dialect, and the wrong one may well
	// read something else from it without an error.
	Dialect *variant.Dialect

	// Precision is the width of the components that are written:
	// variant.Single (the zero value) or variant.Double. Reading obeys the
	// flag in the packet, except in the Docs dialects, which have none.
	// Dialects that know single precision only make [New] fail with Double.
	Precision variant.Precision

	// FullObjects writes objects with their class and properties, and accepts
	// such when decoding. They stay data in Go; what an engine makes of them
	// is its business, and a script in them will run there.
	FullObjects bool

	// Exact makes encoding fail with variant.ErrInexact where single precision
	// would round a number.
	Exact bool

	// Mode says what decoding refuses; Lenient also lets the encoder write what
	// that mode reads: text that is not UTF-8, and items that a typed container's
	// engine would convert.
	Mode Mode

	// Limits bound depth and sizes. Zero fields have defaults.
	Limits Limits

	// Registry lists the types to decode. Nil means the built-in ones.
	Registry *Registry
}

// Mode says how strict decoding is.
type Mode = variant.Mode

// The modes. Each accepts all that the ones before it in the order Strict,
// Default, Lenient accept.
const (
	Default = variant.Default
	Strict  = variant.Strict
	Lenient = variant.Lenient
)

// The precisions, also under their names of package variant.
const (
	Single = variant.Single
	Double = variant.Double
)

// Limits bound what a value may cost.
type Limits = variant.Limits

// A Codec turns values into bytes and back. It never changes, and any number of
// goroutines may use it at once.
type Codec struct {
	format *variant.Format
}

// New checks the options and compiles them. The error says which of them can't
// be.
func New(o Options) (*Codec, error) {
	if o.Dialect == nil {
		o.Dialect = Godot4
	}
	if o.Registry == nil {
		o.Registry = builtin
	}
	s := variant.Settings{
		Dialect: o.Dialect, Precision: o.Precision, FullObjects: o.FullObjects,
		Exact: o.Exact, Mode: o.Mode, Limits: o.Limits,
	}
	o.Registry.addTo(&s)
	f, err := variant.NewFormat(s)
	if err != nil {
		return nil, err
	}
	return &Codec{f}, nil
}

// MustNew is New for options that the program itself knows. It panics on an error.
func MustNew(o Options) *Codec {
	c, err := New(o)
	if err != nil {
		panic(err)
	}
	return c
}

// Encode returns v as a packet. Godot: var_to_bytes(v), with the option
// FullObjects var_to_bytes_with_objects(v); in Godot 3 var2bytes(v).
// The error is an [*variant.Error].
func (c *Codec) Encode(v variant.Variant) ([]byte, error) {
	return c.Append(nil, v)
}

// Append appends the packet of v to dst and returns the longer slice. After an
// error it returns dst as it was, though memory behind its length may have been
// written to. With room in dst it allocates nothing; a nil dst stands for new
// memory, just as much as the packet needs.
func (c *Codec) Append(dst []byte, v variant.Variant) ([]byte, error) {
	out, err := c.format.Append(dst, v)
	if err != nil {
		err = c.explainInexact(v, err)
	}
	return out, err
}

// Decode returns the value of a packet, which must be all of b, except in
// lenient mode. Godot: bytes_to_var(b); in Godot 3 bytes2var(b).
// Nothing in the value aliases b. The error is an [*variant.Error].
func (c *Codec) Decode(b []byte) (variant.Variant, error) { return c.format.Decode(b) }

// DecodeFirst returns the value of the packet at the start of b and the packet's
// length. After an error the length is 0.
func (c *Codec) DecodeFirst(b []byte) (v variant.Variant, n int, err error) {
	return c.format.DecodeFirst(b)
}

// Valid returns the error that Decode would return. It builds no values, and
// while the data is in order it allocates nothing.
func (c *Codec) Valid(b []byte) error { return c.format.Valid(b) }

// ValidFirst returns the length and the error that DecodeFirst would return, as
// cheaply as Valid.
func (c *Codec) ValidFirst(b []byte) (n int, err error) { return c.format.ValidFirst(b) }

// Trace is DecodeFirst for tools that show how a packet is made up: it tells on of
// every step, up to the fault if there is one, and returns how far it came.
// [Dump] prints what it finds.
func (c *Codec) Trace(b []byte, on func(variant.TraceEvent)) (n int, err error) {
	return c.format.Trace(b, on)
}

// Dialect returns the dialect in use, which must not be changed.
func (c *Codec) Dialect() *variant.Dialect { return c.format.Dialect() }

// Limits returns the limits in force.
func (c *Codec) Limits() Limits { return c.format.Limits() }

// standard is the codec of the package's own functions.
var standard = MustNew(Options{})

// Encode is [Codec.Encode] with Options{}: for Godot 4 in single precision.
func Encode(v variant.Variant) ([]byte, error) { return standard.Encode(v) }

// Append is [Codec.Append] with Options{}.
func Append(dst []byte, v variant.Variant) ([]byte, error) { return standard.Append(dst, v) }

// Decode is [Codec.Decode] with Options{}.
func Decode(b []byte) (variant.Variant, error) { return standard.Decode(b) }

// DecodeFirst is [Codec.DecodeFirst] with Options{}.
func DecodeFirst(b []byte) (v variant.Variant, n int, err error) { return standard.DecodeFirst(b) }

// Valid is [Codec.Valid] with Options{}.
func Valid(b []byte) error { return standard.Valid(b) }
