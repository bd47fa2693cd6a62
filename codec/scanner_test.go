package codec_test

import (
	"encoding/binary"
	"fmt"
	stdmath "math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/random"
	"godotvariant/internal/test/testkit"
	"godotvariant/internal/test/workloads"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// tokenLine returns a token as a row of the table in the comment of Scanner.
func tokenLine(s *codec.Scanner) string {
	var fields []string
	for f := range s.Fields() {
		fields = append(fields, fmt.Sprintf("%v %d:%d", f.Kind, f.Offset, f.End))
	}

	line := fmt.Sprintf("%-5v  %-10v  %6d  %3d  %5d  %s", s.Kind(), s.Type(), s.Offset(), s.End(),
		s.Depth(), strings.Join(fields, ", "))
	return strings.TrimRight(line, " ")
}

// TestScannerPage: the table in the comment of Scanner has the tokens of its packet.
func TestScannerPage(t *testing.T) {
	page, err := os.ReadFile("scanner.go")
	require.NoError(t, err)
	_, table, _ := strings.Cut(string(page), "Depth  Fields\n")
	table, _, _ = strings.Cut(table, "\n//\n")

	packet := testkit.Encode(t, codec.MustNew(codec.Options{}), variant.NewDictionary(
		variant.KV("hp", variant.Int(10)), variant.KV("at", variant.NewArray(variant.Float(1.5)))))
	var lines []string
	for s := codec.NewScanner(packet, nil); s.Next(); {
		lines = append(lines, "//\t"+tokenLine(s))
	}

	assert.Equal(t, strings.Split(table, "\n"), lines)
}

// TestNamesOfKinds: the text of each kind is its name, and other numbers also have a text.
func TestNamesOfKinds(t *testing.T) {
	assert.Equal(t, "Name", codec.TokenName.String())
	assert.Equal(t, "None", (codec.TokenName + 1).String())
	assert.Equal(t, "Custom", codec.FieldCustom.String())
	assert.Equal(t, "unknown field", (codec.FieldCustom + 1).String())
}

// TestScannerFields tests the fields of values whose payload has several parts.
func TestScannerFields(t *testing.T) {
	wide := settings{Dialect: codec.DocsGodot4, Precision: variant.Double}.In(codec.Default)
	for _, c := range []struct {
		v    variant.Variant
		in   *codec.Codec
		want string
	}{
		{packed.PackedVector3Array{{X: 1}, {Y: 2}}, fullObjects,
			"Header 4, Count 4, Numbers 24 f4"},
		{packed.PackedInt64Array{1, 2}, fullObjects, "Header 4, Count 4, Numbers 16 i8"},
		{packed.PackedInt64Array{1, 2}, wide, "Header 4, Count 8, Numbers 16 i8"},
		{packed.PackedVector3Array{{X: 1}}, wide, "Header 4, Count 4, Numbers 24 f8"},
		{math.Vector2i{X: 1}, fullObjects, "Header 4, Numbers 8 i4"},
		{math.Vector2{X: 1}, wide, "Header 4, Numbers 16 f8"},
		{variant.Int(1), fullObjects, "Header 4, Numbers 4 i4"},
		{variant.Int(1 << 40), fullObjects, "Header 4, Numbers 8 i8"},
		{variant.Float(0.1), fullObjects, "Header 4, Numbers 8 f8"},
		{variant.Float(0.5), fullObjects, "Header 4, Numbers 4 f4"},
		{packed.PackedByteArray{1}, fullObjects, "Header 4, Count 4, Bytes 1, Padding 3"},
		{packed.PackedStringArray{"a", ""}, fullObjects,
			"Header 4, Count 4, Count 4, Text 2, Padding 2, Count 4, Text 1, Padding 3"},
		{objects.RID(7), fullObjects, "Header 4, Numbers 8 i8"},
		{objects.NodePath{Names: []string{"a"}, SubNames: []string{"b"}}, fullObjects,
			"Header 4, Count 4, Count 4, Numbers 4 i4, Count 4, Text 1, Padding 3, " +
				"Count 4, Text 1, Padding 3"},
		{objects.MustParseNodePath("a"), fullObjects,
			"Header 4, Count 4, Count 4, Numbers 4 i4, Count 4, Text 1, Padding 3"},
		{objects.NodePath{Names: []string{"a"}, Absolute: true}, fullObjects,
			"Header 4, Count 4, Count 4, Numbers 4 i4, Count 4, Text 1, Padding 3"},
		{objects.NewObject("Node"), fullObjects, "Header 4, Count 4, Text 4, Count 4"},
		{objects.Object{ID: 3}, fullObjects, "Header 4, Numbers 8 i8"},
		{variant.NewTypedArray(variant.ElementType{Type: variant.TypeInt}), fullObjects,
			"Header 4, Type 4, Count 4"},
		{Health{1, 2}, health(t), "Header 4, Custom 8"},
	} {
		s := codec.NewScanner(testkit.Encode(t, c.in, c.v), c.in)
		require.True(t, s.Next(), "%v: %v", c.v, s.Err())

		var got []string
		for f := range s.Fields() {
			got = append(got, fmt.Sprintf("%v %d", f.Kind, f.End-f.Offset)+form(f))
		}
		assert.Equal(t, c.want, strings.Join(got, ", "), "%v", c.v)
	}
}

// form returns the form of the numbers in a field: "f4" for floats of 4 bytes.
func form(f codec.Field) string {
	switch {
	case f.Float:
		return fmt.Sprintf(" f%d", f.Size)
	case f.Size > 0:
		return fmt.Sprintf(" i%d", f.Size)
	default:
		return ""
	}
}

var fullObjects = codec.MustNew(codec.Options{FullObjects: true})

// health returns a codec with a registered type of a program.
func health(t testing.TB) *codec.Codec {
	registry := codec.NewRegistry()
	require.NoError(t, registry.Register(Health{}, 100))
	return codec.MustNew(codec.Options{Registry: registry})
}

// TestScannerNumbers: AppendInts and AppendFloats return the numbers of the values of all types, in
// all dialects.
func TestScannerNumbers(t *testing.T) {
	for typ := variant.TypeNil; typ.String() != "unsupported type"; typ++ {
		v := random.Sample(typ)
		for _, settings := range random.AllSettings {
			c := settings.In(codec.Default)
			packet, err := c.Encode(v)
			if err != nil {
				continue
			}

			s := codec.NewScanner(packet, c)
			require.True(t, s.Next())
			back := testkit.Decode(t, c, packet)
			ints, floats := numbersOf(reflect.ValueOf(back))
			if back.Type() == variant.TypeBasis || back.Type() == variant.TypeTransform3D {
				floats = inPacket(back, settings.Dialect)
			}

			assert.Equal(t, ints, s.AppendInts([]int64{}), "%v: %v", settings, back)
			assert.Equal(t, floats, s.AppendFloats([]float64{}), "%v: %v", settings, back)
			assert.Equal(t, len(ints)+len(floats), numbersInFields(s), "%v: %v", settings, back)
		}
	}
}

// numbersInFields counts the numbers in the fields of a value. It requires that each float is in a
// field of floats.
func numbersInFields(s *codec.Scanner) (n int) {
	if len(s.AppendInts(nil))+len(s.AppendFloats(nil)) == 0 {
		return 0
	}

	for f := range s.Fields() {
		if f.Kind == codec.FieldNumbers && f.Float == (len(s.AppendFloats(nil)) > 0) {
			n += (f.End - f.Offset) / f.Size
		}
	}
	return n
}

// numbersOf returns the numbers in a value that consists of numbers.
func numbersOf(v reflect.Value) (ints []int64, floats []float64) {
	ints, floats = []int64{}, []float64{}
	if v.Type() == reflect.TypeFor[packed.PackedByteArray]() {
		return ints, floats
	}

	switch v.Kind() {
	case reflect.Int32, reflect.Int64:
		ints = append(ints, v.Int())
	case reflect.Float32, reflect.Float64:
		floats = append(floats, v.Float())

	case reflect.Struct:
		pkg := v.Type().PkgPath()
		for i := 0; strings.HasSuffix(pkg, "/math") && i < v.NumField(); i++ {
			a, b := numbersOf(v.Field(i))
			ints, floats = append(ints, a...), append(floats, b...)
		}

	case reflect.Slice:
		for i := range v.Len() {
			if v.Index(i).Kind() == reflect.Interface {
				break
			}
			a, b := numbersOf(v.Index(i))
			ints, floats = append(ints, a...), append(floats, b...)
		}
	}

	return ints, floats
}

// inPacket returns the numbers of a Basis or a Transform3D in the order of the packet.
func inPacket(v variant.Variant, d *variant.Dialect) (floats []float64) {
	packet, err := codec.MustNew(codec.Options{Dialect: d}).Encode(v)
	if err != nil {
		panic(err)
	}

	for b := packet[4:]; len(b) > 0; b = b[4:] {
		x := stdmath.Float32frombits(binary.LittleEndian.Uint32(b))
		floats = append(floats, float64(x))
	}
	return floats
}

// TestScannerOtherTokens: methods for one type return nothing at other tokens.
func TestScannerOtherTokens(t *testing.T) {
	c := health(t)
	for _, v := range []variant.Variant{variant.Nil{}, variant.String("a"), math.Vector3{},
		variant.NewArray(variant.Int(1)), Health{1, 2}} {
		s := codec.NewScanner(testkit.Encode(t, c, v), c)
		require.True(t, s.Next())
		_, isBool := s.Bool()
		_, isInt := s.Int()
		_, isFloat := s.Float()
		assert.False(t, isBool || isInt || isFloat, "%v", v)
		assert.Equal(t, v.Type() == variant.TypeString, s.Text() != nil, "%v", v)
		assert.Nil(t, s.Bytes(), "%v", v)
		assert.Empty(t, s.AppendInts(nil), "%v", v)
		assert.Equal(t, v.Type() == variant.TypeVector3, len(s.AppendFloats(nil)) == 3, "%v", v)
	}
}

// TestScannerObject tests the tokens of an object, and the results of the methods for a TokenName.
func TestScannerObject(t *testing.T) {
	packet := testkit.Encode(t, fullObjects, objects.NewObject("Node", objects.Prop("hp",
		variant.Int(3))))
	s := codec.NewScanner(packet, fullObjects)

	require.True(t, s.Next())
	assert.Equal(t, codec.TokenOpen, s.Kind())
	assert.Equal(t, "Node", string(s.Text()))
	assert.Equal(t, 1, s.Len())
	empty, err := s.Empty()
	require.NoError(t, err)
	testkit.RequireEqual(t, objects.NewObject("Node"), empty)

	require.True(t, s.Next())
	assert.Equal(t, codec.TokenName, s.Kind())
	assert.Equal(t, "hp", string(s.Text()))
	assert.Equal(t, variant.TypeNil, s.Type())
	assert.Equal(t, "$.hp", s.Path().String())
	assert.Equal(t, variant.Step{Kind: variant.StepProperty, Name: "hp"}, s.Step())
	assert.Zero(t, s.Len())
	v, err := s.Value()
	assert.Nil(t, v)
	require.NoError(t, err)
	raw, err := s.Raw()
	assert.Equal(t, codec.Raw{}, raw)
	require.NoError(t, err)
	empty, err = s.Empty()
	assert.Nil(t, empty)
	require.NoError(t, err)

	require.True(t, s.Next())
	x, ok := s.Int()
	assert.Equal(t, int64(3), x)
	assert.True(t, ok)
	assert.Equal(t, "$.hp", s.Path().String())
	require.True(t, s.Next())
	assert.Equal(t, codec.TokenClose, s.Kind())
	assert.False(t, s.Next())
	assert.False(t, s.Next())
	assert.NoError(t, s.Err())
}

// TestScannerElementTypes: ElementTypes returns the types of the parts of each typed container.
func TestScannerElementTypes(t *testing.T) {
	node := variant.ElementType{Type: variant.TypeObject, Script: "res://a.gd"}
	number := variant.ElementType{Type: variant.TypeInt}
	pandemonium := codec.MustNew(codec.Options{Dialect: codec.Pandemonium5})

	for _, c := range []struct {
		codec       *codec.Codec
		value       variant.Variant
		keys, items *variant.ElementType
	}{
		{fullObjects, variant.NewArray(), nil, nil},
		{fullObjects, variant.NewTypedArray(node), nil, &node},
		{fullObjects, variant.NewDictionary(), nil, nil},
		{fullObjects, variant.Dictionary{Key: &number, Value: &node}, &number, &node},
		{fullObjects, variant.Dictionary{Value: &node}, nil, &node},
		{fullObjects, objects.NewObject("Node"), nil, nil},
		{fullObjects, variant.Int(1), nil, nil},
		{pandemonium, variant.TypedArray{Elem: number}, nil, &number},
		{pandemonium, variant.PackedTypedArray{Elem: number}, nil, &number},
	} {
		s := codec.NewScanner(testkit.Encode(t, c.codec, c.value), c.codec)
		require.True(t, s.Next())
		keys, items := s.ElementTypes()
		require.Equal(t, c.keys, keys, "%v", c.value)
		require.Equal(t, c.items, items, "%v", c.value)
	}
}

// TestZeroScanner: a Scanner without a packet has no tokens, and no method panics.
func TestZeroScanner(t *testing.T) {
	var s codec.Scanner
	requireNoToken(t, &s)
	assert.False(t, s.Next())
	requireNoToken(t, &s)
	assert.NoError(t, s.Err())

	s.Reset(words(0), nil)
	requireNoToken(t, &s)
	assert.Zero(t, s.Offset())
	assert.Zero(t, s.End())
	assert.True(t, s.Next())
	assert.Equal(t, codec.TokenValue, s.Kind())
	assert.False(t, s.Next())
	requireNoToken(t, &s)

	s.Reset(nil, nil)
	assert.False(t, s.Next())
	assert.ErrorIs(t, s.Err(), variant.ErrTruncated)
	requireNoToken(t, &s)
}

func requireNoToken(t *testing.T, s *codec.Scanner) {
	t.Helper()
	require.Equal(t, codec.TokenNone, s.Kind())
	require.Zero(t, s.Len())
	require.Zero(t, s.Index())
	require.Zero(t, s.Depth())
	require.False(t, s.IsKey())
	require.Nil(t, s.Text())
	require.Nil(t, s.Bytes())
	require.Zero(t, s.Flags())
	require.Equal(t, variant.Step{}, s.Step())
	require.Empty(t, s.Path())
	require.Equal(t, s.Err() == nil, s.Skip())

	v, err := s.Value()
	require.Nil(t, v)
	require.Equal(t, s.Err(), err)
	raw, err := s.Raw()
	require.Equal(t, codec.Raw{}, raw)
	require.Equal(t, s.Err(), err)
	keys, items := s.ElementTypes()
	require.Nil(t, keys)
	require.Nil(t, items)
	empty, err := s.Empty()
	require.Nil(t, empty)
	require.Equal(t, s.Err(), err)
}

// TestScannerFault tests the results of the methods after an error.
func TestScannerFault(t *testing.T) {
	v := variant.NewDictionary(variant.KV("a", variant.NewArray(math.Vector3{X: 1})))
	packet := testkit.Encode(t, fullObjects, v)
	strict := codec.MustNew(codec.Options{Mode: codec.Strict})

	for _, c := range []struct {
		name   string
		packet []byte
		codec  *codec.Codec
		want   string // type, offset, end, depth, path and fields
		kind   error
	}{
		{"cut in a value", packet[:len(packet)-4], nil,
			`Vector3 28 32 2 $["a"][0] Header 28:32`, variant.ErrTruncated},
		{"cut in a header", packet[:3], nil, `Nil 0 0 0 $`, variant.ErrTruncated},
		{"cut in a text", packet[:17], nil, `String 8 16 1 $[key 0] Header 8:12 Count 12:16`,
			variant.ErrTruncated},
		{"an unknown type", words(28, 1, 200), nil, `Nil 8 12 1 $[0] Header 8:12`,
			variant.ErrUnknownType},
		{"a wrong count", words(28, 1<<20), nil, `Array 0 8 0 $ Header 0:4 Count 4:8`,
			variant.ErrTruncated},
		{"too deep", slices.Concat(words(28, 1), words(28, 1, 0)),
			codec.MustNew(codec.Options{Limits: codec.Limits{MaxDepth: 1}}),
			`Nil 16 16 2 $[0][0]`, variant.ErrDepth},
		{"a repeated key", words(27, 2, 2, 7, 0, 2, 7, 0), strict, `Nil 28 28 1 $[key 1]`,
			variant.ErrDuplicateKey},
		{"a repeated key in a key", words(27, 1, 27, 2, 0, 0, 0, 0, 0), strict,
			`Nil 28 28 2 $[key 0][key 1]`, variant.ErrDuplicateKey},
	} {
		s := codec.NewScanner(c.packet, c.codec)
		for s.Next() {
			assert.LessOrEqual(t, s.End(), len(c.packet))
		}

		got := fmt.Sprintf("%v %d %d %d %v", s.Type(), s.Offset(), s.End(), s.Depth(), s.Path())
		for f := range s.Fields() {
			got += fmt.Sprintf(" %v %d:%d", f.Kind, f.Offset, f.End)
		}

		assert.Equal(t, c.want, got, c.name)
		require.ErrorIs(t, s.Err(), c.kind, c.name)

		var e *variant.Error
		_, _, err := c.codec.DecodeFirst(c.packet)
		require.ErrorAs(t, err, &e, c.name)
		assert.Equal(t, s.Path().String(), e.Path.String(), c.name)
	}
}

// TestScannerContainers: after an error, Depth and Container still describe the open containers.
func TestScannerContainers(t *testing.T) {
	s := codec.NewScanner(words(28, 2, 0, 28, 1, 28, 1, 200), nil)
	for s.Next() {
	}

	require.Error(t, s.Err())
	require.Equal(t, 3, s.Depth())
	assert.Equal(t, []int{0, 12, 20}, []int{s.Container(0), s.Container(1), s.Container(2)})
}

// TestScannerAllocatesNothing: Next and the methods that describe a token allocate no memory.
func TestScannerAllocatesNothing(t *testing.T) {
	if testkit.Raced {
		t.Skip("the race detector empties the pools")
	}

	for _, w := range workloads.All() {
		packet := testkit.Encode(t, fullObjects, w.Value)
		var s codec.Scanner
		ints, floats := make([]int64, 0, 300_000), make([]float64, 0, 400_000)
		fields := 0

		for _, mode := range []codec.Mode{codec.Default, codec.Strict} {
			c := codec.MustNew(codec.Options{Mode: mode})
			assert.Zero(t, testkit.AllocsPerRun(50, func() {
				for s.Reset(packet, c); s.Next(); {
					ints, floats = s.AppendInts(ints[:0]), s.AppendFloats(floats[:0])
					_, _, _ = s.Text(), s.Bytes(), s.Index()
					for range s.Fields() {
						fields++
					}
				}
			}), "%s, mode %v", w.Name, mode)

			assert.Zero(t, testkit.AllocsPerRun(50, func() {
				for s.Reset(packet, c); s.Next(); {
					s.Skip()
				}
			}), "Skip of %s, mode %v", w.Name, mode)
		}
	}
}

// TestScannerIsNotCopied: go vet reports a copied Scanner.
func TestScannerIsNotCopied(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs go vet")
	}

	file := filepath.Join(t.TempDir(), "copied.go")
	require.NoError(t, os.WriteFile(file, []byte(`package main

import "godotvariant/codec"

func main() {
	s := codec.NewScanner(nil, nil)
	copied := *s
	copied.Next()
}
`), 0o600))

	out, err := exec.Command("go", "vet", "-copylocks", file).CombinedOutput()
	assert.Error(t, err)
	assert.Contains(t, string(out),
		"assignment copies lock value to copied: godotvariant/codec.Scanner")
}
