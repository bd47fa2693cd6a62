package codec_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDeps pins what the packages import, apart from their tests: the kernel nothing but
// the standard library, the types only what they are made of, and none of them the codec.
// Inside codec the packages stand one above the other too. Every package may import what the
// module hides, and what is below the kernel.
func TestDeps(t *testing.T) {
	const module, decimal = "godotvariant/", "github.com/shopspring/decimal"
	allowed := map[string][]string{
		"variant/notation":        {},
		"variant":                 {},
		"math":                    {"variant"},
		"objects":                 {"variant"},
		"packed":                  {"variant", "math"},
		"variant/tree":            {"variant"},
		"internal/wire":           {},
		"internal/bulk":           {"math"},
		"internal/dialects":       {},
		"codec/internal/packets":  {"variant"},
		"codec/internal/builtin":  {"variant", "math", "objects", "packed"},
		"codec/internal/decimals": {"variant", decimal},
		"codec/internal/plan": {
			"variant", "math", "objects", "packed", "codec/internal/packets",
			"codec/internal/builtin", "codec/internal/decimals", decimal,
		},
		"codec/internal/detect": {"variant", "objects", "packed", "codec/internal/packets",
			"codec/internal/builtin"},
		"codec":             {"variant", "math", "objects", "packed", decimal},
		"codec/message":     {"variant", "codec", "codec/internal/plan"},
		"codec/multiplayer": {"variant", "packed", "codec"},
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
				shared := imported == "internal" || strings.HasPrefix(imported, "internal/") ||
					strings.HasPrefix(imported, "variant/")
				below := strings.HasPrefix(imported, pkg+"/")
				assert.True(t, shared || below || slices.Contains(imports, imported),
					"%s imports %s", pkg, imported)
			}

			if pkg == "math" {
				assert.NotContains(t, []string{"reflect", "fmt"}, imported, "math imports it")
			}
		}
	}
}
