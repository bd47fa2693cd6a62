// Command instructions counts the processor instructions of the operations of codec and its
// packages, and compares them with recorded counts. Times differ between runs and between machines.
// Counts of instructions do not differ. But they do not include the cost of memory accesses and of
// mispredicted branches.
//
// Usage, in the module's root:
//
//	go run ./internal/test/instructions           # fails if an operation needs over 1 % more
//	go run ./internal/test/instructions -record   # records the counts
//	go run ./internal/test/instructions -run 'Append/.*1000'
//
// The command needs valgrind. The file contains the version of Go and the platform of its counts.
// With another version or platform, the command reports this and compares nothing.
package main

import (
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"sync"

	"godotvariant/internal/test/valgrind"
	"godotvariant/internal/test/workloads"
)

// runs says how often an operation runs on each workload. The field times is the number of runs
// whose instructions are counted together. These runs take more than a million instructions, so the
// few thousand instructions for new memory do not matter.
//
// The field warm is the number of runs before the count. These runs fill the pools and make the
// plans. They also fill the runtime's caches of conversions to interfaces: each conversion is added
// to a cache with a probability of 1/1024.
var runs = []struct {
	workload    string
	times, warm int
}{
	{"vector3", 800, 6000},
	{"entity", 300, 6000},
	{"scene100", 4, 60},
	{"ints1000", 15, 15},
	{"vec3arr1000", 8, 15},
	{"strings1000", 10, 15},
}

const (
	// counts is how often one process counts a task. A count is too high if the heap grows or the
	// runtime starts a thread. Both are rare, so the median is right.
	counts = 3
	// tries is the greatest number of processes for a task. The counts of a process are too high if
	// the runtime's caches are not full after the warm runs. So the lowest of the medians is right.
	tries = 3
)

func main() {
	log.SetFlags(0)
	record := flag.Bool("record", false, "record the counts instead of comparing them")
	file := flag.String("file", "internal/test/instructions/testdata/instructions.txt",
		"the recorded counts")
	names := flag.String("run", "",
		"regular expression of the counts to make, such as Append/entity")
	flag.Parse()

	var err error
	switch {
	case flag.NArg() == 1: // this process runs under valgrind
		err = repeat(flag.Arg(0))
	case *record:
		err = writeCounts(*file, *names)
	default:
		err = compare(*file, *names)
	}

	if err != nil {
		log.Fatal(err)
	}
}

// writeCounts counts the instructions of the tasks, and writes the counts to a file.
func writeCounts(file, names string) error {
	t, err := count(names, table{})
	if err != nil {
		return err
	}
	return os.WriteFile(file, []byte(t.String()), 0o600)
}

// compare counts the instructions of the tasks, and compares the new counts with the counts in a
// file.
func compare(file, names string) error {
	b, err := os.ReadFile(file)
	if err != nil {
		return err
	}

	old, err := parse(string(b))
	if err != nil {
		return err
	}

	if old.platform != platform() {
		log.Printf("the counts of %s are of %s, and this is %s: nothing was compared", file,
			old.platform, platform())
		return nil
	}

	t, err := count(names, old)
	if err != nil {
		return err
	}

	report, slower := t.over(old)
	fmt.Print(report)

	if slower > 0 {
		return fmt.Errorf("%d operations take more than %v times the recorded instructions. "+
			"If that is intended, record the counts: go run ./internal/test/instructions -record",
			slower, most)
	}

	return nil
}

// platform returns the Go version, the system and the processor. The counts depend on these.
func platform() string { return runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH }

// A task is an operation that runs several times on a workload. Each task has a row in the table.
type task struct {
	operation    operation
	workload     string
	times, warm  int // see runs
	instructions int // number of instructions of one run
	err          error
}

// tasks returns the tasks in the order of the table.
func tasks() []*task {
	var all []*task
	for _, r := range runs {
		for _, o := range operations {
			all = append(all, &task{operation: o, workload: r.workload,
				times: r.times, warm: r.warm})
		}
	}
	return all
}

func (t *task) name() string { return t.operation.name + "/" + t.workload }

// repeat runs the named task under valgrind.
func repeat(name string) error {
	for _, t := range tasks() {
		if t.name() == name {
			return t.run()
		}
	}
	return fmt.Errorf("no operation %s", name)
}

// run runs the operation as many times as the field warm says. Then it counts the instructions of
// the next runs.
func (t *task) run() error {
	for _, w := range workloads.Messages() {
		if w.Name != t.workload {
			continue
		}

		do, err := open(t.operation, w)
		if err != nil {
			return err
		}

		repeat := func(times int) {
			for range times {
				err = errors.Join(err, do())
			}
		}

		repeat(t.warm)
		once := func() { repeat(t.times) }
		valgrind.Count(slices.Repeat([]func(){once}, counts)...)

		return err
	}

	return fmt.Errorf("no workload %s", t.workload)
}

// count counts the instructions of the tasks whose names match the regular expression. Each task
// runs in its own process, so that its memory is always the same at the start. If a count is too
// high compared with the table old, the task is counted again.
func count(names string, old table) (table, error) {
	match, err := regexp.Compile(names)
	if err != nil {
		return table{}, err
	}

	dir, err := os.MkdirTemp("", "instructions")
	if err != nil {
		return table{}, err
	}
	defer os.RemoveAll(dir)

	program := filepath.Join(dir, "instructions")
	build := exec.Command("go", "build", "-o", program, "godotvariant/internal/test/instructions")
	if out, err := build.CombinedOutput(); err != nil {
		return table{}, fmt.Errorf("%v: %w\n%s", build, err, out)
	}

	next := make(chan *task)
	var done sync.WaitGroup
	for range runtime.NumCPU() {
		done.Add(1)
		go func() {
			defer done.Done()
			for t := range next {
				t.count(program, old)
			}
		}()
	}

	counted := table{platform: platform()}
	var matching []*task
	for _, t := range tasks() {
		if match.MatchString(t.name()) {
			matching = append(matching, t)
			next <- t
		}
	}

	close(next)
	done.Wait()

	for _, t := range matching {
		if t.err != nil {
			return table{}, t.err
		}
		counted.rows = append(counted.rows, row{t.name(), t.instructions})
	}

	return counted, nil
}

// count runs the program, which counts the instructions of the task. If the count is too high
// compared with the table old, it runs the program again, and keeps the lowest count.
func (t *task) count(program string, old table) {
	for try := range tries {
		all, err := valgrind.Counts(exec.Command(program, t.name()), counts)
		if err != nil {
			t.err = err
			return
		}

		slices.Sort(all)
		n := (all[counts/2] + t.times/2) / t.times
		if try == 0 || n < t.instructions {
			t.instructions = n
		}

		if old.allows(row{t.name(), t.instructions}) {
			return
		}
	}
}
