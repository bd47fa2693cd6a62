package structure

import (
	"go/build"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/repository"
	"godotvariant/internal/test/source"
)

const module = "godotvariant/"

// A floor is a line of testdata/floors.txt.
type floor struct {
	pkg    string
	public []string // public packages, and packages of other modules, that pkg may import
}

// floors reads testdata/floors.txt.
func floors(t *testing.T) (all []floor) {
	t.Helper()
	text, err := os.ReadFile("testdata/floors.txt")
	require.NoError(t, err)

	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}

		pkg, public, colon := strings.Cut(line, ":")
		require.True(t, colon || !source.IsPublic(pkg), "%s: a public package has a colon", pkg)
		all = append(all, floor{pkg, strings.Fields(public)})
	}
	return all
}

// TestFloors: a package imports only packages that are above it in testdata/floors.txt. A public
// package imports only the public packages that its line allows. The file lists all packages, and
// no others.
func TestFloors(t *testing.T) {
	sources := library(t)
	above := map[string]map[string]bool{} // the packages that each package may import

	for _, f := range floors(t) {
		may := map[string]bool{f.pkg: true}
		for _, pkg := range f.public {
			if !strings.Contains(pkg, ".") {
				require.Contains(t, above, pkg, "%s stands below %s", pkg, f.pkg)
			}
			may[pkg] = true
			for further := range above[pkg] {
				may[further] = true
			}
		}

		found := sources[f.pkg]
		if assert.NotNil(t, found, "%s does not exist", f.pkg) {
			for _, imported := range ours(found.Imports) {
				assert.Contains(t, above, imported, "%s stands below %s", imported, f.pkg)
				if source.IsPublic(f.pkg) && source.IsPublic(imported) {
					assert.Contains(t, may, imported, "%s imports it", f.pkg)
				}
			}
			for _, imported := range others(found.Imports) {
				assert.Contains(t, may, imported, "%s imports it", f.pkg)
			}
		}

		above[f.pkg] = may
		delete(sources, f.pkg)
	}

	for pkg := range sources {
		t.Errorf("%s is not in testdata/floors.txt", pkg)
	}
}

// ours returns the packages of the module in a list of imports, without the module's path.
func ours(imports []string) (all []string) {
	for _, imported := range imports {
		if inside, ok := strings.CutPrefix(imported, module); ok {
			all = append(all, inside)
		}
	}
	return all
}

// others returns the packages of other modules in a list of imports.
func others(imports []string) (all []string) {
	for _, imported := range imports {
		if strings.Contains(imported, ".") && !strings.HasPrefix(imported, module) {
			all = append(all, imported)
		}
	}
	return all
}

// standardLibrary has the packages of the standard library that are expensive for users, each with
// the packages that may import it. If a package uses unsafe, it does so in only one file, and
// another file has the same functions without unsafe. Package variant uses unsafe to make
// interfaces of values that are stored in a block. Package wire uses it to copy short texts, and to
// allocate memory without clearing it. Package bulk uses it to treat numbers as bytes. Package plan
// uses it to find the fields of a struct.
var standardLibrary = map[string][]string{
	"reflect": {"codec/internal/builtin", "codec/internal/plan", "codec/message",
		"codec/multiplayer"},
	"unsafe": {"variant", "internal/wire", "internal/bulk", "codec/internal/plan"},
	"net":    {"codec/transport", "codec/transport/internal/udp", "codec/transport/enet"},
}

// TestStandardLibrary: only the packages that standardLibrary allows import its expensive packages.
// Packages in separate modules may import them.
func TestStandardLibrary(t *testing.T) {
	for pkg, found := range library(t) {
		if source.Module(pkg) != "." {
			continue
		}
		for _, imported := range found.Imports {
			if users, ok := standardLibrary[imported]; ok {
				assert.Contains(t, users, pkg, "imports %s", imported)
			}
		}
		if pkg == "math" {
			assert.NotContains(t, found.Imports, "fmt", "math imports it")
		}
	}
}

// TestToolsAreForTests: no package of the library imports a package for tests. Package testkit,
// which most tests use, does not import package codec.
func TestToolsAreForTests(t *testing.T) {
	for pkg, found := range library(t) {
		for _, imported := range ours(found.Imports) {
			isTool := strings.HasPrefix(imported, "internal/test/")
			assert.False(t, isTool, "%s imports %s", pkg, imported)
		}
	}

	testkit, err := build.ImportDir(repository.Path("internal", "test", "testkit"), 0)
	require.NoError(t, err)
	assert.NotContains(t, ours(testkit.Imports), "codec")
}

// TestFoldersOneWay: a package imports only packages in its own top folder, and in the folders that
// are before this folder in source.Tops. The first folder is internal. The test lists the packages
// of internal that import other folders.
func TestFoldersOneWay(t *testing.T) {
	exceptions := map[string][]string{
		"internal/nilsafe":  {"variant/dialect"},
		"internal/dialects": {"variant/dialect"},
		"internal/forms":    {"variant/dialect"},
		"internal/wire":     {"variant/dialect"},
		"internal/token":    {"variant/dialect", "variant/notation"},
		"internal/marshal":  {"variant", "variant/notation"}, // used by math, objects and packed
		"internal/bulk":     {"math"},                        // used by packed and codec
	}

	folder := func(pkg string) int {
		top, _, _ := strings.Cut(pkg, "/")
		return slices.Index(source.Tops, top)
	}

	for pkg, found := range library(t) {
		for _, imported := range ours(found.Imports) {
			if folder(imported) > folder(pkg) {
				assert.Contains(t, exceptions[pkg], imported, "%s imports it", pkg)
			}
		}
	}
}

// library returns the packages of the library.
func library(t *testing.T) map[string]*build.Package {
	t.Helper()
	all, err := source.Library()
	require.NoError(t, err)
	return all
}
