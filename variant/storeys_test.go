package variant

import (
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// storeys are the files of the package from the bottom to the top.
var storeys = [][]string{
	{"doc.go", "type.go", "dialect.go", "format.go", "errors.go", "float.go", "variant.go"},
	{
		"reader.go", "readvalue.go", "readtext.go", "writer.go", "writevalue.go", "element.go", "container.go", "keys.go",
		"review.go", "equal.go", "decode.go", "path.go", "text.go", "box_unsafe.go", "box_portable.go",
	},
	{},
}

// TestStoreys holds every static call to its direction: to the same storey or down.
// The only way up is an interface call: a prototype's Encode or Decode.
func TestStoreys(t *testing.T) {
	fset := token.NewFileSet()
	names, err := filepath.Glob("*.go")
	require.NoError(t, err)
	var files []*ast.File
	for _, name := range names {
		if built, err := build.Default.MatchFile(".", name); err != nil || !built || strings.HasSuffix(name, "_test.go") {
			continue
		}
		source, err := os.ReadFile(name)
		require.NoError(t, err)
		file, err := parser.ParseFile(fset, name, source, 0)
		require.NoError(t, err)
		files = append(files, file)
	}
	storey := func(pos token.Pos) int {
		name := filepath.Base(fset.Position(pos).Filename)
		for i, s := range storeys {
			if slices.Contains(s, name) {
				return i
			}
		}
		return len(storeys) - 1
	}
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	pkg, err := config.Check("godotvariant/variant", fset, files, &info)
	require.NoError(t, err)
	calls := 0
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			callee := ast.Unparen(call.Fun)
			if s, ok := callee.(*ast.SelectorExpr); ok {
				callee = s.Sel
			}
			id, ok := callee.(*ast.Ident)
			if !ok {
				return true
			}
			f, ok := info.Uses[id].(*types.Func)
			if !ok || f.Pkg() != pkg {
				return true
			}
			if r := f.Signature().Recv(); r != nil && types.IsInterface(r.Type()) {
				return true
			}
			calls++
			assert.LessOrEqual(t, storey(f.Pos()), storey(call.Pos()), "%v calls %s upwards", fset.Position(call.Pos()), f.Name())
			return true
		})
	}
	assert.Greater(t, calls, 300)
}
