package plan_test

import (
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
	"godotvariant/internal/test/testkit"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// This file compares the table in the documentation of Codec.Unmarshal with the behaviour, for
// every Go kind and every kind of Variant, from a packet and from a value.

// columns has values for each column of the table. The variable odd has more values for some of the
// columns. If a cell of the table is "fit" or "items", the values in odd do not fit the Go type,
// unless holdsOdd returns true for them.
var (
	columns = map[string][]Value{
		"Nil":        {variant.Nil{}},
		"bool":       {variant.Bool(true), variant.Bool(false)},
		"int":        {Int(0), Int(100)},
		"float":      {Float(0.5), Float(-2)},
		"text":       {String("12.50"), variant.StringName("-3")},
		"Bytes":      {packed.PackedByteArray{1, 2}},
		"Ints":       {packed.PackedInt32Array{1, 2}, packed.PackedInt64Array{3, 4}},
		"Floats":     {packed.PackedFloat32Array{1, 0.5}, packed.PackedFloat64Array{1, 0.5}},
		"Strings":    {packed.PackedStringArray{"a", "b"}},
		"Vectors":    {packed.PackedVector2Array{{X: 1, Y: 2}, {X: 3, Y: 0.5}}},
		"Array":      {list(), variant.NewTypedArray(of(variant.TypeInt))},
		"Dictionary": {dict(kv("12", Int(3)))},
		"Object":     {objects.NewObject("C"), objects.NewObject("C", objects.Prop("12", Int(3)))},
		"Vector":     {math.Vector2{X: 1}},
		"other": {
			math.Vector2i{}, math.Rect2{}, math.Rect2i{}, math.Vector3i{}, math.Transform2D{},
			math.Vector4i{}, math.Plane{}, math.Quaternion{}, math.AABB{}, math.Basis{},
			math.Transform3D{}, math.Projection{}, objects.NodePath{}, objects.RID(3),
			objects.Callable{}, objects.Signal{},
		},
	}

	odd = map[string][]Value{
		"int":    {Int(1<<53 + 1), Int(-(1<<63 - 1))},
		"Ints":   {packed.PackedInt64Array{1, 1<<63 - 1}},
		"Vector": {math.Vector3{}, math.Vector4{}, math.Color{}}, // too many for a [2]float32
	}
)

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
	hookTaker struct{ got Value }
)

func (x *hookTaker) UnmarshalVariant(v Value) error {
	x.got = v
	return nil
}

// rows has the Go types for each row of the table.
var rows = map[string][]any{
	"bool": {new(bool)},
	"int, uint, …": {new(int), new(int32), new(int16), new(int8), new(uint), new(uint32),
		new(uint8), new(uint64), new(uintptr)},
	"float64, float32":     {new(float64), new(float32)},
	"string":               {new(string)},
	"[]byte":               {new([]byte)},
	"[]int32, []int":       {new([]int32), new([]int), new([]uint16)},
	"[]float32, …":         {new([]float32), new([]float64)},
	"[]string":             {new([]string)},
	"[]T":                  {new([]any)},
	"[2]float32, …":        {new([2]float32), new([2]float64)},
	"[2]T":                 {new([2]any), new([2]Value)},
	"map[K]V":              {new(map[string]any), new(map[string]int), new(map[Value]any)},
	"struct":               {new(plainStruct), new(struct{})},
	"struct, object=C":     {new(objectC)},
	"struct, array":        {new(listStruct)},
	"any, variant.Variant": {new(any), new(Value)},
	"TextUnmarshaler":      {new(fragile)},
	"decimal.Decimal":      {new(decimal.Decimal)},
	"VariantUnmarshaler":   {new(hookTaker)},
}

// documented reads the two tables in the comment of Codec.Unmarshal.
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

// TestConversionTable: each Go type accepts the values that the tables of Unmarshal list, and no
// others. A pointer to the type accepts the same values, and Nil.
func TestConversionTable(t *testing.T) {
	table := documented(t)
	cells := 0
	for row, types := range rows {
		require.Contains(t, table, row)
		require.Len(t, table[row], len(columns), row)
		for column, values := range columns {
			word := table[row][column]
			require.NotEmpty(t, word, "%s, %s", row, column)
			for _, like := range types {
				typ := reflect.TypeOf(like).Elem()
				for _, v := range values {
					checkCell(t, word, typ, v, false)
					checkPointer(t, typ, v)
					cells++
				}

				for _, v := range odd[column] {
					checkCell(t, word, typ, v, !holdsOdd(typ, v))
					cells++
				}
			}
		}
	}

	require.Greater(t, cells, 1000)
	require.Len(t, table, len(rows)+2, "besides *T and a Variant, which have tests of their own")
}

// checkCell compares one conversion with a word of the table. It converts from a packet and from a
// value.
func checkCell(t *testing.T, word string, typ reflect.Type, v Value, odd bool) {
	t.Helper()
	packet := testkit.Encode(t, full, v)
	dst, twin := reflect.New(typ), reflect.New(typ)
	err := codec.FromVariant(testkit.Decode(t, full, packet), dst.Interface())
	twinErr := full.Unmarshal(packet, twin.Interface())
	require.Equal(t, dst.Interface(), twin.Interface(), "%T into %v", v, typ)

	var kind error
	switch word {
	case "yes", "text", "hook", "C":
	case "nil":
		require.True(t, dst.Elem().IsNil(), "%T into %v", v, typ)
	case "-":
		kind = variant.ErrWrongType
	case "fit", "items":
		short := (typ.Kind() == reflect.Array || typ.Kind() == reflect.Struct) &&
			v.Type() == variant.TypeArray // the Array v is empty, but typ has two items
		if odd || short {
			kind = variant.ErrRange
		}
	default:
		t.Fatalf("no such word: %q", word)
	}

	if kind == nil {
		require.NoError(t, err, "%T into %v", v, typ)
		require.NoError(t, twinErr, "%T into %v", v, typ)
		return
	}

	for _, err := range []error{err, twinErr} {
		require.ErrorIs(t, err, kind, "%T into %v", v, typ)
		testkit.Fault(t, err, kind)
	}
}

// holdsOdd reports whether the type t can hold the value v, although v is one of the values in odd.
func holdsOdd(t reflect.Type, v Value) bool {
	i, _ := v.(Int)
	switch t {
	case reflect.TypeFor[decimal.Decimal](), reflect.TypeFor[listStruct](),
		reflect.TypeFor[[]any](), reflect.TypeFor[[2]any](), reflect.TypeFor[[2]Value]():
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

// checkPointer checks that a pointer to the type accepts the same values as the type, and Nil.
func checkPointer(t *testing.T, typ reflect.Type, v Value) {
	direct, pointer := reflect.New(typ), reflect.New(reflect.PointerTo(typ))
	err := codec.FromVariant(v, direct.Interface())
	pointerErr := codec.FromVariant(v, pointer.Interface())

	if v.Type() == variant.TypeNil {
		require.NoError(t, pointerErr)
		require.True(t, pointer.Elem().IsNil())
		return
	}

	require.Equal(t, err == nil, pointerErr == nil, "%v into %v", v, typ)
	if err == nil {
		require.Equal(t, direct.Interface(), pointer.Elem().Interface())
	}
}

// TestConversionToVariants: a target of a Variant type, such as variant.Int, accepts only values of
// this type. A null object sets a pointer to nil.
func TestConversionToVariants(t *testing.T) {
	var all []Value
	for column, values := range columns {
		all = append(all, slices.Concat(values, odd[column])...)
	}

	for _, v := range all {
		for _, like := range all {
			dst := reflect.New(reflect.TypeOf(like))
			err := codec.FromVariant(v, dst.Interface())

			if reflect.TypeOf(v) == reflect.TypeOf(like) {
				require.NoError(t, err)
				require.True(t, variant.Equal(v, dst.Elem().Interface().(Value)))
			} else {
				require.ErrorIs(t, err, variant.ErrWrongType, "%v into %T", v, like)
			}
		}
	}

	x := new(int)
	require.NoError(t, codec.FromVariant(objects.Object{}, &x))
	assert.Nil(t, x)
}
