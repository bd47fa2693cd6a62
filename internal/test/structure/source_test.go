package structure

import (
	"errors"
	"go/build"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/repository"
)

// library returns the packages of the library with their imports, tests apart. It finds packages in
// modules of their own too. Programs and packages for tests are left out.
func library(t *testing.T) map[string]*build.Package {
	t.Helper()
	root := repository.Path()
	all := map[string]*build.Package{}

	for _, top := range tops {
		err := filepath.WalkDir(filepath.Join(root, top), func(dir string, d fs.DirEntry, err error) error {
			switch {
			case err != nil || !d.IsDir():
				return err
			case d.Name() == "testdata", dir == filepath.Join(root, "internal", "test"):
				return fs.SkipDir
			}

			if pkg := parse(t, dir); pkg != nil && !pkg.IsCommand() {
				name, err := filepath.Rel(root, dir)
				require.NoError(t, err)
				all[filepath.ToSlash(name)] = pkg
			}
			return nil
		})
		require.NoError(t, err)
	}
	return all
}

// parse returns the package in a folder, or nil if there is none.
func parse(t *testing.T, dir string) *build.Package {
	t.Helper()
	pkg, err := build.ImportDir(dir, 0)

	var none *build.NoGoError
	if errors.As(err, &none) {
		return nil
	}
	require.NoError(t, err)
	return pkg
}

// inModule reports whether a package belongs to a module of its own.
func inModule(pkg string) bool {
	for dir := pkg; dir != "."; dir = filepath.Dir(dir) {
		if _, err := os.Stat(repository.Path(dir, "go.mod")); err == nil {
			return true
		}
	}
	return false
}
