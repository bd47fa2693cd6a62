package codec_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDeps pins what the packages import, in tests aside: the kernel nothing but
// the standard library, the types nothing but what they are made of, and nobody
// the codec.
func TestDeps(t *testing.T) {
	const module = "godotvariant/"
	allowed := map[string][]string{
		"variant": {"internal"},
		"math":    {"variant"},
		"objects": {"variant"},
		"packed":  {"variant", "math"},
		"codec":   {"internal", "variant", "math", "objects", "packed", "github.com/shopspring/decimal"},
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
				below := strings.HasPrefix(imported, pkg+"/")
				assert.True(t, below || slices.Contains(imports, imported), "%s imports %s", pkg, imported)
			}
			if pkg == "math" {
				assert.NotContains(t, []string{"reflect", "fmt"}, imported, "math imports it")
			}
		}
	}
}
