package plan_test

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/shopspring/decimal"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// The table in the documentation of Codec.Unmarshal is held against what happens,
// by bytes and by value: every Go kind with every kind of Variant.

// columns are the values of each column: first those that fit where the table says
// "fit" or "items", then those that do not.
var columns = map[string]struct{ good, odd []variant.Variant }{
	"Nil":  {good: []variant.Variant{variant.Nil{}}},
	"bool": {good: []variant.Variant{variant.Bool(true), variant.Bool(false)}},
	"int": {
		good: []variant.Variant{variant.Int(0), variant.Int(100)},
		odd:  []variant.Variant{variant.Int(1<<53 + 1), variant.Int(-(1<<63 - 1))},
	},
	"float": {
		good: []variant.Variant{variant.Float(0.5), variant.Float(-2)},
	},
	"text": {
		good: []variant.Variant{variant.String("12.50"), variant.StringName("-3")},
	},
	"Bytes": {good: []variant.Variant{packed.PackedByteArray{1, 2}}},
	"Ints": {
		good: []variant.Variant{packed.PackedInt32Array{1, 2}, packed.PackedInt64Array{3, 4}},
		odd:  []variant.Variant{packed.PackedInt64Array{1, 1<<63 - 1}},
	},
	"Floats": {
		good: []variant.Variant{packed.PackedFloat32Array{1, 0.5},
			packed.PackedFloat64Array{1, 0.5}},
	},
	"Strings": {good: []variant.Variant{packed.PackedStringArray{"a", "b"}}},
	"Vectors": {good: []variant.Variant{packed.PackedVector2Array{{X: 1, Y: 2},
		{X: 3, Y: 0.5}}}},
	"Array": {good: []variant.Variant{variant.NewArray(),
		variant.NewTypedArray(variant.ElementType{Type: variant.TypeInt})}},
	"Dictionary": {good: []variant.Variant{variant.NewDictionary(variant.KV("12",
		variant.Int(3)))}},
	"Object": {good: []variant.Variant{objects.NewObject("C"),
		objects.NewObject("C", objects.Prop("12", variant.Int(3)))}},
	"Vector": {
		good: []variant.Variant{math.Vector2{X: 1}},
		odd:  []variant.Variant{math.Vector3{}, math.Vector4{}, math.Color{}}, // not two numbers
	},
	"other": {good: []variant.Variant{
		math.Vector2i{}, math.Rect2{}, math.Rect2i{}, math.Vector3i{}, math.Transform2D{},
		math.Vector4i{}, math.Plane{},
		math.Quaternion{}, math.AABB{}, math.Basis{}, math.Transform3D{}, math.Projection{},
		objects.NodePath{}, objects.RID(3), objects.Callable{}, objects.Signal{},
	}},
}

type (
	objectC struct {
		_ struct{} `godot:"object=C"`
		N int      `godot:"12"`
	}
	listStruct struct {
		_    struct{} `godot:"array"`
		A, B any
	}
	plainStruct struct {
		N int `godot:"12"`
	}
	textTaker struct{ text string }
	hookTaker struct{ got variant.Variant }
)

func (x *textTaker) UnmarshalText(b []byte) error {
	x.text = string(b)
	return nil
}

func (x *hookTaker) UnmarshalVariant(v variant.Variant) error {
	x.got = v
	return nil
}

// rows are the Go types of each row. "T" rows take what their first type takes.
var rows = map[string][]any{
	"bool": {new(bool)},
	"int, uint, …": {new(int), new(int32), new(int16), new(int8), new(uint), new(uint32),
		new(uint8), new(uint64), new(uintptr)},
	"float64, float32": {new(float64), new(float32)},
	"string":           {new(string)},
	"[]byte":           {new([]byte)},
	"[]int32, []int":   {new([]int32), new([]int), new([]uint16)},
	"[]float32, …":     {new([]float32), new([]float64)},
	"[]string":         {new([]string)},
	"[]T":              {new([]any)},
	"[2]float32, …":    {new([2]float32), new([2]float64)},
	"[2]T":             {new([2]any), new([2]variant.Variant)},
	"map[K]V": {new(map[string]any), new(map[string]int),
		new(map[variant.Variant]any)},
	"struct":               {new(plainStruct), new(struct{})},
	"struct, object=C":     {new(objectC)},
	"struct, array":        {new(listStruct)},
	"any, variant.Variant": {new(any), new(variant.Variant)},
	"TextUnmarshaler":      {new(textTaker)},
	"decimal.Decimal":      {new(decimal.Decimal)},
	"VariantUnmarshaler":   {new(hookTaker)},
}

// documented reads the two tables out of the source.
func documented(t *testing.T) map[string]map[string]string {
	source, err := os.ReadFile("../../unmarshal.go")
	require.NoError(t, err)
	table := map[string]map[string]string{}
	for _, part := range strings.Split(string(source), "//\tGo  ")[1:] {
		text, _, _ := strings.Cut("Go  "+part, "\n//\n")
		addColumns(table, strings.Split(text, "\n"))
	}

	require.NotEmpty(t, table)
	return table
}

// addColumns adds the cells of a table, whose first line has the names of its columns.
func addColumns(table map[string]map[string]string, lines []string) {
	var starts []int
	names := strings.Fields(lines[0])
	for _, name := range names[1:] {
		starts = append(starts, strings.Index(lines[0]+" ", " "+name+" ")+1)
	}

	for _, line := range lines[1:] {
		cells := []rune(strings.TrimPrefix(line, "//\t"))
		row := strings.TrimSpace(string(cells[:starts[0]]))
		if table[row] == nil {
			table[row] = map[string]string{}
		}

		for c, start := range starts {
			end := len(cells)
			if c+1 < len(starts) {
				end = min(end, starts[c+1])
			}
			table[row][names[c+1]] = strings.TrimSpace(string(cells[min(start, end):end]))
		}
	}
}

// TestConversionTable: each Go type takes what the tables of Unmarshal say, and nothing else.
func TestConversionTable(t *testing.T) {
	table := documented(t)
	cells := 0
	for row, types := range rows {
		require.Contains(t, table, row)
		require.Len(t, table[row], len(columns), row)
		for column, values := range columns {
			word := table[row][column]
			require.NotEmpty(t, word, "%s, %s", row, column)
			for _, dst := range types {
				for _, v := range values.good {
					checkCell(t, word, dst, v, false)
					cells++
				}

				for _, v := range values.odd {
					checkCell(t, word, dst, v, true)
					cells++
				}
			}
		}
	}

	t.Logf("%d cells", cells)
	require.Greater(t, cells, 1000)
	require.Len(t, table, len(rows)+2, "besides *T and a Variant, which have tests of their own")
}

var fullCodec = codec.MustNew(codec.Options{FullObjects: true})

// checkCell holds one conversion, done both ways, against a word of the table.
func checkCell(t *testing.T, word string, like any, v variant.Variant, odd bool) {
	t.Helper()
	name := fmt.Sprintf("%v into %T", v.Type(), like)
	packet, err := fullCodec.Encode(v)
	require.NoError(t, err)
	v, err = fullCodec.Decode(packet)
	require.NoError(t, err)
	dst := reflect.New(reflect.TypeOf(like).Elem())
	err = codec.FromVariant(v, dst.Interface())
	twin := reflect.New(reflect.TypeOf(like).Elem())
	twinErr := fullCodec.Unmarshal(packet, twin.Interface())
	require.Equal(t, err == nil, twinErr == nil, "%s: %v, %v", name, err, twinErr)
	require.Equal(t, dst.Interface(), twin.Interface(), name)

	var kind error
	switch word {
	case "yes", "text", "hook", "C":
	case "-":
		kind = variant.ErrWrongType
	case "nil":
		require.NoError(t, err, name)
		require.True(t, dst.Elem().IsNil(), name)
		return

	case "fit", "items":
		if odd && fits(dst.Elem().Type(), v) {
			odd = false
		}
		if odd {
			kind = variant.ErrRange
		}

		if (dst.Elem().Kind() == reflect.Array || dst.Elem().Kind() == reflect.Struct) &&
			v.Type() == variant.TypeArray {
			kind = variant.ErrRange // empty into two
		}

	default:
		t.Fatalf("no such word: %q", word)
	}

	if kind == nil {
		require.NoError(t, err, name)
		return
	}

	for _, err := range []error{err, twinErr} {
		require.ErrorIs(t, err, kind, name)
		var e *variant.Error
		require.True(t, errors.As(err, &e), name)
		require.NotEmpty(t, e.Path)
	}
}

// fits says which odd values some of the types of a row hold all the same.
func fits(t reflect.Type, v variant.Variant) bool {
	i, _ := v.(variant.Int)
	switch t {
	case reflect.TypeFor[decimal.Decimal](), reflect.TypeFor[listStruct](),
		reflect.TypeFor[[]any](), reflect.TypeFor[[2]any](), reflect.TypeFor[[2]variant.Variant]():
		return true

	case reflect.TypeFor[int](), reflect.TypeFor[[]int]():
		return strconv.IntSize == 64
	case reflect.TypeFor[uint](), reflect.TypeFor[uintptr]():
		return i >= 0 && strconv.IntSize == 64
	case reflect.TypeFor[uint64]():
		return i >= 0
	default:
		return false
	}
}

// A pointer takes what it points at takes, and Nil and null objects.
func TestConversionToPointers(t *testing.T) {
	for _, types := range rows {
		for _, like := range types {
			base := reflect.TypeOf(like).Elem()
			for _, column := range columns {
				for _, v := range column.good {
					direct, pointer := reflect.New(base), reflect.New(reflect.PointerTo(base))
					err := codec.FromVariant(v, direct.Interface())
					perr := codec.FromVariant(v, pointer.Interface())

					if v.Type() == variant.TypeNil {
						require.NoError(t, perr)
						require.True(t, pointer.Elem().IsNil())
						continue
					}

					require.Equal(t, err == nil, perr == nil, "%v into %v", v, base)
					if err == nil {
						require.Equal(t, direct.Interface(), pointer.Elem().Interface())
					}
				}
			}
		}
	}

	x := new(int)
	require.NoError(t, codec.FromVariant(objects.Object{}, &x))
	assert.Nil(t, x)
}

// A field that is a Variant takes just its own type.
func TestConversionToVariants(t *testing.T) {
	for _, from := range columns {
		for _, v := range slices.Concat(from.good, from.odd) {
			for _, to := range columns {
				for _, like := range slices.Concat(to.good, to.odd) {
					dst := reflect.New(reflect.TypeOf(like))
					err := codec.FromVariant(v, dst.Interface())

					if reflect.TypeOf(v) == reflect.TypeOf(like) {
						require.NoError(t, err)
						require.True(t, variant.Equal(v, dst.Elem().Interface().(variant.Variant)))
					} else {
						require.ErrorIs(t, err, variant.ErrWrongType, "%v into %T", v, like)
					}
				}
			}
		}
	}
}
