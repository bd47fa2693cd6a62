package structure

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// A graph maps each file to the files that it refers to. The value is one of the names that it
// refers to in the other file.
type graph map[string]map[string]string

// Circles finds the groups of files that refer to each other in the package with the import path
// pkg. It returns the references within each group. Test files are ignored. The argument dir is a
// folder of the package's module.
func Circles(dir, pkg string) ([][]string, error) {
	g, err := references(dir, pkg)
	return circles(g), err
}

// references returns the references between the files of a package, without its test files.
func references(dir, pkg string) (graph, error) {
	fset := token.NewFileSet()
	checked, files, info, err := check(fset, dir, pkg)
	if err != nil {
		return nil, err
	}

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

	return g, nil
}

// isLocal reports whether an object is declared in a function.
func isLocal(object types.Object, pkg *types.Package) bool {
	if object.Parent() == nil { // a field or method
		v, isVar := object.(*types.Var)
		return isVar && !v.IsField()
	}
	return object.Parent() != pkg.Scope()
}

// check parses a package and checks its types. For imports it reads the export data that the go
// command has compiled.
func check(
	fset *token.FileSet, dir, pkg string,
) (*types.Package, []*ast.File, *types.Info, error) {
	last, exports, err := list(dir, pkg)
	if err != nil {
		return nil, nil, nil, err
	}

	var files []*ast.File
	for _, name := range last.GoFiles {
		f, err := parser.ParseFile(fset, filepath.Join(last.Dir, name), nil,
			parser.SkipObjectResolution)
		if err != nil {
			return nil, nil, nil, err
		}
		files = append(files, f)
	}

	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: importer.ForCompiler(fset, "gc",
		func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })}
	checked, err := config.Check(last.ImportPath, fset, files, info)

	return checked, files, info, err
}

// A listed is a package in the output of go list.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
}

// list returns a package, and the files with export data of all packages that it imports.
func list(dir, pkg string) (last listed, exports map[string]string, err error) {
	cmd := exec.Command("go", "list", "-export", "-deps",
		"-json=ImportPath,Dir,Export,GoFiles", pkg)
	cmd.Dir = dir

	out, err := cmd.Output()
	if err != nil {
		return last, nil, err
	}

	exports = map[string]string{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var l listed
		err := d.Decode(&l)
		if errors.Is(err, io.EOF) {
			return last, exports, nil // the package itself comes last
		}

		if err != nil {
			return last, nil, err
		}
		exports[l.ImportPath] = l.Export
		last = l
	}
}

// circles returns the references within each group of files that refer to each other. Two files are
// in one group if each can be reached from the other.
func circles(g graph) (all [][]string) {
	reached := map[string]map[string]bool{}
	for from := range g {
		reached[from] = map[string]bool{}
		reach(g, from, reached[from])
	}

	seen := map[string]bool{}
	for _, first := range sortedKeys(g) {
		if seen[first] || !reached[first][first] {
			continue
		}

		var group []string
		for _, file := range sortedKeys(g) {
			if reached[first][file] && reached[file][first] {
				group = append(group, file)
				seen[file] = true
			}
		}

		all = append(all, within(g, group))
	}

	return all
}

// reach adds all files that can be reached from a file to reached.
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
		for _, to := range sortedKeys(g[from]) {
			if slices.Contains(group, to) {
				lines = append(lines, from+" → "+to+": "+g[from][to])
			}
		}
	}
	return lines
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
