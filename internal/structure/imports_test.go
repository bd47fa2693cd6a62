package structure

import (
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

// allowed has for each package of the library what it may import of the module and of other
// modules. A package stands above all that it imports: the table is in that order.
var allowed = []struct{ pkg, imports string }{
	{"internal", ""},
	{"internal/fault", ""},
	{"internal/float", ""},
	{"internal/gosrc", ""},
	{"variant/dialect", "internal"},
	{"variant/notation", "internal internal/fault"},
	{"internal/care", "variant/dialect"},
	{"internal/dialects", "internal variant/dialect"},
	{"internal/token", "internal internal/fault internal/float variant/notation"},
	{"internal/forms", "internal internal/fault variant/dialect"},
	{"internal/wire", "internal internal/fault internal/float internal/forms internal/token " +
		"variant/dialect"},

	{"variant", "internal internal/care internal/fault internal/float internal/gosrc " +
		"internal/token internal/forms internal/wire variant/dialect variant/notation"},
	{"variant/tree", "internal internal/care internal/float internal/token internal/forms " +
		"internal/wire variant variant/dialect variant/notation"},
	{"internal/marshal", "internal internal/care internal/token variant variant/notation"},

	{"math", "internal/gosrc internal/marshal internal/token internal/wire variant " +
		"variant/notation"},
	{"math/colornames", "math"},
	{"internal/bulk", "internal/float internal/wire math"},
	{"packed", "internal/bulk internal/float internal/gosrc internal/marshal internal/token internal/wire " +
		"math variant variant/notation"},
	{"objects", "internal/marshal internal/token internal/wire variant variant/dialect " +
		"variant/notation"},

	{"codec/internal/typed", "variant"},
	{"codec/internal/components", "variant variant/notation"},
	{"codec/internal/packets", "internal/forms internal/wire variant variant/dialect"},
	{"codec/internal/builtin", "internal/care internal/forms internal/wire math objects packed variant"},
	{"codec/internal/decimals", "internal internal/care variant variant/dialect " + decimal},
	{"codec/internal/detect", "codec/internal/builtin codec/internal/packets internal/dialects " +
		"internal/forms internal/wire objects packed variant variant/dialect variant/tree"},
	{"codec/internal/plan", "codec/internal/builtin codec/internal/decimals " +
		"codec/internal/packets internal internal/bulk internal/care internal/dialects " +
		"internal/float internal/forms internal/wire math objects packed variant variant/dialect " + decimal},
	{"codec/internal/parse", "codec/internal/packets internal internal/care internal/token " +
		"internal/wire math objects packed variant variant/dialect variant/notation"},

	{"codec/text", "codec/internal/components codec/internal/parse internal internal/care " +
		"internal/float internal/token math objects packed variant variant/notation"},
	{"codec/jsonvar", "codec/internal/components codec/internal/parse codec/text internal " +
		"internal/care internal/token objects packed variant variant/notation"},
	{"codec", "codec/internal/builtin codec/internal/components codec/internal/decimals " +
		"codec/internal/detect codec/internal/packets codec/internal/plan codec/internal/typed " +
		"codec/jsonvar internal internal/care internal/dialects internal/fault internal/float " +
		"internal/token internal/forms internal/wire math objects packed variant variant/dialect variant/tree " +
		decimal},
	{"codec/message", "codec codec/internal/plan internal variant"},
	{"codec/multiplayer/internal/reason", "variant"},
	{"codec/multiplayer/packet", "codec codec/multiplayer/internal/reason packed variant"},
	{"codec/multiplayer", "codec codec/multiplayer/internal/reason codec/multiplayer/packet " +
		"variant variant/tree"},
	{"codec/multiplayer/sockets", "codec/multiplayer codec/multiplayer/internal/reason " +
		"codec/multiplayer/packet"},
	{"codec/savefile", "internal/fault"},
	{"codec/configfile", "codec codec/internal/parse codec/text internal objects packed variant " +
		"variant/notation variant/tree"},
	{"codec/convert", "codec codec/savefile variant"},
	{"codec/resource", "codec/internal/packets codec/internal/parse codec/savefile internal " +
		"internal/float internal/token internal/wire math objects packed variant " +
		"variant/notation variant/tree"},
	{"codec/multiplayer/scenes", "codec/multiplayer codec/resource objects packed variant"},
}

// standardLibrary is what packages may import of it that would cost their users much.
var standardLibrary = map[string][]string{
	"reflect": {"codec/internal/builtin", "codec/internal/plan", "codec/message", "codec/multiplayer"},
	"unsafe":  {"variant", "internal/bulk", "codec/internal/plan"},
	"net":     {"codec/message"},
}

// TestImports: each package imports only what stands below it, see allowed. No package of the
// library is missing in the table.
func TestImports(t *testing.T) {
	below := map[string]bool{decimal: true}
	for _, row := range allowed {
		for _, imported := range strings.Fields(row.imports) {
			assert.True(t, below[imported], "%s stands below %s in the table", imported, row.pkg)
		}
		below[row.pkg] = true
	}

	for pkg, imports := range imports(t) {
		i := slices.IndexFunc(allowed, func(row struct{ pkg, imports string }) bool {
			return row.pkg == pkg
		})
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
			assert.Contains(t, strings.Fields(allowed[i].imports), imported, "%s imports it", pkg)
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
	for _, prefix := range []string{
		"examples/", "internal/bounds", "internal/docs", "internal/enginetest",
		"internal/resourcetest", "internal/structure", "internal/testkit",
		"codec/internal/instructions", "codec/internal/live", "codec/internal/transcript",
		"codec/internal/vectors", "codec/internal/workloads",
		"codec/multiplayer/internal/recorded",
	} {
		if strings.HasPrefix(pkg, prefix) {
			return true
		}
	}
	return false
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
		"internal/marshal":  {"variant", "variant/notation"},        // for the folders above variant
		"internal/bulk":     {"math"},                               // for packed and codec
		"internal/testkit":  {"variant", "variant/tree", "objects"}, // for tests
	}

	folder := func(pkg string) int {
		top, _, _ := strings.Cut(pkg, "/")
		return slices.Index(order, top)
	}

	for pkg, imports := range imports(t) {
		if strings.HasPrefix(pkg, "internal/docs") || strings.HasPrefix(pkg, "internal/resourcetest") {
			continue // programs of documents, and what tests read
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
	require.NotContains(t, imports(t)["internal/testkit"], module+"codec")
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
