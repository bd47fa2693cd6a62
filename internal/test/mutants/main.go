// Command mutants changes a package at random places, one at a time, and runs the tests of the
// package with each change. It lists the changes that no test has found.
//
//	go run ./internal/test/mutants ./variant/tree ./codec/text   # 20 changes of each
//	go run ./internal/test/mutants -seed 2 -n 50 ./variant/tree
//	go run ./internal/test/mutants -C cmd ./internal/edit        # of another module
//	go run ./internal/test/mutants -tests ./codec ./internal/forms
//
// A change that no test finds is a test that is missing, or a change that nobody can see. The
// second kind stands in survivors.txt beside this file, with the reason, and is not listed again.
// The files of the package stay as they are. Each change takes the time of the package's tests: run
// it by hand. A change can make a loop endless that allocates: bound the memory of the shell before,
// as by "ulimit -v 8000000".
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
)

func main() {
	seed := flag.Uint64("seed", 1, "draws the changes")
	n := flag.Int("n", 20, "changes of each package")
	folder := flag.String("C", ".", "folder of the module with the packages")
	tests := flag.String("tests", "", "packages whose tests run, separated by spaces; "+
		"empty: the package that is changed")
	flag.Parse()

	known, err := readKnown()
	check(err)
	pkgs, err := list(*folder, flag.Args())
	check(err)

	var testing []*pkg
	if *tests != "" {
		testing, err = list(*folder, strings.Fields(*tests))
		check(err)
	}

	failed := false
	for _, p := range pkgs {
		by := testing
		if by == nil {
			by = []*pkg{p}
		}

		s, err := newSuite(by)
		if err != nil {
			fmt.Printf("%s: not tried: %v\n", p.ImportPath, err)
			failed = true
			continue
		}

		t := tally{}
		check(p.try(s, rand.New(rand.NewPCG(*seed, 0)), *n, known, &t))
		fmt.Printf("%s: %d found, %d known, %d survived\n", p.ImportPath, t.found, t.known,
			t.survived)
		failed = failed || t.survived > 0
	}

	if failed {
		os.Exit(1)
	}
}

// A tally counts the changes of a package by what came of them.
type tally struct{ found, known, survived int }

// try runs the tests of a package with n changes, and prints those that survive.
func (p *pkg) try(s *suite, rng *rand.Rand, n int, known map[string]bool, t *tally) error {
	changes, err := p.changes()
	if err != nil {
		return err
	}

	for _, i := range rng.Perm(len(changes)) {
		if t.found+t.known+t.survived == n {
			return nil
		}

		c := changes[i]
		if known[p.ImportPath+" "+c.text] {
			t.known++
			continue
		}

		result, err := s.try(c)
		if err != nil {
			return err
		}
		switch result {
		case found:
			t.found++
		case survived:
			t.survived++
			fmt.Printf("%s %s\n\t%s\n", p.ImportPath, c.text, c.place)
		}
	}

	return nil
}

// readKnown returns the changes of survivors.txt: a package and the text of a change. Lines that
// begin with a space are reasons.
func readKnown() (map[string]bool, error) {
	file, err := os.ReadFile("internal/test/mutants/survivors.txt")
	if err != nil {
		return nil, err
	}

	known := map[string]bool{}
	for line := range strings.Lines(string(file)) {
		line = strings.TrimRight(line, "\n")
		if line != "" && line[0] != '#' && line[0] != ' ' {
			known[line] = true
		}
	}
	return known, nil
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(2)
	}
}
