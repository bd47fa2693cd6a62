package token_test

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/fault"
	"godotvariant/internal/test/testkit"
	"godotvariant/internal/token"
	"godotvariant/variant/notation"
)

func TestFormatReal(t *testing.T) {
	for _, row := range testkit.Rows(t, "testdata/reals.txt") {
		f, err := strconv.ParseFloat(row[0], 64)
		require.NoError(t, err)
		assert.Equal(t, row[1], token.FormatReal(f))
	}

	assert.Equal(t, "x-0.0", string(token.AppendFloat([]byte("x"), math.Copysign(0, -1))))
	assert.Equal(t, "1-5.0", string(token.AppendFloat([]byte("1"), -5)))
	assert.Equal(t, "inf", string(token.AppendFloat(nil, math.Inf(1))))
}

// TestAppendExact: if the text of a number is read back, the number has the same bits.
func TestAppendExact(t *testing.T) {
	for _, f := range []float64{
		0, math.Copysign(0, -1), 1, 0.1, float64(float32(0.1)), 1e-5, 1e15, 1e300, math.MaxFloat64,
		5e-324, math.Inf(1), math.Inf(-1),
		math.Float64frombits(0x7FF8 << 48), math.Float64frombits(0x7FF8<<48 | 1),
		math.Float64frombits(0xFFF0<<48 | 1),
	} {
		if f == f && float64(float32(f)) != f {
			assert.Equal(t, f, readScalar(t, string(token.AppendFloat(nil, f))).Float())
		}

		text := string(token.AddPoint(token.AppendExact(nil, f), 0))
		n := readScalar(t, text)
		assert.Equal(t, math.Float64bits(f), math.Float64bits(n.Float()), text)
		assert.Equal(t, token.Float, n.Kind, text)
	}
}

// readScalar reads one number. The text must end after the number.
func readScalar(t *testing.T, text string) token.Scalar {
	r := token.NewTextReader(text)
	n, _ := r.Scalar()
	r.End()
	require.NoError(t, r.Err(), text)
	return n
}

// TestWordsOfNumbers reads the numbers that are words, also in the forms of Godot 3.
func TestWordsOfNumbers(t *testing.T) {
	const nan = 0x7FF8 << 48
	for text, bits := range map[string]uint64{
		"inf": 0x7FF << 52, "-inf": 0xFFF << 52, "-inf.0": 0xFFF << 52, "inf_neg": 0xFFF << 52,
		"nan": nan, "-nan": nan | 1<<63, "-nan.0": nan | 1<<63, "nan(0x7ff8000000000001)": nan | 1,
	} {
		assert.Equal(t, bits, math.Float64bits(readScalar(t, text).Float()), text)
	}
}

// TestSinglesAreRoundedOnce: Float32 rounds the digits themselves, and not the nearest
// double-precision number.
func TestSinglesAreRoundedOnce(t *testing.T) {
	const digits = "7.038531e-26"
	want := math.Float32frombits(0x15AE43FD)
	single := token.NewTextReader(digits)
	single.Single = true
	assert.Equal(t, float64(want), single.Real())
	assert.Equal(t, want, token.NewTextReader(digits).Float32())
	assert.NotEqual(t, want, float32(token.NewTextReader(digits).Double()))
	assert.Equal(t, float32(math.Inf(1)), token.NewTextReader("1e39").Float32())
}

// TestReaderSkipsSpaceAndComments reads a name, punctuation, text and numbers, with space and
// comments between them.
func TestReaderSkipsSpaceAndComments(t *testing.T) {
	r := token.NewTextReader(" call ; a comment\n ( \"a\\n\" , 2.0, 0.1 , 7,) ,x1 2y")
	r.Single = true
	r.Begin("call")
	require.True(t, r.More())
	assert.True(t, r.IsText())
	assert.Equal(t, "a\n", r.Text())
	require.True(t, r.More())
	assert.Equal(t, int64(2), r.Int())
	require.True(t, r.More())
	assert.Equal(t, float64(float32(0.1)), r.Real())
	require.True(t, r.More())
	assert.Equal(t, uint64(7), r.Uint())
	require.False(t, r.More())
	assert.True(t, r.Accept(','))
	assert.Equal(t, byte('x'), r.Peek())
	at := r.Offset()
	assert.Equal(t, "x1", r.Ident())
	r.Seek(at)
	assert.Equal(t, "x1", r.Word())
	assert.Empty(t, r.Word(), "space is not skipped")
	assert.Empty(t, r.Ident(), "a digit begins no name")
	assert.True(t, r.RowMajor())
	assert.NoError(t, r.Err())
	r.End()

	assert.EqualError(t, r.Err(), "2:31: syntax error: expected the end, found '2'")
}

// TestFirstErrorStays: a Reader keeps its first error, and reads nothing after it.
func TestFirstErrorStays(t *testing.T) {
	r := token.NewTextReader("1 2 3")
	assert.Equal(t, int64(1), r.Int())
	assert.False(t, r.Failed())
	r.Fail(fault.ErrRange)
	r.Fail(fault.ErrUTF8)
	assert.True(t, r.Failed())
	assert.Zero(t, r.Int())
	assert.Zero(t, r.Peek())
	assert.EqualError(t, r.Err(), "1:2: out of range")

	r = token.NewTextReader("é\nx")
	r.FailAt(99, fault.ErrTruncated)
	var e *token.Fault
	require.ErrorAs(t, r.Err(), &e)
	assert.Equal(t, token.Fault{Line: 2, Column: 2, Offset: 4, Err: fault.ErrTruncated}, *e)
	assert.ErrorIs(t, e, io.ErrUnexpectedEOF)
}

// readings has functions that read an input with a Reader, each with another method.
var readings = map[string]func(*token.Reader){
	"number": func(r *token.Reader) { r.Double() },
	"text":   func(r *token.Reader) { r.Text() },
	"int":    func(r *token.Reader) { r.Int() },
	"int32":  func(r *token.Reader) { notation.Int32(r) },
	"uint":   func(r *token.Reader) { r.Uint() },
	"call":   func(r *token.Reader) { r.Begin("a") },
	"real":   func(r *token.Reader) { notation.Reals(opened(r), 1) },
	"reals":  func(r *token.Reader) { notation.Reals(opened(r), 2) },
	"ints":   func(r *token.Reader) { notation.Int32s(opened(r), 2) },
}

func opened(r *token.Reader) *token.Reader {
	r.Open()
	return r
}

// TestErrorsHaveLineAndColumn: the text of an error has the line, the column and the reason.
func TestErrorsHaveLineAndColumn(t *testing.T) {
	for _, row := range testkit.Rows(t, "testdata/errors.txt") {
		in, err := strconv.Unquote(row[0])
		require.NoError(t, err, row)
		r := token.NewTextReader(in)
		readings[row[1]](r)

		var e *token.Fault
		require.ErrorAs(t, r.Err(), &e, row)
		assert.ErrorContains(t, e.Err, row[3], row)
		assert.ErrorContains(t, e, row[4], row)
		assert.Equal(t, row[2], strconv.Itoa(e.Offset), "%s: %v", row, e)
	}
}

// TestMembersInAnyOrder reads the members of a JSON object. The lists of the object contain strings
// with brackets.
func TestMembersInAnyOrder(t *testing.T) {
	r := token.NewJSONReader(`{"args": ["]", {"a": []}], "type": "A", "elem_type": "B", ` +
		`"key_type": "C", "value_type": "D"} x`)
	m := r.Members()
	require.NoError(t, r.Err())
	assert.Equal(t, token.Members{Type: "A", ElemType: "B", KeyType: "C", ValueType: "D", Args: 9,
		Props: -1}, m)
	assert.Equal(t, byte('x'), r.Peek())
	r.Seek(m.Args)
	r.Open()
	require.True(t, r.More())
	assert.Equal(t, "]", r.Text())
	assert.False(t, r.RowMajor())

	for text, why := range map[string]string{
		`{}`:                                   "an object without a type",
		`{"type":"A","args":[],"props":[]}`:    "an object with args and props",
		`{"type":"A","args":[],"args":[]}`:     "a member that comes twice",
		`{"type":"A","args":{}}`:               "expected '[', found '{'",
		`{"type":"A","args":["\"]`:             "a list without an end",
		`{"type":"A" "args":[]}`:               "expected ',', found '\"'",
		`{"` + strings.Repeat("x", 99) + `":1`: "unknown member " + strings.Repeat("x", 64) + "…",
	} {
		r := token.NewJSONReader(text)
		r.Members()
		assert.ErrorContains(t, r.Err(), why, text)
	}
}

// TestNumbersOfJSON: in JSON a number may be in quotes, with its type. A null is read as a NaN.
func TestNumbersOfJSON(t *testing.T) {
	r := opened(token.NewJSONReader(`[1, "i:2", "f:inf", 0.5, "i:7"]`))
	var got []any
	for i := 0; r.More(); i++ {
		switch i {
		case 0, 1:
			got = append(got, r.Int())
		case 2:
			got = append(got, r.Real())
		case 3:
			got = append(got, r.Double())
		case 4:
			got = append(got, r.Uint())
		}
	}

	assert.Equal(t, []any{int64(1), int64(2), math.Inf(1), 0.5, uint64(7)}, got)
	require.NoError(t, r.Err())
	r = opened(token.NewJSONReader(`[null, 1e99999, -1e99999]`))
	assert.Equal(t, "[NaN +Inf -Inf]", fmt.Sprint(notation.Reals(r, 3)))

	for text, why := range map[string]string{
		" null":   "1:2: out of range: not an integer",
		`"f:1"`:   "1:1: syntax error: expected a number",
		`"i:"`:    "1:1: syntax error: expected a number",
		`"i:1 2"`: "1:1: syntax error: expected a number",
		`"1"`:     "1:1: syntax error: expected a number",
	} {
		r := token.NewJSONReader(text)
		r.Int()
		assert.ErrorContains(t, r.Err(), why, text)
	}
}

// TestWritersOfArguments writes the same arguments as text and as JSON.
func TestWritersOfArguments(t *testing.T) {
	args := func(w notation.ArgsWriter) {
		notation.PutReals(w, 1, 0.5, math.Inf(-1))
		notation.PutInt32s(w, -1, 2)
		w.Uint(math.MaxUint64)
		w.Text("a\n")
		w.Text(`"`)
	}

	assert.Equal(t, `x = A(1, 0.5, -inf, -1, 2, 18446744073709551615, "a\n", "\"")`,
		string(token.AppendCall([]byte("x = "), "A", args)))
	assert.Equal(t, "A()", string(token.AppendCall(nil, "A", func(notation.ArgsWriter) {})))

	var w token.JSONWriter
	w.Begin("[")
	w.Next()
	w.Begin("[")
	args(&w)
	w.End("]")
	w.Next()
	w.Raw("null")
	w.Next()
	w.Float(2)
	w.End("]")
	assert.Equal(t, `[[1.0,0.5,"f:-inf",-1,2,18446744073709551615,"a\n","\""],null,"f:2.0"]`,
		string(w.Bytes()))
	assert.NoError(t, w.Err())
	w.Quoted("\xff")
	w.Quoted("a")
	assert.Equal(t, fault.ErrUTF8, w.Err())
}

// TestExactNaN: a NaN that fits single precision keeps its bits, even if it is signalling.
func TestExactNaN(t *testing.T) {
	w := token.JSONWriter{Rules: token.Rules{Single: true, Exact: true}}
	w.Real(math.Float64frombits(0x7FF4000000000000))

	assert.Equal(t, `"f:nan(0x7ff4000000000000)"`, string(w.Bytes()))
	assert.NoError(t, w.Err())
}
