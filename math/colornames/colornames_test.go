package colornames_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/math"
	"godotvariant/math/colornames"
)

// TestNames: each variable of the package is equal to the color that ColorByName returns for its
// name.
func TestNames(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "colornames.go", nil, 0)
	require.NoError(t, err)

	count := 0
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		literal := spec.Values[0].(*ast.CallExpr).Args[0].(*ast.BasicLit).Value
		rgba, err := strconv.ParseUint(literal, 0, 32)
		require.NoError(t, err)
		c, ok := math.ColorByName(spec.Names[0].Name)
		require.True(t, ok, spec.Names[0].Name)
		require.Equal(t, math.ColorFromRGBA32(uint32(rgba)), c, spec.Names[0].Name)
		count++
		return false
	})

	require.Equal(t, 146, count)
}

func TestValues(t *testing.T) {
	require.Equal(t, math.RGBA(1, 1, 1, 0), colornames.Transparent)
	require.Equal(t, math.RGB(0, 1, 0), colornames.Green)
	require.Equal(t, "008000", colornames.WebGreen.HTML(false))
	require.Equal(t, "b03060ff", colornames.Maroon.HTML(true))
	require.Equal(t, "663399ff", colornames.RebeccaPurple.HTML(true))
}

func Example() {
	fmt.Println(colornames.Tomato.HTML(false), colornames.Tomato.Darkened(0.5).HTML(false))
	// Output: ff6347 803224
}
