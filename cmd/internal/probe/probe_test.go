package probe_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/probe"
)

// names returns the names of the forms that a file may have.
func names(head string) string {
	var names []string
	for _, f := range probe.Forms([]byte(head)) {
		names = append(names, f.Name)
	}
	return strings.Join(names, " ")
}

// TestForms: the forms of a file are found in their order. TestBeginnings of package kinds crosses
// each kind with odd beginnings.
func TestForms(t *testing.T) {
	for head, want := range map[string]string{
		"":                                 "",
		"RSRC\x01":                         "resource",
		"ECFG\x01":                         "project.binary",
		"RIFF\x00\x00\x00\x00WEBPVP8":      "webp",
		"\x1f\x8b\x08\x00":                 "gzip",
		"x\x9c\x00":                        "zlib",
		"x\x9d\x00":                        "",
		"{\"a\": 1}":                       "json text",
		"[1, 2":                            "json text",
		"[a]\nb=1":                         "config text",
		"; c\n[ gd_resource]":              "resource config text",
		"\ufeff; c\n\n[ü];":                "config text",
		"b=1":                              "config text",
		"\x01[a]\n":                        "config",
		"HAAAABsAAAABAAAABAAAAAIAAABo\n":   "base64 text",
		"HAAAABsAAAABAAAABAAAAAIAAABocA==": "base64 config text",
		"any text":                         "text",
		"caf\xc3":                          "text",
		"caf\xc3 au lait":                  "",
		"a\x00b":                           "",
	} {
		require.Equal(t, want, names(head), "%q", head)
	}

	form, ok := probe.Magic([]byte("\x89PNG\r\n\x1a\n\x00"))
	require.True(t, ok)
	require.Equal(t, "image/png", form.Mime)
	require.Equal(t, probe.Foreign, form.Class)
	require.Equal(t, "it is a PNG image", form.Hint)

	_, ok = probe.Magic([]byte("[a]"))
	require.False(t, ok)
}
