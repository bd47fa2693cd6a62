package structure

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	module  = "godotvariant/"
	decimal = "github.com/shopspring/decimal"
)

// A layer is a package of the library, and the packages that it may import.
type layer struct {
	pkg     string
	imports []string
}

// allowed reads testdata/imports.txt.
func allowed(t *testing.T) (layers []layer) {
	table, err := os.ReadFile("testdata/imports.txt")
	require.NoError(t, err)

	for line := range strings.Lines(string(table)) {
		words := strings.Fields(line)
		switch {
		case len(words) == 0 || words[0] == "#":
		case strings.HasPrefix(line, "\t"):
			last := &layers[len(layers)-1]
			last.imports = append(last.imports, words...)
		default:
			layers = append(layers, layer{pkg: words[0]})
		}
	}

	return layers
}

// standardLibrary has the packages of the standard library that cost their users much, and the
// packages that may import them. A package with unsafe has it in one file, and has another file
// with the same functions without it. Package variant makes interfaces of values that lie in a
// block. Package wire copies short texts, and takes memory that is not cleared. Package bulk views
// numbers as bytes. Package plan finds the fields of a struct.
var standardLibrary = map[string][]string{
	"reflect": {"codec/internal/builtin", "codec/internal/plan", "codec/message", "codec/multiplayer"},
	"unsafe":  {"variant", "internal/wire", "internal/bulk", "codec/internal/plan"},
	"net":     {"codec/transport"},
}

// TestImports: each package imports only the packages that testdata/imports.txt allows. No package
// of the library is missing in the table.
func TestImports(t *testing.T) {
	below := map[string]bool{decimal: true}
	layers := allowed(t)
	for _, row := range layers {
		for _, imported := range row.imports {
			assert.True(t, below[imported], "%s stands below %s in the table", imported, row.pkg)
		}
		below[row.pkg] = true
	}

	for pkg, imports := range imports(t) {
		i := slices.IndexFunc(layers, func(row layer) bool { return row.pkg == pkg })
		if i < 0 {
			assert.True(t, isTool(pkg), "%s is not in the table", pkg)
			continue
		}

		for _, imported := range imports {
			if inside, ours := strings.CutPrefix(imported, module); ours {
				imported = inside
			} else if !strings.Contains(imported, ".") {
				continue
			}
			assert.Contains(t, layers[i].imports, imported, "%s imports it", pkg)
		}
	}
}

// TestStandardLibrary: only few packages import the expensive parts of the standard library.
func TestStandardLibrary(t *testing.T) {
	for pkg, imports := range imports(t) {
		for _, imported := range imports {
			if users, ok := standardLibrary[imported]; ok && !isTool(pkg) {
				assert.Contains(t, users, pkg, "imports %s", imported)
			}
		}
		if pkg == "math" {
			assert.NotContains(t, imports, "fmt", "math imports it")
		}
	}
}

// isTool reports whether a package is for tests, or a program, and no part of the library.
func isTool(pkg string) bool {
	return strings.HasPrefix(pkg, "examples/") || strings.HasPrefix(pkg, "internal/test/")
}

// TestToolsAreForTests: no package of the library imports a package that is for tests.
func TestToolsAreForTests(t *testing.T) {
	for pkg, imports := range imports(t) {
		if isTool(pkg) {
			continue
		}
		for _, imported := range imports {
			assert.False(t, isTool(strings.TrimPrefix(imported, module)), "%s imports %s", pkg, imported)
		}
	}
}

// TestFoldersOneWay: the folders at the top of the module import each other in one direction. The
// folder internal is at the bottom. What stands higher is named here.
func TestFoldersOneWay(t *testing.T) {
	order := []string{"internal", "variant", "math", "packed", "objects", "codec", "examples"}
	exceptions := map[string][]string{
		"internal/care":     {"variant/dialect"},
		"internal/dialects": {"variant/dialect"},
		"internal/forms":    {"variant/dialect"},
		"internal/wire":     {"variant/dialect"},
		"internal/token":    {"variant/notation"},
		"internal/marshal":  {"variant", "variant/notation"}, // for the folders above variant
		"internal/bulk":     {"math"},                        // for packed and codec
	}

	folder := func(pkg string) int {
		top, _, _ := strings.Cut(pkg, "/")
		return slices.Index(order, top)
	}

	for pkg, imports := range imports(t) {
		if isTool(pkg) {
			continue
		}
		for _, imported := range imports {
			imported, ours := strings.CutPrefix(imported, module)
			if ours && folder(imported) > folder(pkg) {
				assert.Contains(t, exceptions[pkg], imported, "%s imports it", pkg)
			}
		}
	}
}

// TestNoCodecInTestkit: what all tests use needs no codec.
func TestNoCodecInTestkit(t *testing.T) {
	require.NotContains(t, imports(t)["internal/test/testkit"], module+"codec")
}

// imports returns the imports of all packages of the module, tests apart.
func imports(t *testing.T) map[string][]string {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`,
		module+"...").Output()
	require.NoError(t, err)

	all := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		all[strings.TrimPrefix(words[0], module)] = words[1:]
	}

	return all
}
