package docs

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// chosen are conditions on which a test may be skipped in any words: how the tests are
// run, not what the machine lacks.
var chosen = regexp.MustCompile(`testing\.Short\(\)|\b[rR]aced\b|\brace(Enabled|Detector)\b|runtime\.GOOS`)

// TestSkips: a test that lacks something says "SKIPPED, not tested", for which .ci/run
// looks. All others are skipped for a flag or a system.
func TestSkips(t *testing.T) {
	n := 0
	for _, file := range files(t, ".go") {
		fset := token.NewFileSet()
		parsed, err := parser.ParseFile(fset, filepath.Join(root, file), nil, 0)
		require.NoError(t, err)

		var around []ast.Node
		ast.Inspect(parsed, func(node ast.Node) bool {
			if node == nil {
				around = around[:len(around)-1]
				return true
			}

			around = append(around, node)
			if call, ok := node.(*ast.CallExpr); ok && isSkip(call) {
				n++
				source := print(t, fset, call)

				ok := strings.Contains(source, `("SKIPPED, not tested`)
				for _, outer := range around {
					switch outer := outer.(type) {
					case *ast.IfStmt:
						ok = ok || chosen.MatchString(print(t, fset, outer.Cond))
					case *ast.CaseClause:
						for _, condition := range outer.List {
							ok = ok || chosen.MatchString(print(t, fset, condition))
						}
					}
				}

				assert.True(t, ok, "%s: %s", fset.Position(call.Pos()), source)
			}

			return true
		})
	}

	assert.Greater(t, n, 10, "skips found")
}

// isSkip reports whether a call is Skip, Skipf or SkipNow of a test, benchmark or fuzz target.
func isSkip(call *ast.CallExpr) bool {
	method, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	of, ok := method.X.(*ast.Ident)
	return ok && slices.Contains([]string{"t", "tb", "b", "f"}, of.Name) &&
		slices.Contains([]string{"Skip", "Skipf", "SkipNow"}, method.Sel.Name)
}

// print returns the source of a node.
func print(t *testing.T, fset *token.FileSet, node ast.Node) string {
	var b bytes.Buffer
	require.NoError(t, printer.Fprint(&b, fset, node))
	return b.String()
}
