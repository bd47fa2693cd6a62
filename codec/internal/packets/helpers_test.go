package packets_test

import (
	"encoding/binary"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/internal/packets"
	"godotvariant/internal/forms"
	"godotvariant/internal/test/testkit"
	"godotvariant/internal/wire"
	gdmath "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

var (
	null = variant.Nil{}
	one  = variant.Int(1)
	two  = variant.Int(2)

	list = variant.NewArray
	dict = variant.NewDictionary
	kv   = variant.KV
)

func str(s string) variant.Variant { return variant.String(s) }

func pair(key, value variant.Variant) variant.Pair { return variant.Pair{Key: key, Value: value} }

func of(t variant.Type) variant.ElementType { return variant.ElementType{Type: t} }

func vector(i int) gdmath.Vector3 { return gdmath.Vector3{X: float64(i), Y: 0.5, Z: -float64(i)} }

// words returns a packet. A number becomes a word of 4 bytes. A text becomes a word with its
// length, and its bytes with zeros up to the next word.
func words(parts ...any) []byte {
	var b []byte
	for _, part := range parts {
		switch part := part.(type) {
		case int:
			b = binary.LittleEndian.AppendUint32(b, uint32(part))
		case uint32:
			b = binary.LittleEndian.AppendUint32(b, part)
		case string:
			b = append(b, part...)
			b = append(b, make([]byte, -len(part)&3)...)
		default:
			panic(part)
		}
	}

	return b
}

// allTypes has a value of every type. The index of a value is its type, and also the ID of the
// type.
var allTypes = slices.SortedFunc(slices.Values([]variant.Variant{
	null, variant.Bool(true), variant.Int(0), variant.Float(0), str(""), variant.StringName(""),
	gdmath.Vector2{}, gdmath.Vector2i{}, gdmath.Rect2{}, gdmath.Rect2i{}, gdmath.Vector3{},
	gdmath.Vector3i{}, gdmath.Transform2D{}, gdmath.Vector4{}, gdmath.Vector4i{}, gdmath.Plane{},
	gdmath.Quaternion{}, gdmath.AABB{}, gdmath.Basis{}, gdmath.Transform3D{}, gdmath.Projection{},
	gdmath.Color{}, objects.NodePath{}, objects.RID(0), objects.Object{ID: 7}, objects.Callable{},
	objects.Signal{}, variant.Dictionary{}, variant.Array{}, packed.PackedByteArray{},
	packed.PackedInt32Array{}, packed.PackedInt64Array{}, packed.PackedFloat32Array{},
	packed.PackedFloat64Array{}, packed.PackedStringArray{}, packed.PackedVector2Array{{}},
	packed.PackedVector3Array{{}}, packed.PackedColorArray{{}}, packed.PackedVector4Array{{}},
	packed.PackedVector2iArray{{}}, packed.PackedVector3iArray{{}}, packed.PackedVector4iArray{{}},
	variant.TypedArray{Elem: of(variant.TypeInt)},
	variant.PackedTypedArray{Elem: of(variant.TypeInt)},
}), func(a, b variant.Variant) int { return int(a.Type()) - int(b.Type()) })

type (
	reader = wire.Reader
	writer = wire.Writer
)

// settings are the settings of a format. The dialect of the format is made from the field Spec.
type settings struct {
	forms.Settings
	Spec dialect.Spec
}

// A change changes the settings of a format.
type change func(s *settings)

func mode(m forms.Mode) change { return func(s *settings) { s.Mode = m } }

func fullObjects(s *settings) { s.FullObjects = true }

func without(types ...variant.Type) change {
	return func(s *settings) {
		for _, t := range types {
			s.Spec.Types[t] = variant.TypeUnsupported
		}
	}
}

// A format is a forms.Format with the functions of packets as methods.
type format struct {
	*forms.Format
	t testing.TB
}

// every returns a format of all types, with arrays and dictionaries that may be typed.
func every(t testing.TB, changes ...change) *format {
	return everyWith(t, nil, changes...)
}

// everyWith returns the same format as every, with a user's type under the ID 255.
func everyWith(t testing.TB, custom variant.Variant, changes ...change) *format {
	d := dialect.Spec{Name: "every", TypedArrays: true, TypedDictionaries: true}
	for t := range allTypes {
		d.Types = append(d.Types, variant.Type(t))
	}
	return newFormat(t, d, allTypes, custom, 255, changes)
}

var (
	smallTypes = []variant.Variant{null, one, str(""), variant.Array{}}
	smallIDs   = map[int]variant.Type{0: variant.TypeNil, 1: variant.TypeInt, 2: variant.TypeString,
		0x13: variant.TypeArray}
)

// small returns a format of a few types, whose IDs have gaps between them.
func small(t testing.TB, changes ...change) *format {
	return smallWith(t, nil, changes...)
}

// smallWith returns the same format as small, with a user's type under the ID 200.
func smallWith(t testing.TB, custom variant.Variant, changes ...change) *format {
	return newFormat(t, smallSpec(), smallTypes, custom, 200, changes)
}

func smallSpec() dialect.Spec {
	d := dialect.Spec{Name: "small",
		Types: slices.Repeat([]variant.Type{variant.TypeUnsupported}, 0x14)}
	for id, t := range smallIDs {
		d.Types[id] = t
	}
	return d
}

// made has the dialects that dialectOf has made. The keys are the Go source of their Specs.
var made sync.Map

// dialectOf returns the dialect of a Spec. For equal Specs it always returns the same dialect.
func dialectOf(spec dialect.Spec) *dialect.Dialect {
	d, _ := made.LoadOrStore(spec.GoString(), dialect.MustNew(spec))
	return d.(*dialect.Dialect)
}

func newFormat(t testing.TB, d dialect.Spec, types []variant.Variant, custom variant.Variant,
	id uint8, changes []change) *format {
	t.Helper()
	s := settings{forms.Settings{Custom: map[variant.Type]uint8{}}, d}

	if custom != nil {
		types = append(slices.Clip(types), custom)
		s.Custom[custom.Type()] = id
	}

	for _, change := range changes {
		change(&s)
	}

	s.Dialect = dialectOf(s.Spec)
	f, err := forms.NewFormat(registered(s.Settings, types...))
	require.NoError(t, err)
	return &format{f, t}
}

// registered returns s with the Go types to which packets are decoded.
func registered(s forms.Settings, types ...variant.Variant) forms.Settings {
	prototypes := new([256]variant.Variant)
	s.Prototypes = prototypes
	s.Types = map[variant.Type]forms.Method{}

	for _, v := range types {
		t := v.Type()
		method := forms.Method{Foreign: t == variant.TypeCustom}
		if named, ok := v.(variant.Named); ok {
			method.Name = named.TypeName()
		}

		prototypes[t] = v
		s.Types[t] = method
	}

	return s
}

func (f *format) Append(dst []byte, v variant.Variant) ([]byte, error) {
	return packets.Append(f.Format, dst, v)
}

func (f *format) Write(dst []byte, put func(*writer)) ([]byte, error) {
	return packets.Write(f.Format, dst, put)
}

func (f *format) Decode(b []byte) (variant.Variant, error) {
	v, _, err := packets.Decode(f.Format, b, true)
	return v, err
}

func (f *format) Valid(b []byte) error {
	_, err := packets.Valid(f.Format, b, true)
	return err
}

func (f *format) Read(b []byte, get func(*reader)) error {
	return packets.Read(f.Format, b, true, get)
}

// encode returns the packet of v.
func (f *format) encode(v variant.Variant) []byte {
	f.t.Helper()
	b, err := f.Append(nil, v)
	require.NoError(f.t, err, "%#v", v)
	return b
}

// decode returns the value of a packet, which must be valid.
func (f *format) decode(b []byte) variant.Variant {
	f.t.Helper()
	v, err := f.Decode(b)
	require.NoError(f.t, err, "% x", b)
	require.NoError(f.t, f.Valid(b), "% x", b)
	return v
}

// refuse returns the error of decoding a packet. Validating the packet must return the same error.
// The error must be of this kind.
func (f *format) refuse(b []byte, kind error, args ...any) *variant.Error {
	f.t.Helper()
	_, err := f.Decode(b)
	require.Equal(f.t, err, f.Valid(b), args...)
	return testkit.Fault(f.t, err, kind, args...)
}

// A method is a custom value, like the values of a program's own types. Its methods Encode and
// Decode call the functions in its fields.
type method struct {
	encode func(w *writer)
	decode func(r *reader) (variant.Variant, error)
}

func (method) Type() variant.Type { return variant.TypeCustom }

func (m method) Encode(w *variant.Writer) error {
	m.encode((*writer)(w))
	return w.Err()
}

func (m method) Decode(r *variant.Reader) (variant.Variant, error) {
	return m.decode((*reader)(r))
}
