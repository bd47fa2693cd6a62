package parse_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/internal/parse"
	"godotvariant/internal/test/testkit"
	"godotvariant/math"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// These are two sets of rules for tests. The first one accepts objects, and the second one refuses
// them.
var (
	all  = &parse.Rules{FullObjects: true, MaxDepth: 1024, MaxSize: 256 << 20}
	none = &parse.Rules{MaxDepth: 1024, MaxSize: 256 << 20}
)

type parseFunc func(string, *parse.Rules) (variant.Variant, error)

// eachRow calls f with the two columns of each row of a file in testdata, and the row's section.
func eachRow(t *testing.T, file string, f func(section, text, want string)) {
	t.Helper()
	data, err := os.ReadFile("testdata/" + file)
	require.NoError(t, err)

	special := strings.NewReplacer("⏎", "\n", "�", "\xff")
	for _, section := range strings.Split(string(data), "\n== ")[1:] {
		rows := strings.Split(strings.Trim(section, "\n"), "\n")
		for _, row := range rows[1:] {
			text, want, ok := strings.Cut(row, "\t")
			require.True(t, ok, row)
			f(rows[0], special.Replace(text), want)
		}
	}
}

// TestValues reads the texts of testdata/values.txt. JSON that is written for a value is read as
// the same value.
func TestValues(t *testing.T) {
	eachRow(t, "values.txt", func(section, text, want string) {
		read, o := parseFunc(parse.Text), *all
		o.Single = strings.HasSuffix(section, "single precision")
		if strings.HasPrefix(section, "JSON") {
			read = parse.JSON
		}

		v, err := read(text, &o)
		require.NoError(t, err, text)
		assert.Equal(t, want, fmt.Sprintf("%#v", v), text)

		written, err := variant.JSON(v)
		require.NoError(t, err, text)
		assert.True(t, json.Valid(written), "%s", written)
		again, err := parse.JSON(string(written), all)
		require.NoError(t, err, "%s", written)
		assert.True(t, variant.Equal(v, again), "%s", written)

		if section == "JSON as it is written" {
			assert.Equal(t, text, string(written))
		}
	})
}

// TestFaults reads the texts of testdata/faults.txt. Each text gives an error with a kind, a path,
// a line and a column. The offset of the error is the place of this line and column in the text.
func TestFaults(t *testing.T) {
	kinds := []error{variant.ErrSyntax, variant.ErrTruncated, variant.ErrRange, variant.ErrUTF8,
		variant.ErrElementType, variant.ErrUnsupported, variant.ErrObject}

	eachRow(t, "faults.txt", func(section, text, want string) {
		read := map[string]parseFunc{"text": parse.Text, "JSON": parse.JSON}[section]
		v, err := read(text, all)
		require.Nil(t, v, text)
		var e *variant.Error
		require.ErrorAs(t, err, &e, text)
		assert.Equal(t, want, strings.TrimPrefix(err.Error(), "godot: parse "), text)

		lines := strings.Split(text[:e.Offset], "\n")
		assert.Equal(t, len(lines), e.Line, text)
		assert.Equal(t, utf8.RuneCountInString(lines[len(lines)-1])+1, e.Column, text)

		for _, kind := range kinds {
			is := strings.HasPrefix(e.Err.Error(), kind.Error())
			assert.Equal(t, is, errors.Is(err, kind), "%s: %v", text, kind)
		}
	})

	_, err := parse.Text("Object(A)", none)
	assert.ErrorIs(t, err, variant.ErrObject)
}

// TestEqualKeysAreOne: keys that are equal in Godot 4 make one pair, at any depth. The pair has the
// first position and the last value.
func TestEqualKeysAreOne(t *testing.T) {
	eachRow(t, "keys.txt", func(_, text, want string) {
		long := strings.NewReplacer("LONG", strings.Repeat("long ", 20))
		text, want = long.Replace(text), long.Replace(want)
		v, err := parse.Text(text, all)
		require.NoError(t, err, text)
		assert.Equal(t, want, variant.Text(v), text)

		written, err := variant.JSON(v)
		require.NoError(t, err)
		back, err := parse.JSON(string(written), all)
		require.NoError(t, err, "%s", written)
		assert.True(t, variant.Equal(v, back), "%s", written)
	})

	var many, once strings.Builder
	for i := range 100 {
		fmt.Fprintf(&many, `%d: 0, "%d": %d, `, i%40, i%40, i)
	}
	for i := range 40 {
		fmt.Fprintf(&once, `, %d: 0, "%d": %d`, i, i, i+(99-i)/40*40)
	}

	v, err := parse.Text("{"+many.String()+"}", all)
	require.NoError(t, err)
	assert.Equal(t, "{"+once.String()[2:]+"}", variant.Text(v))
}

// TestNamesOfClasses reads names of classes with every kind of character that a name may have.
func TestNamesOfClasses(t *testing.T) {
	for _, name := range []string{"z0Z9", "a", "A1", "_z", "__", "zZ_09", "Node3D"} {
		got, err := parse.Text("Array["+name+"]([])", all)
		require.NoError(t, err, name)
		assert.Equal(t, name, got.(variant.Array).Elem.Class)
	}
}

// TestColors: a component of a color such as #ff8000 is a byte divided by 255, in single precision.
func TestColors(t *testing.T) {
	for c := range 256 {
		v, err := parse.Text(fmt.Sprintf("#%02x00%02XFf", c, 255-c), all)
		require.NoError(t, err)
		got := v.(math.Color)
		want := [4]float32{float32(c) / 255, 0, float32(255-c) / 255, 1}
		assert.Equal(t, want, [4]float32{float32(got.R), float32(got.G), float32(got.B),
			float32(got.A)})
	}
}

// TestBadJSON reads JSON with each kind of fault, and checks the path of the error.
func TestBadJSON(t *testing.T) {
	check := func(data, kind, path string) {
		_, err := parse.JSON(data, none)
		var e *variant.Error
		require.ErrorAs(t, err, &e, data)
		assert.ErrorContains(t, e.Err, kind, data)
		assert.True(t, strings.HasSuffix(e.Path.String(), path), "%s: %s", data, e.Path)
	}

	check(strings.Repeat("[", 2000), "nested too deep", "[0]")

	file, err := os.ReadFile("testdata/badjson.txt")
	require.NoError(t, err)
	for row := range strings.Lines(string(file)) {
		if cells := strings.Split(strings.TrimSpace(row), " | "); len(cells) == 3 {
			check(cells[0], cells[1], cells[2])
		}
	}

	for _, data := range []string{
		`["i:1 "]`, `["s:a",true,false,null,"sn:b"]`,
		`[{"type":"Array","args":["i:1"],"elem_type":"int"}]`,
		`[{"type":"Dictionary","args":["i:1","i:2","i:1","i:3"]}]`,
	} {
		_, err := parse.JSON(data, none)
		require.NoError(t, err, data)
	}
}

// TestDepthIsLimited: MaxDepth limits the depth of values. The number of values at the same depth
// does not matter.
func TestDepthIsLimited(t *testing.T) {
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }

	for max, most := range map[int]int{1: 2, 2: 3, 1023: 1024, 1024: 1025} {
		s := &parse.Rules{MaxDepth: max, MaxSize: 1 << 20}
		for name, read := range map[string]parseFunc{"text": parse.Text, "JSON": parse.JSON} {
			_, err := read(nested(most), s)
			assert.NoError(t, err, "%s, %d", name, max)
			_, err = read(nested(most+1), s)
			assert.ErrorIs(t, err, variant.ErrDepth, "%s, %d", name, max)
			v, err := read("["+strings.Repeat("[],", 1500)+"[]]", s)
			require.NoError(t, err, "%s, %d", name, max)
			assert.Equal(t, 1501, v.(variant.Array).Len())
		}
	}
}

// TestKeysInKeysTakeLinearMemory: the memory for keys in keys grows linearly with the text.
func TestKeysInKeysTakeLinearMemory(t *testing.T) {
	ones, nulls := strings.Repeat("1, ", 20_000), strings.Repeat("null,", 20_000)
	nest := func(n int, open, inner, end string) string {
		return strings.Repeat(open, n) + inner + strings.Repeat(end, n)
	}

	for _, c := range []struct {
		name, text string
		read       parseFunc
		most       int // greatest number of allocated bytes for each byte of the text
	}{
		{"dictionaries", nest(1000, "{", "["+ones+"]", ":1,2:3}"), parse.Text, 56},
		{"arrays", nest(500, "{[", "["+ones+"]", "]:1,2:3}"), parse.Text, 56},
		{"values", nest(500, "{{1:", "["+ones+"]", ",2:3}:1,2:3}"), parse.Text, 56},
		{"NaN", nest(500, "{[", "[nan, "+ones+"]", "]:1,2:3}"), parse.Text, 56},
		{"small keys", "{" + strings.Repeat("[1]: 1, [nan]: 2, ", 5000) + "}", parse.Text, 56},
		{"JSON", nest(1000, `{"args":[`, "["+nulls+"null]",
			`,null,null,null],"type":"Dictionary"}`), parse.JSON, 80},
	} {
		var err error
		bytes := testkit.Allocated(func() { _, err = c.read(c.text, none) })
		require.NoError(t, err, c.name)
		assert.Less(t, bytes, uint64(c.most*len(c.text)), c.name)
	}
}

// A link is a type that no engine has. It refers to an object or to a script.
type link struct{ variant.String }

func (link) Type() variant.Type { return variant.TypeCustom }

func (link) TypeName() string { return "Link" }

func (l link) ToArgs(w notation.ArgsWriter) { w.Text(string(l.String)) }

func (link) FromArgs(a notation.Args) variant.Variant {
	a.More()
	l := link{variant.String(a.Text())}
	a.More()
	return l
}

func (l link) Script(a notation.Args) string {
	return "res://" + string(l.FromArgs(a).(link).String)
}

// TestOwnTypeNamesScript: text can name the script of a typed container with a value of a type that
// a program defines, such as Link("a.gd"). Values of this type can be items of the container.
func TestOwnTypeNamesScript(t *testing.T) {
	o := &parse.Rules{MaxDepth: 10, MaxSize: 100,
		Types: map[string]variant.Constructible{"Link": link{}}}
	v, err := parse.Text(`Array[Link("a.gd")]([Link("b"), null])`, o)
	require.NoError(t, err)
	assert.Equal(t, variant.Array{
		Items: []variant.Variant{link{"b"}, variant.Nil{}},
		Elem:  &variant.ElementType{Type: variant.TypeObject, Script: "res://a.gd"},
	}, v)

	for _, text := range []string{`Array[int]([Link("b")])`, `Array[Link("a.gd")]([1])`} {
		_, err = parse.Text(text, o)
		assert.ErrorIs(t, err, variant.ErrElementType, text)
	}
}
