package message_test

import (
	"errors"
	"fmt"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/webpage/session/message"
	"godotvariant/variant"
)

// TestFill: a template has its parameters, numbers in groups, and nouns that fit the number.
func TestFill(t *testing.T) {
	require.Equal(t, "1 record of store_var",
		message.Fill("fact.records", message.Params{"records": 1, "framing": "store_var"}))
	require.Equal(t, "1,234,567 bytes", message.Fill("fact.file", message.Params{"bytes": 1234567}))
	require.Equal(t, "-12,345", message.ParamText(int64(-12345)))
	require.Equal(t, "0.5", message.ParamText(0.5))
	require.Empty(t, message.ParamText(nil))
	require.Empty(t, message.Fill("no such key", nil))

	m := message.Say("count.keys", message.Params{"n": 2})
	require.Equal(t, message.Message{Key: "count.keys", Params: message.Params{"n": 2}, Text: "2 keys"}, m)
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

// TestFaults: an error of the library is a fault with the code that the page knows.
func TestFaults(t *testing.T) {
	for code, err := range map[string]error{
		"tooDeep": variant.ErrDepth, "range": variant.ErrRange, "exists": variant.ErrDuplicateKey,
		"elementType": variant.ErrElementType, "tooLong": variant.ErrLimit,
		"general": errors.New("other"),
	} {
		wrapped := fmt.Errorf("wrapped: %w", err)
		f := message.AsFault(wrapped)
		require.Equal(t, code, f.Code)
		require.ErrorIs(t, f, err)
		require.Same(t, f, message.AsFault(fmt.Errorf("again: %w", f)))
		require.ErrorIs(t, message.EditFault(wrapped), err)
	}

	f := message.NewFault("noEngine", message.Params{"name": "godot9"}).At("engine")
	require.Equal(t, "no engine is called godot9", f.Error())
	require.Equal(t, "engine", f.Field)
}
