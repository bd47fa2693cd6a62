package structure

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/generated"
)

// link matches a link of Go's documentation, such as [Object].
var link = regexp.MustCompile(`\[([A-Z][\w.]*)\]`)

// TestMap: the map in CONTRIBUTING.md has the packages of testdata/floors.txt in their order, with
// the first sentences of their documentation.
func TestMap(t *testing.T) {
	head := "| package | what it does | may import |\n| --- | --- | --- |"
	generated.Table(t, ".github/CONTRIBUTING.md", head, rows(t)...)
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
