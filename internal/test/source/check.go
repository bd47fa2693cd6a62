package source

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
	"os"
	"os/exec"
	"path/filepath"
)

// A Listing has the packages that patterns of the go command match.
type Listing struct {
	Packages []string // their import paths
	files    map[string][]string
	exports  map[string]string
}

// List returns the packages that the patterns match in the folder dir. The go command compiles them
// and all packages that they import.
func List(dir string, patterns ...string) (*Listing, error) {
	arguments := []string{"list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,DepOnly"}
	list := exec.Command("go", append(arguments, patterns...)...)
	list.Dir = dir
	out, err := list.Output()
	if err != nil {
		return nil, err
	}

	l := &Listing{files: map[string][]string{}, exports: map[string]string{}}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var pkg struct {
			ImportPath, Dir, Export string
			GoFiles                 []string
			DepOnly                 bool
		}
		err := d.Decode(&pkg)
		if errors.Is(err, io.EOF) {
			return l, nil
		}
		if err != nil {
			return nil, err
		}

		l.exports[pkg.ImportPath] = pkg.Export
		if pkg.DepOnly {
			continue
		}
		l.Packages = append(l.Packages, pkg.ImportPath)
		for _, name := range pkg.GoFiles {
			l.files[pkg.ImportPath] = append(l.files[pkg.ImportPath], filepath.Join(pkg.Dir, name))
		}
	}
}

// Check parses a package and checks its types.
func (l *Listing) Check(fset *token.FileSet, pkg string) (*types.Package, *types.Info, error) {
	var files []*ast.File
	for _, name := range l.files[pkg] {
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, nil, err
		}
		files = append(files, f)
	}

	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: importer.ForCompiler(fset, "gc",
		func(path string) (io.ReadCloser, error) { return os.Open(l.exports[path]) })}
	checked, err := config.Check(pkg, fset, files, info)

	return checked, info, err
}
