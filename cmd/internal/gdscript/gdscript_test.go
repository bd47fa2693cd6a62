package gdscript_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/gdscript"
	"godotvariant/codec"
	"godotvariant/codec/text"
	"godotvariant/variant"
)

// rows returns the pairs of lines of a file in testdata. The second line of each pair begins with a
// tab. The two characters \n mean a line break.
func rows(t testing.TB, file string) (pairs [][2]string) {
	t.Helper()
	data, err := os.ReadFile("testdata/" + file)
	require.NoError(t, err)

	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		second, isSecond := strings.CutPrefix(line, "\t")

		switch {
		case isSecond:
			pairs[len(pairs)-1][1] = second
		case line != "" && !strings.HasPrefix(line, "//"):
			pairs = append(pairs, [2]string{strings.ReplaceAll(line, "⏎", "\n")})
		}
	}

	return pairs
}

// TestLiterals reads the literals of testdata/literals.txt. This package and package text read the
// printed form of each literal as the same value.
func TestLiterals(t *testing.T) {
	o := codec.MustNew(codec.Options{
		FullObjects: true, Mode: codec.Strict, Precision: codec.Double,
	})

	for _, row := range rows(t, "literals.txt") {
		v, err := gdscript.Parse(row[0], o)
		require.NoError(t, err, row[0])
		require.Equal(t, row[1], variant.Text(v), row[0])

		again, err := gdscript.Parse(row[1], o)
		require.NoError(t, err, row[1])
		require.True(t, variant.Equal(v, again), row[1])

		engines, err := text.Parse(row[1], o)
		require.NoError(t, err, row[1])
		require.True(t, variant.Equal(v, engines), row[1])
	}
}

// The codecs of the tests.
var (
	strict = codec.MustNew(codec.Options{Mode: codec.Strict})
	full   = codec.MustNew(codec.Options{FullObjects: true})
)

// TestFaults: the error of each text in testdata/faults.txt has the right line and column. Its
// offset leads to the same line and column.
func TestFaults(t *testing.T) {
	for _, row := range rows(t, "faults.txt") {
		v, err := gdscript.Parse(row[0], strict)
		require.Error(t, err, "%s: %v", row[0], v)
		require.Equal(t, row[1], strings.TrimPrefix(err.Error(), "godot: parse "), row[0])

		var at *variant.Error
		require.True(t, errors.As(err, &at), row[0])
		lines := strings.Split(row[0][:at.Offset], "\n")
		require.Equal(t, len(lines), at.Line, row[0])
		require.Equal(t, len([]rune(lines[len(lines)-1]))+1, at.Column, row[0])
	}
}

// TestStatements: a statement ends at a semicolon, or at the end of a line outside of brackets.
func TestStatements(t *testing.T) {
	const source = "\ufeffa = 1 # one\n\tb(2,\n\t\t3); c\n\"\"\"x\ny\"\"\" d \\\n e\n'open"
	var got []string

	for _, s := range gdscript.Statements(source) {
		line := strings.Repeat(">", s.Indent)
		for _, token := range s.Tokens {
			line += " " + token.Text
		}
		got = append(got, line)
	}

	require.Equal(t, []string{" a = 1", "> b ( 2 , 3 )", ">>>>>> c", " x\ny d e", " open"}, got)

	last := gdscript.Statements(source)
	require.Equal(t, 7, last[len(last)-1].Tokens[0].Line)
}

// TestNumbers: a sign inside a number belongs to the number only directly after the e of its
// exponent.
func TestNumbers(t *testing.T) {
	for source, want := range map[string]string{
		"1-2": "1 - 2", "1e-2": "1e-2", "1e": "1e", "1e+": "1e+", "0x1e-2": "0x1e - 2",
		"1.5+2": "1.5 + 2",
	} {
		var texts []string
		for _, token := range gdscript.Statements(source)[0].Tokens {
			texts = append(texts, token.Text)
		}
		require.Equal(t, want, strings.Join(texts, " "), source)
	}
}

// FuzzParse: no text makes Parse panic, and the offset of an error is in the text.
func FuzzParse(f *testing.F) {
	for _, file := range []string{"literals.txt", "faults.txt"} {
		for _, row := range rows(f, file) {
			f.Add(row[0])
		}
	}

	f.Fuzz(func(t *testing.T, source string) {
		gdscript.Statements(source)

		_, err := gdscript.Parse(source, full)
		var at *variant.Error
		if errors.As(err, &at) {
			require.LessOrEqual(t, at.Offset, len(source))
		}
	})
}

// FuzzText: text that engines print has the same value in this package as in package text.
func FuzzText(f *testing.F) {
	for _, row := range rows(f, "literals.txt") {
		f.Add(row[1])
	}
	f.Add(`Object(Node,"a":1)`)
	f.Add("[nan(0x7ff8000000000001), inf_neg] ; it's a comment\n")

	f.Fuzz(func(t *testing.T, printed string) {
		want, err := text.Parse(printed, full)
		if err != nil || strings.ContainsAny(printed, `\#`) {
			return // package text refuses this text, or reads its escapes or comments differently
		}

		got, err := gdscript.Parse(printed, full)
		require.NoError(t, err, printed)
		require.True(t, variant.Equal(want, got), printed)
	})
}
