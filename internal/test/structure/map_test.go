package structure

import (
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/repository"
)

var write = flag.Bool("write", false, "write the map of the packages into CONTRIBUTING.md")

const (
	mapBegins = "| package | what it does | may import |\n| --- | --- | --- |\n"
	mapEnds   = "\n\n"
)

// link is a link of Go's documentation, such as [Object].
var link = regexp.MustCompile(`\[([A-Z][\w.]*)\]`)

// TestMap: the map in CONTRIBUTING.md has the packages of testdata/floors.txt in their order, with
// the first sentences of their documentation.
func TestMap(t *testing.T) {
	file := repository.Path(".github", "CONTRIBUTING.md")
	page, err := os.ReadFile(file)
	require.NoError(t, err)

	before, rest, found := strings.Cut(string(page), mapBegins)
	require.True(t, found, "CONTRIBUTING.md has no map")
	_, after, found := strings.Cut(rest, mapEnds)
	require.True(t, found, "the map in CONTRIBUTING.md has no end")

	want := before + mapBegins + strings.Join(rows(t), "\n") + mapEnds + after
	if *write {
		require.NoError(t, os.WriteFile(file, []byte(want), 0o644))
		return
	}
	require.Equal(t, want, string(page),
		"stale: run go test ./internal/test/structure -run TestMap -write")
}

// rows returns the rows of the map.
func rows(t *testing.T) (all []string) {
	sources := library(t)
	for _, f := range floors(t) {
		doc := sources[f.pkg].Doc
		require.NotEmpty(t, doc, "package %s has no documentation", f.pkg)

		does := strings.TrimPrefix(doc, "Package "+sources[f.pkg].Name+" ")
		does = link.ReplaceAllString(does, "$1")
		all = append(all, "| `"+f.pkg+"` | "+does+" | "+strings.Join(f.public, ", ")+" |")
	}
	return all
}
