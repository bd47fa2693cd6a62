package codec_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDeps pins what the packages import outside of tests: the kernel only the standard library, the
// types only the packages they are made of, none of them the codec. All may import the module's internal packages.
func TestDeps(t *testing.T) {
	const module = "godotvariant/"
	allowed := map[string][]string{
		"internal": {},
		"variant":  {"internal"},
		"math":     {"variant", "internal"},
		"objects":  {"variant", "internal"},
		"packed":   {"variant", "math", "internal"},
		"codec":    {"variant", "math", "objects", "packed", "internal", "github.com/shopspring/decimal"},
	}
	for pkg, imports := range allowed {
		out, err := exec.Command("go", "list", "-f", `{{join .Imports "\n"}}`, module+pkg).Output()
		require.NoError(t, err)
		for imported := range strings.FieldsSeq(string(out)) {
			inside, ours := strings.CutPrefix(imported, module)
			if ours {
				imported = inside
			}
			if ours || strings.Contains(imported, ".") {
				below := strings.HasPrefix(imported, pkg+"/") || strings.HasPrefix(imported+"/", "internal/")
				assert.True(t, below || slices.Contains(imports, imported), "%s imports %s", pkg, imported)
			}
			if pkg == "math" {
				assert.NotContains(t, []string{"reflect", "fmt"}, imported, "math imports it")
			}
		}
	}
}
