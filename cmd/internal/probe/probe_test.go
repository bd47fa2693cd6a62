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

// TestForms: Forms returns the forms of a file in the order in which they are tried. TestBeginnings
// of package kinds combines each kind with odd beginnings.
func TestForms(t *testing.T) {
	for head, want := range map[string]string{
		"":                                 "save header damaged",
		"RSRC\x01":                         "resource save header damaged",
		"ECFG\x01":                         "project.binary save header damaged",
		"RIFF\x00\x00\x00\x00WEBPVP8":      "webp save header damaged",
		"\x1f\x8b\x08\x00":                 "gzip save fastlz header damaged",
		"x\x9c\x00":                        "zlib save header damaged",
		"x\x9d\x00":                        "save header damaged",
		"{\"a\": 1}":                       "json save header text damaged",
		"[1, 2":                            "json save header text damaged",
		"[a]\nb=1":                         "config save header text damaged",
		"; c\n[ gd_resource]":              "resource config save header text damaged",
		"\ufeff; c\n\n[ü];":                "config save header text damaged",
		" \ufeff\ufeff[a]\nb=1":            "config save header text damaged",
		"\t\ufeff\ufeff[gd_scene]":         "resource config save header text damaged",
		"b=1":                              "config save header text damaged",
		"\x01[a]\n":                        "config save header damaged",
		"HAAAABsAAAABAAAABAAAAAIAAABo\n":   "base64 save header text damaged",
		"HAAAABsAAAABAAAABAAAAAIAAABocA==": "base64 config save header text damaged",
		"GwAAAAAAAAA=":                     "base64 config save header text damaged",
		"GwAAAAAAAA=":                      "config save header text damaged",
		"[a]\r\nb=1":                       "config save header text damaged",
		"any text":                         "save header text damaged",
		"caf\xc3":                          "save header text damaged",
		"caf\xc3 au lait":                  "save header damaged",
		"a\x00b":                           "save header damaged",
	} {
		require.Equal(t, want, names(head), "%q", head)
	}

	form, ok := probe.Magic([]byte("\x89PNG\r\n\x1a\n\x00"))
	require.True(t, ok)
	require.Equal(t, "image/png", form.Mime)
	require.Equal(t, probe.Foreign, form.Class)
	require.Equal(t, "it is a PNG image", form.Hint)

	form, ok = probe.Magic([]byte("GCPF"))
	require.True(t, ok)
	require.Equal(t, "gcpf", form.Name)

	_, ok = probe.Magic([]byte("[a]"))
	require.False(t, ok)
}

// TestNames: the ending of a file's name may belong to another kind than the bytes of the file.
func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		"a.json": "json", "A.JSON": "json", "x/project.binary": "project.binary", "a.cfg": "config",
		"project.godot": "config", "icon.png.import": "config", "a.tscn": "resource",
		"a.res": "resource", "a.save": "", "json": "", "": "",
	} {
		require.Equal(t, want, probe.OfName(name), name)
		require.False(t, probe.Contradicts(name, want), name)
	}

	require.True(t, probe.Contradicts("a.json", ""), "a save")
	require.False(t, probe.Contradicts("a.save", "json"))
}

// TestMagicsBehindHeader: the first bytes of a resource or a project.binary are found behind other
// data, but not in a file of a known format.
func TestMagicsBehindHeader(t *testing.T) {
	for head, want := range map[string][]int{
		"SAVE\x00RSRC\x00":             {5},
		"SAVE RSCC ECFG":               {5, 10},
		"RSRC RSCC ECFG":               nil,
		"GDPC\x01\x00RSRC\x00":         nil,
		"\x89PNG\r\n\x1a\n PK\x03\x04": nil,
		"SAVE":                         nil,
		"":                             nil,
	} {
		require.Equal(t, want, probe.MagicsBehindHeader([]byte(head)), "%q", head)
	}

	far := strings.Repeat("\x00", probe.Look+1) + "RSRC"
	require.Empty(t, probe.MagicsBehindHeader([]byte(far)))
}

// TestTextsBehindHeader: a text may begin at a bracket behind binary data, or at the beginning of a
// line.
func TestTextsBehindHeader(t *testing.T) {
	for head, want := range map[string][]int{
		"SAVE\x00\x00{\"a\": 1}":        {6},
		"SAVE\x00\x00[a]\nb=[1]":        {6, 12},
		"version 2\n[a]\nb=[1]":         {10},
		"version 2 {\"a\": {\"b\": 1}}": {10},
		"[a]\nb=[1]":                    nil,
		"\x00{\x00}":                    nil,
		"":                              nil,
	} {
		require.Equal(t, want, probe.TextsBehindHeader([]byte(head)), "%q", head)
	}

	far := strings.Repeat("\x00", probe.Look+1) + "{}"
	require.Empty(t, probe.TextsBehindHeader([]byte(far)))
}

// TestEngines: EngineByName finds each engine by its name in upper case, and returns nil for an
// unknown name. The first name is godot4.
func TestEngines(t *testing.T) {
	for _, name := range probe.EngineNames() {
		require.Equal(t, name, probe.EngineName(probe.EngineByName(strings.ToUpper(name))))
	}
	require.Nil(t, probe.EngineByName("godot9"))
	require.Equal(t, "godot4", probe.EngineNames()[0])
}
