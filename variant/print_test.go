package variant_test

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/parsed"
	"godotvariant/internal/test/testkit"
	"godotvariant/variant"
)

func TestErrorText(t *testing.T) {
	for want, e := range map[string]*variant.Error{
		`godot: decode $["enemies"][4].tags[0] (String) at offset 696: unexpected end of data`: {
			Op: variant.OpDecode, Offset: 696, Type: variant.TypeString,
			Path: testkit.Must(variant.ParsePath(`$["enemies"][4].tags[0]`)),
			Err:  variant.ErrTruncated},
		"godot: decode $ at offset 0: unknown type ID: 99": {
			Op: variant.OpDecode, Err: variant.Because(variant.ErrUnknownType, "99")},
		"godot: encode $[1] (int): out of range": {Op: variant.OpEncode, Offset: 8,
			Path: variant.Path{{Index: 1}}, Type: variant.TypeInt, Err: variant.ErrRange},
	} {
		assert.Equal(t, want, e.Error())
		assert.ErrorIs(t, e, e.Err)
	}
}

func TestErrorKinds(t *testing.T) {
	err := variant.Because(variant.ErrTruncated, "why")
	assert.Equal(t, "unexpected end of data: why", err.Error())
	assert.ErrorIs(t, err, variant.ErrTruncated)
	assert.ErrorIs(t, err, io.ErrUnexpectedEOF)
	assert.NotErrorIs(t, err, io.EOF)
	assert.NotErrorIs(t, variant.ErrLength, io.ErrUnexpectedEOF)
	var e *variant.Error
	assert.False(t, errors.As(err, &e))
}

// TestStepText compares the texts of the steps in steps.txt, and the texts of steps that steps.txt
// can't contain.
func TestStepText(t *testing.T) {
	for _, row := range testkit.Rows(t, "testdata/steps.txt") {
		v := parsed.Value(t, row[1])
		i, _ := v.(variant.Int)
		name, _ := v.(variant.String)
		step := map[string]variant.Step{
			"index":    {Kind: variant.StepIndex, Index: int(i)},
			"pair key": {Kind: variant.StepPairKey, Index: int(i)},
			"pair":     {Kind: variant.StepPair, Index: int(i)},
			"property": {Kind: variant.StepProperty, Name: string(name)},
			"key":      {Kind: variant.StepKey, Key: v},
		}[row[0]]
		assert.Equal(t, row[2], step.String())
	}

	for want, s := range map[string]variant.Step{
		`."\xff"`:          {Kind: variant.StepProperty, Name: "\xff"},
		"[Vector2i(1, 2)]": {Kind: variant.StepKey, Name: "Vector2i(1, 2)"},
		"[?]":              {Kind: variant.StepKey},
	} {
		assert.Equal(t, want, s.String())
	}
}

// TestLongPathsAreCut: a path of 32 steps is printed completely. A longer path has only its first
// 16 and its last 16 steps.
func TestLongPathsAreCut(t *testing.T) {
	text := func(from, to int) string {
		var b strings.Builder
		for i := from; i < to; i++ {
			fmt.Fprintf(&b, "[%d]", i)
		}
		return b.String()
	}

	path := func(n int) variant.Path {
		p := make(variant.Path, n)
		for i := range p {
			p[i].Index = i
		}
		return p
	}

	assert.Equal(t, "$"+text(0, 32), short(t, path(32)))
	assert.Equal(t, "$"+text(0, 16)+"…"+text(17, 33), short(t, path(33)))
	assert.Equal(t, "$"+text(0, 16)+"…"+text(84, 100), short(t, path(100)))
	assert.Equal(t, "$"+text(0, 1000), path(1000).String())
}

// short returns the path in the form that the text of an error contains.
func short(t *testing.T, p variant.Path) string {
	_, err := variant.ParsePath(p.String() + "[")
	var e *variant.Error
	require.ErrorAs(t, err, &e)
	return e.Path.Short()
}

// TestLongKeysAreCut: in an error a name or key of 64 bytes is complete, and a longer name or key
// is cut between two characters.
func TestLongKeysAreCut(t *testing.T) {
	whole := strings.Repeat("x", 64)
	for name, want := range map[string]string{
		whole: whole, whole + "y": whole + "…", whole[1:] + "é": whole[1:] + "…",
	} {
		for step, want := range map[*variant.Step]string{
			{Kind: variant.StepProperty, Name: name}:                  "." + want,
			{Kind: variant.StepKey, Key: str(name)}:                   `["` + want + `"]`,
			{Kind: variant.StepKey, Key: variant.StringName(name)}:    `[&"` + want + `"]`,
			{Kind: variant.StepKey, Key: variant.NewArray(str(name))}: `[["` + name[:62] + `…]`,
		} {
			assert.Equal(t, "$"+want, short(t, variant.Path{*step}))
			assert.Contains(t, step.String(), name)
		}
	}

	assert.Equal(t, "[?]", variant.Step{Kind: variant.StepKey, Key: (*variant.Int)(nil)}.String(),
		"a key that is none")
}

// TestScalarVerbs: %v, %s and %#v print Godot's text and Go source, and every other verb prints the
// same as for the Go value.
func TestScalarVerbs(t *testing.T) {
	verbs := strings.Fields("%d %5d %-5d| %+d %05d %x %X %#x %6x %b %08b %o %#o %O %c %q %U %e " +
		"%E %f %.2f %8.3f %g %G %t %6t %T|%v %z")
	for _, c := range []struct {
		v  variant.Variant
		of any
	}{
		{variant.Int(255), int64(255)}, {variant.Int(-7), int64(-7)},
		{variant.Float(1.5), 1.5}, {variant.Float(-0.1), -0.1},
		{variant.Float(math.Inf(1)), math.Inf(1)},
	} {
		for _, verb := range verbs {
			if strings.HasPrefix(verb, "%T") {
				continue // %T prints the type of the Variant, and not the type of its Go value
			}
			assert.Equal(t, fmt.Sprintf(verb, c.of), fmt.Sprintf(verb, c.v), "%s of %#v", verb, c.v)
		}
	}

	for _, row := range testkit.Rows(t, "testdata/verbs.txt") {
		assert.Equal(t, row[2], fmt.Sprintf(row[1], parsed.Value(t, row[0])), row)
	}
	assert.Equal(t, "[ff 1]", fmt.Sprintf("%x", []variant.Int{255, 1}))
	assert.Equal(t, "{ff}", fmt.Sprintf("%x", struct{ V variant.Variant }{variant.Int(255)}))
}

// TestLongForms: %+v prints each part on its own line, and printing ends for a value that contains
// itself.
func TestLongForms(t *testing.T) {
	list := parsed.Value(t, `[1, {"a\n": &"b"}, []]`)
	assert.Equal(t, "[\n\t1,\n\t{\n\t\t\"a\\n\": &\"b\"\n\t},\n\t[]\n]", fmt.Sprintf("%+v", list))

	self := variant.NewArray(nil)
	self.Items[0] = self
	assert.Equal(t, strings.Repeat("[", 1025)+"…"+strings.Repeat("]", 1025), self.String())
	deep := strings.Repeat("variant.Array{Items: []variant.Variant{", 1025) +
		"nil /* too deep */" + strings.Repeat("}}", 1025)
	assert.Equal(t, deep, fmt.Sprintf("%#v", self))
}

// TestGoString: %#v prints a Go expression.
func TestGoString(t *testing.T) {
	for _, row := range testkit.Rows(t, "testdata/gosource.txt") {
		assert.Equal(t, row[1], fmt.Sprintf("%#v", parsed.Value(t, row[0])))
	}

	for want, v := range map[string]variant.Variant{
		"variant.Array{Items: []variant.Variant{nil}, Shared: true}": variant.Array{
			Items: []variant.Variant{nil}, Shared: true},
		"variant.TypedArray{Items: []variant.Variant{variant.Int(1)}, Elem: " +
			"variant.ElementType{Type: variant.Type(130)}}": variant.TypedArray{
			Items: []variant.Variant{one}, Elem: variant.ElementType{Type: 130}},
		"variant.PackedTypedArray{Items: []variant.Variant{}, Elem: variant.ElementType{Type: " +
			"variant.TypeNil}}": variant.PackedTypedArray{},
		"variant.Array{Items: []variant.Variant{bare}}": variant.NewArray(bare{}),
	} {
		assert.Equal(t, want, fmt.Sprintf("%#v", v))
	}
}

// bare is a user's type. The only method for its text is String.
type bare struct{ variant.Nil }

func (bare) String() string   { return "bare" }
func (bare) GoString() string { return "bare" }

// TestTextOfCustomTypes: the text of a value without methods for text is the name of its type.
func TestTextOfCustomTypes(t *testing.T) {
	assert.Equal(t, "[custom type 0(…), custom type 0(…)]",
		variant.NewArray(noJSON{}, ownJSON{}).String())
}

// TestScalarText writes and reads each scalar as text and as JSON, with the methods that the
// standard library calls.
func TestScalarText(t *testing.T) {
	type scalars struct {
		N variant.Nil
		B variant.Bool
		I variant.Int
		F variant.Float
		S variant.String
		M variant.StringName
	}

	want := scalars{null, true, -5, 2, "a\n", "n"}
	b, err := json.Marshal(want)
	require.NoError(t, err)
	var got scalars
	require.NoError(t, json.Unmarshal(b, &got))
	assert.Equal(t, want, got)
	assert.Error(t, json.Unmarshal([]byte(`{"B":"i:1"}`), &got))
	require.NoError(t, json.Unmarshal([]byte(`{"I":null}`), &got))
	assert.Equal(t, want, got)

	var i variant.Int
	var f variant.Float
	for text, dst := range map[string]interface {
		encoding.TextUnmarshaler
		encoding.TextMarshaler
	}{
		"null": new(variant.Nil), "true": new(variant.Bool), "7": &i, "1.5": &f,
		`"a"`: new(variant.String), `&"b"`: new(variant.StringName),
	} {
		require.NoError(t, dst.UnmarshalText([]byte(text)))
		for _, other := range []string{"[]", "", "null 1", "&", "RID()"} {
			assert.Error(t, dst.UnmarshalText([]byte(other)), other)
		}
		out, err := dst.MarshalText()
		require.NoError(t, err)
		assert.Equal(t, text, string(out), "an error changes nothing")
	}

	require.NoError(t, f.UnmarshalText([]byte("3")))
	assert.Equal(t, variant.Float(3), f)
	for _, text := range []string{"1.5", "2.0", "nan", `"7"`} {
		assert.ErrorIs(t, i.UnmarshalText([]byte(text)), variant.ErrSyntax, "not an int: %s", text)
	}

	assert.EqualError(t, new(variant.String).UnmarshalText([]byte(" 5")),
		"godot: parse $ at 1:1: syntax error: expected String, found int")
	for _, text := range []string{"Array[int]([1])", "[1]", `{"a": 1}`} {
		out := testkit.Must(parsed.Value(t, text).(encoding.TextMarshaler).MarshalText())
		assert.Equal(t, text, string(out))
	}

	assert.Equal(t, "Array[int]([1])", string(testkit.Must(typed.MarshalText())))
	inPacked := variant.PackedTypedArray(typed)
	assert.Equal(t, "Array[int]([1])", string(testkit.Must(inPacked.MarshalText())))
}

// numbered returns an array of the ints from 0 on, and the expected text of its entries in a log.
func numbered(n int) (a variant.Array, entries string) {
	for i := range n {
		a.Items = append(a.Items, variant.Int(i))
		entries += fmt.Sprintf(" %d=%d", i, i)
	}
	return a, entries[1:]
}

// TestLogsAreShort: for one value, a log has at most 32 entries of each container, 128 values in 4
// levels, and 256 bytes of each text.
func TestLogsAreShort(t *testing.T) {
	all, entries := numbered(32)
	assert.Equal(t, "["+entries+"]", all.LogValue().String())
	more, _ := numbered(34)
	assert.Equal(t, "["+entries+" (more)=2]", more.LogValue().String())
	extra := variant.LogValue(more, slog.String("a", "b"), slog.String("c", "d"))
	assert.Equal(t, "[a=b c=d "+entries+" (more)=2]", extra.String())

	list, entries := numbered(30)
	lists := variant.NewArray(list, list, list, list, list).LogValue().String()
	assert.Equal(t, fmt.Sprintf("[0=[%[1]s] 1=[%[1]s] 2=[%[1]s] 3=[%[1]s] "+
		"4=[0=0 1=1 2=2 (more)=27]]", entries), lists, "with the lists 128 values")

	deep := parsed.Value(t, "[[[[[]]]]]").(variant.Array)
	assert.Equal(t, "[0=[0=[0=[0=Array(…)]]]]", deep.LogValue().String())

	whole := strings.Repeat("x", 256)
	texts := variant.NewArray(str(whole), str(whole+"y"), variant.StringName(whole[4:]),
		variant.StringName(whole))
	assert.Equal(t, "[0="+whole+" 1="+whole+`… 2=&"`+whole[4:]+`" 3=&"`+whole[2:]+"…]",
		texts.LogValue().String())

	key := strings.Repeat("k", 65)
	text := `{&"name": 1, -3: 1, 0.5: 1, []: 1, "` + key + `": 1}`
	keys := parsed.Value(t, text).(variant.Dictionary)
	keys.Pairs = append(keys.Pairs, pair(nil, one))
	assert.Equal(t, "[name=1 -3=1 0.5=1 []=1 "+key[:64]+"…=1 null=1]", keys.LogValue().String())
}

// TestLogScalars: a scalar is logged as a plain Go value, also as a part of a container.
func TestLogScalars(t *testing.T) {
	attrs := []any{
		"int", variant.Int(5), "float", variant.Float(0.5), "nan", variant.Float(math.NaN()),
		"bool", variant.Bool(true),
		"text", variant.String("a b"), "name", variant.StringName("n"), "long",
		variant.String(strings.Repeat("x", 1000)),
		"in", variant.NewArray(variant.Float(math.Inf(-1)), variant.Int(1)),
	}

	want := `"int":5,"float":0.5,"nan":"nan","bool":true,"text":"a b","name":"&\"n\"",` +
		`"long":"` + strings.Repeat("x", 256) + `…","in":{"0":"-inf","1":1}}`
	var b bytes.Buffer
	slog.New(slog.NewJSONHandler(&b, nil)).Info("", attrs...)
	assert.Contains(t, b.String(), want)
}
