package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// A suite has the built tests that run with each change.
type suite struct {
	programs []string // test programs, one for each package with tests
	folders  []string // folders in which the programs run
	// pattern of the tests that fail in the built programs even while no change is active. Such
	// tests count allocations: a function with one copy of its body for each change is longer, and
	// may allocate more.
	skip  string
	limit time.Duration
}

// invalid matches, in an error of the compiler, the file name of a change that does not compile.
var invalid = regexp.MustCompile(`\bmutant(\d+)\.go:`)

// build builds the tests of some packages with the changes of p. It returns the numbers of the
// changes that do not compile.
func build(dir string, p *pkg, changes []change, tests []*pkg) (*suite, map[int]bool, error) {
	overlay, err := writeOverlay(dir, p, changes)
	if err != nil {
		return nil, nil, err
	}

	s := new(suite)
	for i, test := range tests {
		program := filepath.Join(dir, fmt.Sprint("tests", i))
		cmd := exec.Command("go", "test", "-c", "-o", program, "-overlay", overlay, "-vet=off",
			"-ldflags=-s -w", ".")
		cmd.Dir = test.Dir
		out, err := cmd.CombinedOutput()

		wrong := map[int]bool{}
		for _, m := range invalid.FindAllSubmatch(out, -1) {
			n, _ := strconv.Atoi(string(m[1]))
			wrong[n] = true
		}
		switch {
		case len(wrong) > 0:
			return nil, wrong, nil
		case err != nil:
			return nil, nil, fmt.Errorf("%w\n%s", err, out)
		}

		if _, err := os.Stat(program); err != nil {
			return nil, nil, errors.New("no tests: name packages that test it in suites.txt")
		}
		s.programs = append(s.programs, program)
		s.folders = append(s.folders, test.Dir)
	}
	return s, nil, nil
}

// failed matches the names of tests that fail.
var failed = regexp.MustCompile(`(?m)^--- FAIL: (\w+)`)

// measure runs the tests with the unchanged code. Tests that fail are skipped from then on. With a
// change in the code, each test program may run for five times the time that all programs need now,
// plus ten seconds.
func (s *suite) measure() error {
	s.limit = 10 * time.Minute
	start := time.Now()
	for i := range s.programs {
		out, err := s.run(i, 0)
		names := failed.FindAllSubmatch(out, -1)
		if err != nil && names == nil {
			return fmt.Errorf("the tests do not pass without a change:\n%s", out)
		}
		for _, name := range names {
			fmt.Printf("\twithout %s, which fails without a change\n", name[1])
			s.skip += "|^" + string(name[1]) + "$"
		}
	}

	s.skip = strings.TrimPrefix(s.skip, "|")
	s.limit = 10*time.Second + 5*time.Since(start)
	return nil
}

// finds reports whether, with a change, a test fails or does not end.
func (s *suite) finds(number int) bool {
	for i := range s.programs {
		if _, err := s.run(i, number, "-test.failfast"); err != nil {
			return true
		}
	}
	return false
}

// run runs a program of tests with a change, for at most the time limit. It does not use the go
// command, because a stopped go command would leave its test program running.
func (s *suite) run(program, number int, flags ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), s.limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, s.programs[program],
		append(flags, "-test.short", "-test.paniconexit0", "-test.skip", s.skip)...)
	cmd.Dir = s.folders[program]
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", variable, number))
	cmd.WaitDelay = time.Second
	return cmd.CombinedOutput()
}
