// Command mutants changes a package at random places, one at a time, and runs the tests of the
// package with each change. It lists the changes that no test finds.
//
//	go run ./internal/test/mutants ./variant/tree ./codec/text   # 20 changes of each
//	go run ./internal/test/mutants -seed 2 -n 50 ./variant/tree
//	go run ./internal/test/mutants -C cmd ./internal/edit        # of another module
//	go run ./internal/test/mutants -only Patch.fold ./variant/tree # only changes with this text
//
// If no test finds a change, a test is missing, or the change has no visible effect. Changes
// without a visible effect are in survivors.txt in this folder, with the reason, and are not listed
// again. The command also lists the lines of survivors.txt that no longer stand for a change. The
// file suites.txt has additional packages whose tests run for a package. The files of the package
// are not changed. Each change takes the time of the package's tests, so run the command by hand.
// The tests run with -short. They are stopped if they take more than five times as long as without
// a change. A change can cause an endless loop that allocates memory. So limit the memory of the
// shell first, for example with "ulimit -v 8000000".
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
)

func main() {
	seed := flag.Uint64("seed", 1, "draws the changes")
	n := flag.Int("n", 20, "changes of each package")
	module := flag.String("C", ".", "folder of the module with the packages")
	only := flag.String("only", "", "tries only those of the drawn changes that have this text")
	flag.Parse()

	survivors, err := lines("survivors.txt")
	check(err)
	suites, err := lines("suites.txt")
	check(err)
	pkgs, err := list(*module, flag.Args()...)
	check(err)

	bad := false
	for _, p := range pkgs {
		tests, err := p.tests(*module, suites)
		check(err)
		t, err := p.try(rand.New(rand.NewPCG(*seed, 0)), *n, tests, survivors, *only)
		if err != nil {
			fmt.Printf("%s: not tried: %v\n", p.ImportPath, err)
			bad = true
			continue
		}

		fmt.Printf("%s: %d found, %d known, %d survived\n", p.ImportPath, t.found, t.known,
			t.survived)
		bad = bad || t.survived > 0 || t.stale > 0
	}

	if bad {
		os.Exit(1)
	}
}

// A tally counts the changes of a package by their results.
type tally struct {
	found, known, survived int
	stale                  int // lines of survivors.txt whose change the package does not have
}

// try draws n changes of a package, runs the tests with each of them, and prints the changes that
// no test finds. It skips the changes whose text does not contain the filter.
func (p *pkg) try(rng *rand.Rand, n int, tests []*pkg, known []string, filter string) (
	tally, error,
) {
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return tally{}, err
	}
	defer os.RemoveAll(dir)

	t, drawn, s, err := p.draw(dir, rng, n, tests, known)
	if err != nil || len(drawn) == 0 {
		return t, err
	}
	if err := s.measure(); err != nil {
		return t, err
	}

	for i, c := range drawn {
		if !strings.Contains(c.text, filter) {
			continue
		}
		if s.finds(i + 1) {
			t.found++
			continue
		}
		t.survived++
		fmt.Printf("%s %s\n\t%s\n", p.ImportPath, c.text, c.place)
	}
	return t, nil
}

// draw chooses n changes at random, and builds the tests with them. A change in the list known is
// counted, but not built. A change that does not compile is replaced by another change.
func (p *pkg) draw(dir string, rng *rand.Rand, n int, tests []*pkg, known []string) (
	t tally, drawn []change, s *suite, err error,
) {
	all, err := p.changes()
	if err != nil {
		return t, nil, nil, err
	}
	t.stale = p.printStale(all, known)

	order := rng.Perm(len(all))
	for {
		for ; len(order) > 0 && len(drawn)+t.known < n; order = order[1:] {
			c := all[order[0]]
			if slices.Contains(known, p.ImportPath+" "+c.text) {
				t.known++
				continue
			}
			drawn = append(drawn, c)
		}
		if len(drawn) == 0 {
			return t, nil, nil, nil
		}

		s, wrong, err := build(dir, p, drawn, tests)
		if err != nil || len(wrong) == 0 {
			return t, drawn, s, err
		}

		var right []change
		for i, c := range drawn {
			if !wrong[i+1] {
				right = append(right, c)
			}
		}
		drawn = right
	}
}

// printStale examines the lines of the list known that are about the package p. It prints a line if
// the change in it is not in the list all. It returns the number of printed lines.
func (p *pkg) printStale(all []change, known []string) (n int) {
	for _, line := range known {
		text, ok := strings.CutPrefix(line, p.ImportPath+" ")
		is := func(c change) bool { return c.text == text }
		if ok && !slices.ContainsFunc(all, is) {
			fmt.Printf("%s\n\tsurvivors.txt has this, and the package does not\n", line)
			n++
		}
	}
	return n
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(2)
	}
}
