// Package valgrind counts the instructions of Go programs with valgrind.
package valgrind

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
)

// Count counts the processor instructions of the functions fs. The program that [Counts] runs must
// call it, with the functions in the same order.
func Count(fs ...func()) {
	runtime.LockOSThread() // the runtime does its own work in the other threads
	defer runtime.UnlockOSThread()

	for _, f := range fs {
		mark()
		f()
	}
	mark()
}

// mark does nothing. But when it is called, valgrind writes the counts since the previous call.
//
//go:noinline
func mark() {}

const markSymbol = "godotvariant/internal/test/valgrind.mark"

// Counts runs a program under valgrind. The program passes n functions to [Count]. Counts returns
// the number of processor instructions of each function. Unlike a time, the number does not depend
// on other work of the machine. The program must have symbols. go build writes them, but go run and
// go test leave them out.
func Counts(program *exec.Cmd, n int) ([]int, error) {
	dir, err := os.MkdirTemp("", "valgrind")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)

	dumps := filepath.Join(dir, "dump")
	cmd := exec.Command("valgrind", append([]string{"--tool=callgrind", "--separate-threads=yes",
		"--dump-before=" + markSymbol, "--callgrind-out-file=" + dumps}, program.Args...)...)

	// Three features of the runtime are off: preemption by signals, because it makes Go crash under
	// valgrind; garbage collections, because their times differ between runs; and special
	// instructions, which not every processor has.
	cmd.Env = append(program.Environ(), "GODEBUG=asyncpreemptoff=1,cpu.all=off", "GOGC=off",
		"GOMAXPROCS=1")

	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%v: %w\n%s", cmd, err, out)
	}

	counts := make([]int, n)
	for i := range counts { // dump 1 counts the instructions before the first function
		counts[i], err = total(dumps + "." + strconv.Itoa(i+2) + "-*")
		if err != nil {
			return nil, err
		}
	}

	return counts, nil
}

var totals = regexp.MustCompile(`(?m)^totals: (\d+)`)

// total returns the number of instructions in the dump whose name matches the pattern. Each call of
// mark writes one such dump: the dump of the thread that called mark.
func total(pattern string) (int, error) {
	dumps, err := filepath.Glob(pattern)
	if err != nil {
		return 0, err
	}
	if len(dumps) != 1 {
		return 0, fmt.Errorf("%d dumps %s", len(dumps), pattern)
	}

	b, err := os.ReadFile(dumps[0])
	if err != nil {
		return 0, err
	}

	found := totals.FindSubmatch(b)
	if found == nil {
		return 0, fmt.Errorf("%s has no totals", dumps[0])
	}

	return strconv.Atoi(string(found[1]))
}
