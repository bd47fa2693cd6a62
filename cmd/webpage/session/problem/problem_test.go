package problem_test

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/message"
	"godotvariant/cmd/webpage/session/problem"
	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
)

// TestKinds: each kind of error of the packages that read and write files has a sentence. The
// sentence says what happened and, after a colon, what to do.
func TestKinds(t *testing.T) {
	page, err := os.ReadFile("../../../../codec/ERRORS.md")
	require.NoError(t, err)

	rows := regexp.MustCompile(`(?m)^\| (savefile\.)?Err\w+ \| (\w+) \|$`)
	found := rows.FindAllStringSubmatch(string(page), -1)
	require.Greater(t, len(found), 25)

	for _, row := range found {
		name := row[2]
		f := problem.Of(fmt.Errorf("wrapped: %w", variant.NewKind(name, "of a test")))
		require.Equal(t, "kind."+name, f.Code)
		require.Equal(t, "wrapped: of a test", f.Detail())
		require.Regexp(t, `^[A-Z][^.]+: [^.]+\.$`, f.Error())
	}

	templates := message.Templates()
	for key := range templates {
		if name, ok := strings.CutPrefix(key, "error.kind."); ok {
			require.Contains(t, string(page), "| "+name+" |", "no error has this kind")
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestPlaces: a fault has the path, the type and the offset of the value. The sentence of the fault
// has them, too.
func TestPlaces(t *testing.T) {
	value := variant.NewDictionary(variant.KV("player",
		variant.NewDictionary(variant.KV("gold", variant.String("much")))))
	data, err := codec.MustNew(codec.Options{}).Encode(value)
	require.NoError(t, err)
	_, err = codec.MustNew(codec.Options{}).Decode(data[:len(data)-4])
	require.Error(t, err)

	f := problem.Of(err)
	require.Equal(t, "kind.truncated", f.Code)
	require.Equal(t, message.Params{"path": "player › gold", "type": "String", "offset": 48},
		f.Params)
	require.Equal(t, "player › gold (String, byte 48) – The data ends too soon: "+
		"look for a complete copy of the file.", f.Error())

	for want, err := range map[string]error{
		"player › gold – Nothing has": variant.NewError(variant.OpLookup,
			must(variant.ParsePath("$.player.gold")), nil, variant.ErrNotFound),
		"The file (line 3, column 14) – The text is not a value": &variant.Error{
			Op: variant.OpParse, Line: 3, Column: 14, Offset: 99, Err: variant.ErrSyntax,
		},
		"The file (byte 47) – The container": &savefile.Error{Offset: 47, Err: savefile.ErrFormat},
		"Several engines":                    fmt.Errorf("wrapped: %w", document.ErrTie),
		"This could not":                     errors.New("other"),
	} {
		require.Contains(t, problem.Of(err).Error(), want)
		require.ErrorIs(t, problem.Of(err), err)
	}

	start := &variant.Error{Op: variant.OpDecode, Offset: 1, Err: variant.ErrTruncated}
	require.Equal(t, message.Params{"offset": 1}, problem.Of(start).Params)
	line := &variant.Error{Op: variant.OpParse, Line: 1, Column: 2, Err: variant.ErrSyntax}
	require.Contains(t, problem.Of(line).Error(), "The file (line 1, column 2) – ")
	key := variant.NewError(variant.OpLookup,
		must(variant.ParsePath("hp")), nil, variant.ErrNotFound)
	require.Equal(t, message.Params{"path": "hp"}, problem.Of(key).Params)

	other := problem.Of(errors.New("other"))
	require.Empty(t, other.Params)
	require.Nil(t, other.Place)

	again := problem.Of(fmt.Errorf("again: %w", f))
	require.Same(t, f, again)
}
