package text_test

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/text"
	"godotvariant/internal/test/vectors"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// recordings are files of values, with the texts that an engine printed for them. The field count
// is the number of values that have all their data in the text of var_to_str: Parse reads them
// unchanged.
var recordings = []struct {
	file  string
	codec *codec.Codec
	count int
}{
	{"text-4.6-single.jsonl", single, 1038},
	{"text-4.6-double.jsonl", double, 1001},
	{"text-3.2-single.jsonl", godot3, 446},
}

// TestRecordedTexts compares str and var_to_str with the texts of engines. It compares the parsed
// text with the value, without the parts that the text loses.
func TestRecordedTexts(t *testing.T) {
	for _, f := range recordings {
		t.Run(f.file, func(t *testing.T) {
			count := 0
			for _, v := range vectors.Load(t, f.file) {
				if checkTexts(t, v, f.codec) {
					count++
				}
			}
			assert.Equal(t, f.count, count)
		})
	}
}

// checkTexts compares Format and Parse with the texts of v. It reports whether Parse reads v from
// the text of var_to_str.
func checkTexts(t *testing.T, v vectors.Vector, c *codec.Codec) bool {
	t.Helper()
	equalText(t, v.Value, way{codec: c}, v.VarToStr)
	// The engine's str prints data of the real object, which Go does not have.
	if !holdsType(v.Value, variant.TypeObject) && !holdsType(v.Value, variant.TypeSignal) {
		equalText(t, v.Value, way{text.Str, c}, v.Str)
	}
	if hasRID3(v.Value, c) {
		return false // var2str writes an RID as nothing at all
	}
	return variant.Equal(v.Value, readsBack(t, v.Value, c, v.VarToStr))
}

// readsBack parses the text of v that var_to_str or var2str printed, and requires that the result
// is v without the parts that the text loses.
func readsBack(t *testing.T, v variant.Variant, c *codec.Codec, s string) variant.Variant {
	back, err := text.Parse(s, c)
	require.NoError(t, err, s)
	want := printed(v, c)
	require.True(t, variant.Equal(want, back), "%s\nwant %v\ngot  %v", s, want, back)
	return back
}

// hasRID3 reports whether v holds an RID and the codec is for Godot 3.
func hasRID3(v variant.Variant, c *codec.Codec) bool {
	return c == godot3 && holdsType(v, variant.TypeRID)
}

// holdsType reports whether v, or a value inside of it, has the given type.
func holdsType(v variant.Variant, typ variant.Type) bool {
	for _, part := range tree.Walk(v) {
		if part.Type() == typ {
			return true
		}
	}
	return false
}

// printed returns v without the parts that the engine's text loses: numbers have fewer digits and
// no negative zero, IDs are missing, dictionaries are in the order of their keys.
func printed(v variant.Variant, c *codec.Codec) variant.Variant {
	if c == godot3 {
		return changed(v, c, printed3)
	}
	return changed(v, c, printed4)
}

// escaped replaces two control characters by letters. Engines write these characters as \a and \v,
// but read \a as the letter a, and \v as the letter v.
var escaped = strings.NewReplacer("\a", "a", "\v", "v")

// changed returns v with changed numbers, without the parts that engines never print, and with
// dictionaries in the order of their keys.
func changed(v variant.Variant, c *codec.Codec, number func(float64) float64) variant.Variant {
	switch v := v.(type) {
	case variant.Float:
		return variant.Float(number(float64(v)))
	case variant.StringName:
		return variant.StringName(escaped.Replace(string(v)))
	case objects.Signal:
		return objects.Signal{}

	case objects.Object:
		out := objects.Object{Class: v.Class, ID: v.ID}
		for _, p := range v.Properties {
			out.Properties = append(out.Properties,
				objects.Prop(p.Name, changed(p.Value, c, number)))
		}
		return out

	case packed.PackedFloat64Array:
		out := slices.Clone(v)
		for i := range out {
			out[i] = number(out[i])
		}
		return out

	case variant.Array:
		out := variant.Array{Elem: v.Elem}
		for _, item := range v.Items {
			out.Items = append(out.Items, changed(item, c, number))
		}
		return out

	case variant.Dictionary:
		out := variant.Dictionary{Key: v.Key, Value: v.Value}
		for _, p := range sorted(v.Pairs, c) {
			out.Set(changed(p.Key, c, number), changed(p.Value, c, number))
		}
		return out

	case variant.Constructible:
		l := list{change: func(f float64) float64 {
			f = number(f)
			if c != double && f == f {
				f = float64(float32(f))
			}
			return f
		}}

		v.ToArgs(&l)
		return v.FromArgs(&listReader{all: l.all})
	}

	return v
}

// sorted returns the pairs in the order in which var_to_str writes them. To find the order, it
// formats a dictionary with the same keys and the positions of the pairs as values.
func sorted(pairs []variant.Pair, c *codec.Codec) []variant.Pair {
	var positions variant.Dictionary
	for i, p := range pairs {
		position := variant.String("position " + strconv.Itoa(i))
		positions.Pairs = append(positions.Pairs, variant.Pair{Key: p.Key, Value: position})
	}

	var order []variant.Pair
	s, _ := text.Format(positions, c)
	for _, found := range position.FindAllStringSubmatch(s, -1) {
		i, _ := strconv.Atoi(found[1])
		order = append(order, pairs[i])
	}
	return order
}

var position = regexp.MustCompile(`"position (\d+)"`)

// printed4 returns the number that Godot 4 prints for f. If single precision holds f exactly, the
// number has the digits of single precision.
func printed4(f float64) float64 {
	if f-f == 0 && float64(float32(f)) == f {
		s, _ := text.Format(variant.Float(f), nil)
		f, _ = strconv.ParseFloat(s, 64)
	}
	if f != f {
		return usualNaN
	}
	return f + 0 // changes -0 to 0
}

// printed3 returns the number that Godot 3 prints for f: with six digits, and with the sign of a
// NaN.
func printed3(f float64) float64 {
	if f != f {
		return math.Copysign(usualNaN, f)
	}
	f, _ = strconv.ParseFloat(strconv.FormatFloat(float64(float32(f)), 'g', 6, 64), 64)
	return f + 0
}

// usualNaN stands for every NaN, because text does not keep the bits of a NaN.
var usualNaN = math.Float64frombits(0x7ff8000000000000)

// A list collects the arguments that a value writes. It passes each float to its function change,
// and stores the result. A listReader reads the arguments to make a value again.
type list struct {
	change func(float64) float64
	all    []any
}

func (l *list) RowMajor() bool { return true }

func (l *list) Real(f float64) {
	l.all = append(l.all, l.change(f))
}

func (l *list) Int(i int64) {
	l.all = append(l.all, i)
}

func (l *list) Uint(u uint64) {
	l.all = append(l.all, u)
}

func (l *list) Text(s string) {
	l.all = append(l.all, escaped.Replace(s))
}

// A listReader reads the arguments of a list.
type listReader struct {
	all  []any
	next int
	err  error
}

func (l *listReader) RowMajor() bool { return true }

func (l *listReader) More() bool { return l.next < len(l.all) }

func (l *listReader) take() any {
	l.next++
	return l.all[l.next-1]
}

func (l *listReader) Real() float64    { return l.take().(float64) }
func (l *listReader) Double() float64  { return l.take().(float64) }
func (l *listReader) Float32() float32 { return float32(l.take().(float64)) }
func (l *listReader) Int() int64       { return l.take().(int64) }
func (l *listReader) Uint() uint64     { return l.take().(uint64) }
func (l *listReader) Text() string     { return l.take().(string) }

func (l *listReader) IsText() bool {
	_, ok := l.all[l.next].(string)
	return ok
}

func (l *listReader) Fail(err error) { l.err = err }
