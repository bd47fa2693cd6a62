package math_test

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The package needs the kernel and a handful of small packages, no reflection and
// nothing from elsewhere.
func TestImports(t *testing.T) {
	allowed := map[string]bool{
		"godotvariant/internal/wire": true, "godotvariant/internal/gosrc": true,
		"godotvariant/internal/marshal": true,
		"godotvariant/internal/token":   true, "godotvariant/variant/notation": true,
		"godotvariant/variant": true,
		"image/color":          true, "math": true, "strconv": true, "strings": true,
	}

	files, err := filepath.Glob("*.go")
	require.NoError(t, err)

	seen := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}

		source, err := os.ReadFile(name)
		require.NoError(t, err)
		file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.ImportsOnly)
		require.NoError(t, err)

		for _, spec := range file.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			require.NoError(t, err)
			require.True(t, allowed[path], "%s imports %s", name, path)
			seen++
		}
	}

	require.NotZero(t, seen)
}
