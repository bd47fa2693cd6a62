package structure

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// oneWay are the packages whose files refer to each other in one direction.
var oneWay = []string{
	"variant", "variant/dialect", "variant/tree", "internal/forms", "internal/wire",
	"internal/token",
	"codec", "codec/internal/packets", "codec/internal/plan", "codec/internal/detect",
	"codec/internal/decimals", "codec/message", "codec/multiplayer", "codec/jsonvar", "codec/text",
	"codec/resource",
}

// TestFilesReferOneWay: no file of a package refers to a file that refers to it, directly or
// through others. So a file can be read with those below it in mind, and no more.
func TestFilesReferOneWay(t *testing.T) {
	for _, pkg := range oneWay {
		t.Run(pkg, func(t *testing.T) {
			t.Parallel()
			for _, circle := range circles(references(t, pkg)) {
				t.Errorf("these files of %s refer to each other in a circle:\n\t%s", pkg,
					strings.Join(circle, "\n\t"))
			}
		})
	}
}

// TestCirclesAreFound: a circle of files is found, and files in a line are none.
func TestCirclesAreFound(t *testing.T) {
	found := circles(graph{
		"a": {"b": "x"}, "b": {"c": "y"}, "c": {"b": "z", "d": "x"}, "d": nil, "e": {"a": "x"},
	})
	require.Equal(t, [][]string{{"b → c: y", "c → b: z"}}, found)
}

// A graph has for each file the files that it refers to, and one name that it refers to there.
type graph map[string]map[string]string

// references returns the references between the files of a package, tests apart.
func references(t *testing.T, pkg string) graph {
	fset := token.NewFileSet()
	checked, files, info := check(t, fset, pkg)
	fileOf := func(at token.Pos) string { return filepath.Base(fset.Position(at).Filename) }

	g := graph{}
	for _, f := range files {
		g[fileOf(f.Pos())] = map[string]string{}
	}

	for name, object := range info.Uses {
		if object.Pkg() != checked || !object.Pos().IsValid() || isLocal(object, checked) {
			continue
		}

		from, to := fileOf(name.Pos()), fileOf(object.Pos())
		known, ok := g[from][to]
		if from != to && (!ok || object.Name() < known) {
			g[from][to] = object.Name()
		}
	}

	return g
}

// isLocal reports whether an object is declared in a function.
func isLocal(object types.Object, pkg *types.Package) bool {
	if object.Parent() == nil { // a field or method
		v, isVar := object.(*types.Var)
		return isVar && !v.IsField()
	}
	return object.Parent() != pkg.Scope()
}

// check parses and checks a package. Its imports are read as the go command has compiled them.
func check(t *testing.T, fset *token.FileSet, pkg string) (*types.Package, []*ast.File, *types.Info) {
	type listed struct {
		ImportPath, Dir, Export string
		GoFiles                 []string
	}

	out, err := exec.Command("go", "list", "-export", "-deps",
		"-json=ImportPath,Dir,Export,GoFiles", module+pkg).Output()
	require.NoError(t, err)

	exports := map[string]string{}
	var last listed // the package itself
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var l listed
		err := d.Decode(&l)
		if errors.Is(err, io.EOF) {
			break
		}

		require.NoError(t, err)
		exports[l.ImportPath] = l.Export
		last = l
	}

	var files []*ast.File
	for _, name := range last.GoFiles {
		f, err := parser.ParseFile(fset, filepath.Join(last.Dir, name), nil,
			parser.SkipObjectResolution)
		require.NoError(t, err)
		files = append(files, f)
	}

	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: importer.ForCompiler(fset, "gc",
		func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })}
	checked, err := config.Check(last.ImportPath, fset, files, info)
	require.NoError(t, err)

	return checked, files, info
}

// circles returns for each group of files that refer to each other the references in it. Two files
// are in one group if each can be reached from the other.
func circles(g graph) (all [][]string) {
	reached := map[string]map[string]bool{}
	for from := range g {
		reached[from] = map[string]bool{}
		reach(g, from, reached[from])
	}

	seen := map[string]bool{}
	for _, first := range sorted(g) {
		if seen[first] || !reached[first][first] {
			continue
		}

		var group []string
		for _, file := range sorted(g) {
			if reached[first][file] && reached[file][first] {
				group = append(group, file)
				seen[file] = true
			}
		}

		all = append(all, within(g, group))
	}

	return all
}

// reach puts all files that can be reached from a file into reached.
func reach(g graph, from string, reached map[string]bool) {
	for to := range g[from] {
		if !reached[to] {
			reached[to] = true
			reach(g, to, reached)
		}
	}
}

// within returns the references between the files of a group.
func within(g graph, group []string) (lines []string) {
	for _, from := range group {
		for _, to := range sorted(g[from]) {
			if slices.Contains(group, to) {
				lines = append(lines, from+" → "+to+": "+g[from][to])
			}
		}
	}
	return lines
}
