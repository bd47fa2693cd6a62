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

// Check parses a package and checks its types. For imports it reads the export data that the go
// command has compiled.
func Check(
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
