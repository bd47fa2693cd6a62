package message_test

import (
	"encoding/json"
	"errors"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/message"
)

// TestFill: the text of a template has its parameters, numbers with separated thousands, and nouns
// that fit the number.
func TestFill(t *testing.T) {
	require.Equal(t, "1 record of store_var",
		message.Fill("fact.records", message.Params{"records": 1, "framing": "store_var"}))
	require.Equal(t, "1,234,567 bytes", message.Fill("fact.file", message.Params{"bytes": 1234567}))
	require.Equal(t, "-12,345", message.ParamText(int64(-12345)))
	require.Equal(t, "-123", message.ParamText(-123))
	require.Equal(t, "0", message.ParamText(0))
	require.Equal(t, "999", message.ParamText(999))
	require.Equal(t, "1,000", message.ParamText(1000))
	require.Equal(t, "0.5", message.ParamText(0.5))
	require.Empty(t, message.ParamText(nil))
	require.Empty(t, message.Fill("no such key", nil))

	m := message.Say("count.keys", message.Params{"n": 2})
	want := message.Message{Key: "count.keys", Params: message.Params{"n": 2}, Text: "2 keys"}
	require.Equal(t, want, m)
	require.Equal(t, m, *message.Note("count.keys", message.Params{"n": 2}))
}

// TestTemplates: the parameters of each template can be read, and the table can't be changed.
func TestTemplates(t *testing.T) {
	parameter := regexp.MustCompile(`\{(\w+)(\|[^{}|]+\|[^{}|]+)?\}`)

	for key, template := range message.Templates() {
		require.NotContains(t, parameter.ReplaceAllString(template, ""), "{", key)

		params := message.Params{}
		for _, m := range parameter.FindAllStringSubmatch(template, -1) {
			params[m[1]] = "VALUE"
		}
		require.NotContains(t, message.Fill(key, params), "{", key)
	}

	message.Templates()["same"] = ""
	require.NotEmpty(t, message.Fill("same", nil))
}

// TestFaults: the text of a fault is a sentence with a place. The page also gets the parts of the
// fault.
func TestFaults(t *testing.T) {
	f := message.NewFault("noSuch", message.Params{"name": "godot9"}).At("engine")
	require.EqualError(t, f, "Nothing is called godot9.")
	require.Equal(t, "engine", f.Field)
	require.Empty(t, f.Detail())

	place := message.Say("place.about", message.Params{
		"place": message.Say("place.file", nil),
		"about": []any{"int", message.Say("place.byte", message.Params{"offset": 1234})},
	})
	f = &message.Fault{Code: "emptyFile", Place: &place, Err: errors.New("no bytes")}
	require.EqualError(t, f, "The file (int, byte 1,234) – The file is empty: open another one.")
	require.ErrorIs(t, f, f.Err)

	text, err := json.Marshal(f)
	require.NoError(t, err)
	require.Contains(t, string(text), `"code":"emptyFile","params":null,"field":"","said":{`)
	require.Contains(t, string(text), `"detail":"no bytes"}`)
}
