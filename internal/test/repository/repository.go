// Package repository finds the files of the repository. Tests of all packages and modules use it.
package repository

import (
	"os"
	"path/filepath"
)

// Path returns the path of a file of the repository. The argument elem is the path from the root of
// the repository. The root is the nearest folder above the working directory that has
// internal/test. Path panics if there is none.
func Path(elem ...string) string {
	dir, err := os.Getwd()
	if err != nil {
		panic(err)
	}

	for !hasTests(dir) {
		parent := filepath.Dir(dir)
		if parent == dir {
			panic("no folder above the working directory is the root of the repository")
		}
		dir = parent
	}
	return filepath.Join(append([]string{dir}, elem...)...)
}

// hasTests reports whether dir is the root of the repository.
func hasTests(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, "internal", "test"))
	return err == nil && info.IsDir()
}
