package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// A pkg is a package as go list prints it.
type pkg struct {
	ImportPath, Dir string
	GoFiles         []string
}

// list returns the packages of some patterns, in the module of a folder.
func list(folder string, patterns []string) (all []*pkg, err error) {
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Dir,GoFiles"}, patterns...)...)
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

// A result is what came of a change.
type result int

const (
	found    result = iota // a test fails, or does not end
	invalid                // the change does not compile
	survived               // all tests pass
)

// A suite is the tests that run with each change.
type suite struct {
	pkgs  []*pkg
	limit time.Duration // after it, tests with a change count as endless
}

// newSuite returns the tests of some packages. They must pass without a change, and may take five
// times as long with one.
func newSuite(pkgs []*pkg) (*suite, error) {
	s := &suite{pkgs: pkgs, limit: 10 * time.Minute}
	start := time.Now()
	r, out, err := s.run("")
	if err == nil && r != survived {
		err = fmt.Errorf("the tests do not pass without a change:\n%s", out)
	}

	s.limit = 10*time.Second + 5*time.Since(start)
	return s, err
}

// try runs the tests with a change.
func (s *suite) try(c change) (result, error) {
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)

	overlay, err := c.write(dir)
	if err != nil {
		return 0, err
	}

	r, _, err := s.run(overlay)
	return r, err
}

// run builds and runs the tests of each package, until one fails, and returns what this one prints.
// The go command reads the files that overlay names in place of those in the package.
func (s *suite) run(overlay string) (result, []byte, error) {
	for _, p := range s.pkgs {
		r, out, err := p.test(overlay, s.limit)
		if err != nil || r != survived {
			return r, out, err
		}
	}
	return survived, nil, nil
}

// test builds the tests of the package, and runs them for at most a time. It runs the program of
// the tests itself: the go command would leave one behind that does not end.
func (p *pkg) test(overlay string, limit time.Duration) (result, []byte, error) {
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return 0, nil, err
	}
	defer os.RemoveAll(dir)

	program := filepath.Join(dir, "tests")
	build := exec.Command("go", "test", "-c", "-o", program, "-overlay", overlay, "-vet=off",
		"-ldflags=-s -w", ".")
	build.Dir = p.Dir
	if out, err := build.CombinedOutput(); err != nil {
		return invalid, out, nil
	}
	if _, err := os.Stat(program); err != nil {
		return 0, nil, errors.New("no tests: name the packages that test it by -tests")
	}

	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	run := exec.CommandContext(ctx, program, "-test.short", "-test.failfast", "-test.paniconexit0")
	run.Dir = p.Dir
	run.WaitDelay = time.Second
	if out, err := run.CombinedOutput(); err != nil {
		return found, out, nil
	}
	return survived, nil, nil
}

// write writes the changed file into dir, and returns the file that names it for -overlay.
func (c change) write(dir string) (overlay string, err error) {
	src, err := os.ReadFile(c.file)
	if err != nil {
		return "", err
	}

	changed := filepath.Join(dir, "changed.go")
	text := string(src[:c.start]) + c.with + string(src[c.end:])
	if err := os.WriteFile(changed, []byte(text), 0o600); err != nil {
		return "", err
	}

	replace := map[string]map[string]string{"Replace": {c.file: changed}}
	b, err := json.Marshal(replace)
	if err != nil {
		return "", err
	}

	overlay = filepath.Join(dir, "overlay.json")
	return overlay, os.WriteFile(overlay, b, 0o600)
}
