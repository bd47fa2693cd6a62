package rpc

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const (
	extension = ".gd"
	project   = "project.godot"

	maxScript  = 16 << 20 // limit for a script, in bytes
	maxScripts = 10_000   // limit for the scripts below one folder
)

// Load reads scripts. For a folder it reads all scripts in the folder. The Set also has all other
// scripts of the same projects, because scripts may extend them.
func Load(names []string) (*Set, []*Script, error) {
	var paths []string
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			return nil, nil, err
		}
		if !info.IsDir() {
			paths = append(paths, name)
			continue
		}

		below, err := scriptsBelow(name)
		if err != nil {
			return nil, nil, err
		}
		paths = append(paths, below...)
	}

	set := new(Set)
	var scripts []*Script
	for _, path := range paths {
		script, err := set.read(path)
		if err != nil {
			return nil, nil, err
		}
		scripts = append(scripts, script)
	}
	return set, scripts, set.addProjects(paths)
}

// addProjects adds the scripts of all projects to which the paths belong.
func (s *Set) addProjects(paths []string) error {
	var folders, known []string
	for _, path := range paths {
		absolute, err := filepath.Abs(path)
		if err != nil {
			return err
		}
		known = append(known, absolute)
		if folder := projectOf(absolute); folder != "" && !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
	}

	for _, folder := range folders {
		below, err := scriptsBelow(folder)
		if err != nil {
			return err
		}
		for _, path := range below {
			if slices.Contains(known, path) {
				continue
			}
			if _, err := s.read(path); err != nil {
				return err
			}
		}
	}
	return nil
}

// read reads a script from a file, and adds the script to the Set.
func (s *Set) read(path string) (*Script, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()

	source, err := io.ReadAll(io.LimitReader(file, maxScript+1))
	if err != nil {
		return nil, err
	}
	if len(source) > maxScript {
		return nil, fmt.Errorf("%s: the script has more than %d bytes", path, maxScript)
	}
	return s.Add(path, string(source)), nil
}

// projectOf returns the folder of the project to which a file belongs, or "".
func projectOf(path string) string {
	for folder := filepath.Dir(path); ; folder = filepath.Dir(folder) {
		if _, err := os.Stat(filepath.Join(folder, project)); err == nil {
			return folder
		}
		if folder == filepath.Dir(folder) {
			return ""
		}
	}
}

// scriptsBelow returns the paths of the scripts in a folder and its subfolders. It skips hidden
// folders.
func scriptsBelow(folder string) (paths []string, err error) {
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		hidden := path != folder && strings.HasPrefix(entry.Name(), ".")
		switch {
		case err != nil:
			return err
		case entry.IsDir() && hidden:
			return filepath.SkipDir
		case entry.IsDir() || filepath.Ext(path) != extension:
			return nil
		case len(paths) == maxScripts:
			return errors.New("more than 10,000 scripts in " + folder)
		}
		paths = append(paths, path)
		return nil
	})
	return paths, err
}
