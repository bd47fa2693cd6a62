package input_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/message"
	"godotvariant/cmd/webpage/session/input"
	"godotvariant/cmd/webpage/session/journal"
	"godotvariant/cmd/webpage/session/problem"
	"godotvariant/codec"
	"godotvariant/codec/text"
	"godotvariant/variant"
)

// readerOf returns the reader for a save with a value.
func readerOf(t *testing.T, root string) input.Reader {
	v, err := text.Parse(root, nil)
	require.NoError(t, err)
	packet, err := codec.MustNew(codec.Options{}).Encode(v)
	require.NoError(t, err)
	d, err := document.Read(frame.U32.Append(nil, packet), document.Options{})
	require.NoError(t, err)
	return input.Reader{Doc: d}
}

// answer returns the text of a value, or the code of a fault.
func answer(v variant.Variant, err error) string {
	if err != nil {
		return "! " + problem.Of(err).Code
	}
	return variant.Text(v)
}

// TestInput: the input in each kind of field becomes a value with the type of the old value.
func TestInput(t *testing.T) {
	r := readerOf(t, `{"p": 1}`)
	of := func(s string) *string { return &s }

	for _, test := range []struct {
		old  string
		args journal.EditArgs
		want string
	}{
		{"5", journal.EditArgs{Text: of("6.0")}, "6"},
		{"5", journal.EditArgs{Text: of("'x'")}, "! retype"},
		{"5", journal.EditArgs{Text: of("'x'"), Retype: true}, `"x"`},
		{"5", journal.EditArgs{Text: of(" ")}, "! valueMissing"},
		{"5", journal.EditArgs{Text: of(strings.Repeat("(", 300))}, "! notNumber"},
		{"[5]", journal.EditArgs{Text: of(strings.Repeat("(", 300))}, "! syntax"},
		{"5", journal.EditArgs{Plain: of("abc")}, "! notNumber"},
		{"5", journal.EditArgs{Text: of("[1")}, "! syntaxTry"},
		{"5", journal.EditArgs{Text: of("99999999999999999999")}, "! range"},
		{`&"a"`, journal.EditArgs{Plain: of(`"b"`)}, `&"\"b\""`},
		{"5.0", journal.EditArgs{Plain: of("7")}, "7.0"},
		{"Vector2(1, 2)", journal.EditArgs{Parts: []string{"3", ".5"}}, "Vector2(3, 0.5)"},
		{"Vector2i(1, 2)", journal.EditArgs{Parts: []string{"3", ".5"}}, "! notNumber"},
		{"Vector2(1, 2)", journal.EditArgs{Parts: []string{"3"}}, "! componentCount"},
		{"Color(0, 0, 0, 1)", journal.EditArgs{Hex: "#ff0000"}, "Color(1, 0, 0, 1)"},
		{"5", journal.EditArgs{Hex: "#ff0000"}, "! notColor"},
		{"PackedInt32Array(1)", journal.EditArgs{Text: of("[1, 'x']")}, "! elementType"},
	} {
		old, err := text.Parse(test.old, nil)
		require.NoError(t, err)
		path := variant.Path{{Kind: variant.StepKey, Key: variant.String("p")}}
		v, err := r.Input(test.args,
			input.Target{Path: path, Value: old, Around: r.Doc.Root()})
		require.Equal(t, test.want, answer(v, err), test.old)
	}
}

// TestNewPart: a new part has the entered value. Without input, the part is the zero of the chosen
// type or of the array's type.
func TestNewPart(t *testing.T) {
	r := readerOf(t, `{"p": 1}`)
	plain := "7"

	for _, test := range []struct {
		around string
		args   journal.EditArgs
		want   string
	}{
		{"[]", journal.EditArgs{}, "null"},
		{"[]", journal.EditArgs{Type: "Vector2"}, "Vector2(0, 0)"},
		{"[]", journal.EditArgs{Plain: &plain}, `"7"`},
		{"PackedInt32Array()", journal.EditArgs{}, "0"},
		{"PackedInt32Array()", journal.EditArgs{Plain: &plain}, "7"},
		{"PackedStringArray()", journal.EditArgs{Plain: &plain}, `"7"`},
	} {
		around, err := text.Parse(test.around, nil)
		require.NoError(t, err)
		v, err := r.NewPart(test.args, around)
		require.Equal(t, test.want, answer(v, err), test.around)
	}
}

// TestConverted: a value becomes a similar value of another type if there is one, otherwise the
// zero of that type.
func TestConverted(t *testing.T) {
	r := readerOf(t, `{"p": 1}`)

	for _, row := range [][3]string{
		{"5", "float", "5.0"}, {"5.6", "int", "6"}, {`"7"`, "int", "7"}, {`"x"`, "int", "0"},
		{"true", "int", "1"}, {"0", "bool", "false"}, {"5", "String", `"5"`},
		{`"a"`, "StringName", `&"a"`}, {"Vector2i(1, 2)", "Vector2", "Vector2(1, 2)"},
		{"PackedInt32Array(1, 2)", "Array", "[1, 2]"},
		{"[1, 2]", "PackedInt32Array", "PackedInt32Array(1, 2)"},
		{"PackedInt32Array(7)", "Array", "[7]"}, {"Vector2(1, 2)", "Array", "[]"},
		{`{"a": 5}`, "Array", "[5]"}, {"{}", "Array", "[]"}, {`{"a": 5}`, "int", "0"},
		{"4.0e18", "int", "4000000000000000000"}, {"5.0e18", "int", "0"},
		{"5", "Nil", "null"}, {"5", "RID", "! noType"},
	} {
		v, err := text.Parse(row[0], nil)
		require.NoError(t, err)
		got, err := r.Converted(v, row[1])
		require.Equal(t, row[2], answer(got, err), row)
	}
}

// TestSyntax: for a text that is not a value, the fault has the position of the error. The fault
// also has a similar text that is a value, if there is one.
func TestSyntax(t *testing.T) {
	r := readerOf(t, `{"p": 1}`)

	for _, row := range []struct {
		text string
		at   int
		try  any
	}{
		{"None", 1, "null"}, {"undefined", 1, "null"},
		{"vector2(1, 2)", 1, "Vector2(1, 2)"}, {"TRUE", 1, "true"}, {"[1, 2", 6, "[1, 2]"},
		{"a'b(c", 1, nil},
	} {
		_, err := r.Input(journal.EditArgs{Text: &row.text}, input.Target{Value: variant.Nil{}})
		var fault *message.Fault
		require.ErrorAs(t, err, &fault, row.text)
		require.Equal(t, row.at, fault.Params["at"], row.text)
		require.Equal(t, row.try, fault.Params["try"], row.text)
	}
}
