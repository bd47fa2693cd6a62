package main

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/programtest"
	"godotvariant/packed"
	"godotvariant/variant"
)

// TestScripts: each command line in the files of testdata/golden prints the lines that follow it in
// the file. The file testdata/README.md describes the form of these files.
func TestScripts(t *testing.T) { tested.Scripts(t, prepared) }

// prepared makes the files that a script needs and can't make itself.
var prepared = map[string]func(t *testing.T){
	"check": func(t *testing.T) {
		store(t, "long.save", variant.Nil{}, make(packed.PackedByteArray, 8<<20))
	},
	"edit": func(t *testing.T) {
		require.NoError(t, os.Mkdir("drafts", 0o777))
		t.Setenv("TMPDIR", "drafts")
	},
	"limits": func(t *testing.T) {
		store(t, "long.save", variant.Int(1), make(packed.PackedByteArray, 2<<20))
	},
	"scan": func(t *testing.T) { // a link to a save, and a file that looks like a record
		require.NoError(t, os.Symlink("double.save", "found/link.save"))
		font := "\x00\x01\x00\x00\x00\x13\x01\x00" + strings.Repeat("\x00", 300)
		programtest.Write(t, "found/font.ttf", font)
	},
}

// TestReadme: the command lines in README.md print the output that README.md shows.
func TestReadme(t *testing.T) { tested.Readme(t) }

// TestReadmeTable: the README lists every command, and the tests that the README names exist.
func TestReadmeTable(t *testing.T) { tested.ReadmeTable(t, testApp().root()) }
