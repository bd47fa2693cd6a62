package structure

import (
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"

	"godotvariant/internal/test/source"
)

// A graph has the references between files. The outer key is the file that refers, and the inner
// key is the file to which it refers. The value is one of the names that the first file uses from
// the second file.
type graph map[string]map[string]string

// Circles finds groups of files that refer to each other, in a package of a listing. It returns the
// references within each group. It ignores test files.
func Circles(list *source.Listing, pkg string) ([][]string, error) {
	g, err := references(list, pkg)
	return circles(g), err
}

// references returns the references between the files of a package, without its test files.
func references(list *source.Listing, pkg string) (graph, error) {
	fset := token.NewFileSet()
	checked, info, err := list.Check(fset, pkg)
	if err != nil {
		return nil, err
	}

	fileOf := func(at token.Pos) string { return filepath.Base(fset.Position(at).Filename) }

	g := graph{}
	for name, object := range info.Uses {
		if object.Pkg() != checked || !object.Pos().IsValid() || isLocal(object, checked) {
			continue
		}

		from, to := fileOf(name.Pos()), fileOf(object.Pos())
		for _, file := range []string{from, to} {
			if g[file] == nil {
				g[file] = map[string]string{}
			}
		}

		known, ok := g[from][to]
		if from != to && (!ok || object.Name() < known) {
			g[from][to] = object.Name()
		}
	}

	return g, nil
}

// isLocal reports whether an object is declared in a function.
func isLocal(object types.Object, pkg *types.Package) bool {
	if object.Parent() == nil { // fields and methods have no parent, and are not local
		v, isVar := object.(*types.Var)
		return isVar && !v.IsField()
	}
	return object.Parent() != pkg.Scope()
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

// reach finds all files to which a file refers, directly or through other files. It adds them to
// the map reached.
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
