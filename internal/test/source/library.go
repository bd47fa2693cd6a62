package source

import (
	"errors"
	"go/build"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"godotvariant/internal/test/repository"
)

// Tops are the folders with the packages of the library.
var Tops = []string{"internal", "variant", "math", "packed", "objects", "codec"}

// Library returns the packages of the library with their imports, without their tests. The keys are
// paths from the root of the repository. It also has packages that are in separate modules. It
// leaves out programs and packages for tests.
func Library() (map[string]*build.Package, error) {
	root := repository.Path()
	all := map[string]*build.Package{}

	for _, top := range Tops {
		visit := func(dir string, d fs.DirEntry, err error) error {
			switch {
			case err != nil || !d.IsDir():
				return err
			case d.Name() == "testdata", dir == filepath.Join(root, "internal", "test"):
				return fs.SkipDir
			}

			pkg, err := parse(dir)
			if err != nil || pkg == nil || pkg.IsCommand() {
				return err
			}

			name, err := filepath.Rel(root, dir)
			all[filepath.ToSlash(name)] = pkg
			return err
		}

		if err := filepath.WalkDir(filepath.Join(root, top), visit); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// parse returns the package in a folder, or nil if there is none.
func parse(dir string) (*build.Package, error) {
	pkg, err := build.ImportDir(dir, 0)

	var none *build.NoGoError
	if errors.As(err, &none) {
		return nil, nil
	}
	return pkg, err
}

// IsPublic reports whether programs outside of the module may import a package.
func IsPublic(pkg string) bool {
	return !slices.Contains(strings.Split(pkg, "/"), "internal")
}

// Module returns the folder of the module of a package, as a path from the root of the repository.
func Module(pkg string) string {
	for dir := pkg; dir != "."; dir = filepath.Dir(dir) {
		if _, err := os.Stat(repository.Path(dir, "go.mod")); err == nil {
			return dir
		}
	}
	return "."
}
