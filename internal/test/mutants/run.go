package main

import (
	"bytes"
	"context"
	"encoding/json"
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

// list returns the packages of a pattern.
func list(pattern string) (all []*pkg, err error) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Dir,GoFiles", pattern).Output()
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

// most is the time after which tests with a change count as endless.
const most = time.Minute

// run runs the tests of the package with a change. The go command reads the changed file in place of
// the one in the package.
func (p *pkg) run(c change) (result, error) {
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)

	overlay, err := c.write(dir)
	if err != nil {
		return 0, err
	}

	ctx, cancel := context.WithTimeout(context.Background(), most)
	defer cancel()
	flags := []string{"test", "-overlay", overlay, "-vet=off", "-short", "-failfast", "-count=1"}
	test := exec.CommandContext(ctx, "go", append(flags, p.ImportPath)...)
	test.WaitDelay = time.Second
	out, err := test.CombinedOutput()

	switch {
	case err == nil:
		return survived, nil
	case bytes.Contains(out, []byte("[build failed]")):
		return invalid, nil
	}
	return found, nil
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
