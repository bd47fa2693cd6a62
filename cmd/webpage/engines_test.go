package main

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/codec/text"
	"godotvariant/internal/test/enginetest"
	gmath "godotvariant/math"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A maker is an engine that writes and reads saves.
type maker struct {
	name    string // part of the names of its saves, and its value in the select element
	label   string // label in the select element
	dialect *variant.Dialect
	find    func(testing.TB) *enginetest.Engine
	script  string
	names   *strings.Replacer // replaces the names of types that the engine lacks
}

var makers = []maker{
	{"godot3", "Godot 3.1", codec.Godot3, enginetest.Godot3, "testdata/read3.gd",
		strings.NewReplacer("Vector2i(", "Vector2(", "&\"", "\"")},
	{"godot4", "Godot 4.4", codec.Godot4, enginetest.Godot4, "testdata/read4.gd",
		strings.NewReplacer()},
}

// A change is a value that the test enters in the page.
type change struct {
	container, label string
	typed            []string // texts for the fields of the editor
	value            variant.Variant
}

var changed = []change{
	{"plain", "hp", []string{"-9223372036854775808"}, variant.Int(-1 << 63)},
	{"zstd", "name", []string{`Ünïté "🎲" \n`}, variant.String(`Ünïté "🎲" \n`)},
	{"gzip", "speed", []string{"0.1"}, variant.Float(0.1)},
	{"secret", "pos", []string{"0.25", "-7"}, gmath.Vector2{X: 0.25, Y: -7}},
}

// TestEnginesRead changes a value in saves of both engines, and downloads each save for both
// engines. The engines read the entered values in these files.
func TestEnginesRead(t *testing.T) {
	dirs := map[string]string{}
	for _, m := range makers {
		m.find(t)
		dirs[m.name] = t.TempDir()
	}

	p := newTab(t, "")
	meant := map[string]string{}
	for _, from := range makers {
		_, plain := record(t, saved(t, from.name+"/plain.save"), from.dialect, savefile.Options{})
		for _, c := range changed {
			p.change(from, c)
			want, err := tree.Set(plain, c.label, c.value)
			require.NoError(t, err)

			for _, to := range makers {
				name := fmt.Sprintf("%s-%s-for-%s", c.container, from.name, to.name)
				file := filepath.Join(dirs[to.name], name)
				require.NoError(t, os.WriteFile(file, p.downloadFor(from, to, c.container), 0o644))
				meant[name] = to.text(t, want)
			}
		}
	}

	for _, m := range makers {
		for name, got := range m.read(t, dirs[m.name]) {
			assert.Equal(t, meant[name], got, name)
			delete(meant, name)
		}
	}

	require.Empty(t, meant, "each file is read")
}

// change opens a save and changes a value.
func (p *tab) change(m maker, c change) {
	p.t.Helper()
	p.open(saves + m.name + "/" + c.container + ".save")
	if c.container == "secret" {
		p.unlock(password)
	}

	p.row(c.label)
	for i, typed := range c.typed {
		p.fill([]string{"#value", "#value-1"}[i], typed)
	}

	p.click("#apply")
	p.shows("#change-line", "1 change")
}

// downloadFor downloads the open save for an engine.
func (p *tab) downloadFor(from, to maker, container string) []byte {
	p.t.Helper()
	if from.name == to.name {
		return p.download("#download", container+".save")
	}

	p.click("#download-as")
	p.choose("#save-engine", to.name)
	p.shows("#report-count", to.label) // after this text appears, the button stays at its place
	data := p.download("#save", container+"-"+to.name+".save")
	p.until(`!document.querySelector("dialog")`)
	return data
}

// text returns the text that the engine prints for a value, or for the value that replaces it in
// this engine.
func (m maker) text(t *testing.T, v variant.Variant) string {
	t.Helper()
	v, err := text.Parse(m.names.Replace(variant.Text(v)), nil)
	require.NoError(t, err)
	s, err := text.Format(v, codec.MustNew(codec.Options{Dialect: m.dialect}))
	require.NoError(t, err)
	return s
}

// read returns the texts that the engine prints for the files in a folder, by name.
func (m maker) read(t *testing.T, dir string) map[string]string {
	t.Helper()
	files, err := os.ReadDir(dir)
	require.NoError(t, err)

	var names []string
	for _, f := range files {
		names = append(names, f.Name())
	}

	texts := map[string]string{}
	for _, line := range m.find(t).Run(t, m.script, dir, "FILES="+strings.Join(names, ",")) {
		name, packed, _ := strings.Cut(line, " ")
		s, err := base64.StdEncoding.DecodeString(packed)
		require.NoError(t, err, line)
		texts[name] = string(s)
	}
	return texts
}
