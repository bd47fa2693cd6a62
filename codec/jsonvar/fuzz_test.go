package jsonvar_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/internal/vectors"
	"godotvariant/codec/jsonvar"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// FuzzUnmarshal: nothing panics, an error has its place in the JSON, and a value
// that was read has canonical JSON which reads as the same value, and relaxed
// JSON that encoding/json finds valid.
func FuzzUnmarshal(f *testing.F) {
	for file := range held {
		for i, v := range vectors.Load(f, file) {
			if i%40 == 0 {
				f.Add(v.JSONNative)
			}
		}
	}

	for _, s := range []string{
		`{"type":"Array","elem_type":"Node","args":[null]}`,
		`{"type":"Timer","props":["wait","f:1.0"]}`, `{"args":[1,2`, `["i:1",]`,
		`{"type":"Dictionary","key_type":"String","value_type":"res://a.gd","args":["s:a",null]}`,
		`[[[[`, `"np:a:b"`,
		`"f:nan(0x7ff8000000000001)"`, `{"type":"RID","args":[5]}`,
		`{"type":"Signal","args":[5,"hit"]}`, `1`,
		`{"type":"Vector2","args":[inf,"f:-inf"]}`, `{"args":[},"type":"RID"}`,
	} {
		f.Add(s)
	}

	f.Fuzz(func(t *testing.T, s string) {
		v, err := jsonvar.Unmarshal([]byte(s), jsonvar.Options{Objects: true, MaxSize: 1 << 16})
		if err != nil {
			var place *notation.Error
			require.True(t, errors.As(err, &place))
			require.LessOrEqual(t, place.Offset, len(s))
			require.Equal(t, 1+strings.Count(s[:place.Offset], "\n"), place.Line)
			require.Positive(t, place.Column)
			require.Nil(t, v)

			return
		}

		data := mustMarshal(t, v)
		require.True(t, json.Valid(data), "%s", data)
		back := mustUnmarshal(t, data, jsonvar.Options{Objects: true})
		require.True(t, variant.Equal(v, back), "%s\n%s", s, data)
		relaxed, err := jsonvar.MarshalRelaxed(v)
		require.NoError(t, err)
		require.True(t, json.Valid(relaxed), "%s", relaxed)
	})
}
