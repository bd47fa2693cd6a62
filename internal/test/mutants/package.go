package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A pkg is a package in the output of go list.
type pkg struct {
	ImportPath, Dir, Name string
	GoFiles               []string
}

// list returns the packages of some patterns, in the module of a folder.
func list(folder string, patterns ...string) (all []*pkg, err error) {
	args := append([]string{"list", "-json=ImportPath,Dir,Name,GoFiles"}, patterns...)
	cmd := exec.Command("go", args...)
	cmd.Dir = folder
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}

	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		p := new(pkg)
		if err := d.Decode(p); err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// changes returns the changes of all files of the package.
func (p *pkg) changes() (all []change, err error) {
	for _, name := range p.GoFiles {
		of, err := changesOf(filepath.Join(p.Dir, name))
		if err != nil {
			return nil, err
		}
		all = append(all, of...)
	}
	return all, nil
}

// folder of this program, from the module's root
const folder = "internal/test/mutants/"

// lines returns the lines of a file in the folder of this program. It leaves out comments, empty
// lines, and the reasons in survivors.txt, whose lines begin with a space.
func lines(name string) (all []string, err error) {
	file, err := os.ReadFile(folder + name)
	for line := range strings.Lines(string(file)) {
		line = strings.TrimRight(line, "\n")
		if line != "" && line[0] != '#' && line[0] != ' ' {
			all = append(all, line)
		}
	}
	return all, err
}

// tests returns the packages whose tests run with the changes of p. If suites.txt has a line for p,
// they are the packages that match the patterns in this line. Otherwise tests returns only p.
func (p *pkg) tests(module string, suites []string) ([]*pkg, error) {
	for _, line := range suites {
		words := strings.Fields(line)
		if words[0] == p.ImportPath {
			return list(module, words[1:]...)
		}
	}
	return []*pkg{p}, nil
}
