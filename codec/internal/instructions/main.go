// Command instructions counts the processor instructions of the codec's operations, and compares
// them with recorded counts. Times differ between runs and between machines. Counts of instructions
// do not, but they do not show the cost of memory accesses and of mispredicted branches.
//
// Usage, in the module's root:
//
//	go run ./codec/internal/instructions           # fails if an operation needs over 3 % more
//	go run ./codec/internal/instructions -record   # records the counts
//	go run ./codec/internal/instructions -run 'Append/.*1000'
//
// The command needs valgrind. The file names the version of Go and the platform of its counts. With
// another version or platform, the command reports this and compares nothing.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"godotvariant/codec"
	"godotvariant/codec/internal/workloads"
	"godotvariant/internal/valgrind"
	"godotvariant/variant"
)

// An operation is a function whose instructions are counted. packet is the encoded v, dst is a
// pointer to a Go value that was unmarshaled from packet, and buf has capacity for packet.
type operation struct {
	name string
	run  func(packet, buf []byte, v variant.Variant, dst any) error
}

var operations = []operation{
	{"Decode", func(packet, _ []byte, _ variant.Variant, _ any) error {
		_, err := codec.Decode(packet)
		return err
	}},
	{"Valid", func(packet, _ []byte, _ variant.Variant, _ any) error {
		return codec.Valid(packet)
	}},
	{"Append", func(_, buf []byte, v variant.Variant, _ any) error {
		_, err := codec.Append(buf, v)
		return err
	}},
	{"Unmarshal", func(packet, _ []byte, _ variant.Variant, dst any) error {
		return codec.Unmarshal(packet, dst)
	}},
	{"AppendMarshal", func(_, buf []byte, _ variant.Variant, dst any) error {
		_, err := codec.AppendMarshal(buf, dst)
		return err
	}},
	{"Scan", scan((*codec.Scanner).Next)},
	{"Skip", scan((*codec.Scanner).Skip)},
}

// scan returns an operation that moves a Scanner to the first token, and then calls step until the
// Scanner is at the end of the packet.
func scan(step func(*codec.Scanner) bool) func([]byte, []byte, variant.Variant, any) error {
	var s codec.Scanner
	return func(packet, _ []byte, _ variant.Variant, _ any) error {
		s.Reset(packet, nil)
		for more := s.Next(); more && s.End() < len(packet); {
			more = step(&s)
		}
		return s.Err()
	}
}

// runs has the workloads, and the number of times that an operation runs on each. The start and end
// of a process take a number of instructions that differs by about 0.1 million. times is so high
// that this difference is about 0.5 % of the count at most.
var runs = []struct {
	workload string
	times    int
}{{"entity", 5000}, {"scene100", 100}, {"ints1000", 800}, {"vec3arr1000", 800},
	{"strings1000", 150}}

const warm = 10 // runs of each operation before the counted runs

func main() {
	log.SetFlags(0)
	record := flag.Bool("record", false, "record the counts instead of comparing them")
	file := flag.String("file", "codec/testdata/instructions.txt", "the recorded counts")
	run := flag.String("run", "", "regular expression of the counts to make, such as Append/entity")
	flag.Parse()

	if flag.NArg() == 3 { // the process runs under valgrind
		times, err := strconv.Atoi(flag.Arg(2))
		if err == nil {
			err = repeat(flag.Arg(0), flag.Arg(1), times)
		}

		if err != nil {
			log.Fatal(err)
		}

		return
	}

	var old table

	if !*record {
		b, err := os.ReadFile(*file)
		if err == nil {
			old, err = parse(string(b))
		}

		if err != nil {
			log.Fatal(err)
		}

		if old.platform != platform() {
			log.Printf("the counts of %s are of %s, and this is %s: nothing was compared", *file,
				old.platform, platform())
			return
		}
	}

	counted, err := count(regexp.MustCompile(*run))
	if err != nil {
		log.Fatal(err)
	}

	if *record {
		if err := os.WriteFile(*file, []byte(counted.String()), 0o600); err != nil {
			log.Fatal(err)
		}
		return
	}

	report, slower := counted.over(old)
	fmt.Print(report)

	if slower > 0 {
		log.Fatalf("%d operations take more than %v times the recorded instructions. "+
			"If that is intended, record the counts: go run ./codec/internal/instructions -record",
			slower, most)
	}
}

// platform names the processor and the Go version, on which counts depend.
func platform() string { return runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH }

// repeat runs every operation on a workload a few times, which fills the pools and makes the plans.
// It runs the named operation that many times more.
func repeat(name, workload string, times int) error {
	for _, w := range workloads.All() {
		if w.Name != workload {
			continue
		}

		packet, err := codec.Encode(w.Value)
		if err != nil {
			return err
		}

		dst, buf := w.New(), make([]byte, 0, 2*len(packet))
		if err := codec.Unmarshal(packet, dst); err != nil {
			return err
		}

		for _, o := range operations {
			n := warm
			if o.name == name {
				n += times
			}

			for range n {
				if err := o.run(packet, buf, w.Value, dst); err != nil {
					return err
				}
			}
		}

		return nil
	}

	return fmt.Errorf("no workload %s", workload)
}

// A process runs an operation several times under valgrind. If operation is "", it does only the
// work that all processes of the workload share.
type process struct {
	operation, workload string
	times, instructions int
	err                 error
}

// count counts the instructions of the operations whose names match.
func count(names *regexp.Regexp) (table, error) {
	var all []*process
	for _, r := range runs {
		all = append(all, &process{workload: r.workload})
		for _, o := range operations {
			if names.MatchString(o.name + "/" + r.workload) {
				all = append(all, &process{operation: o.name, workload: r.workload, times: r.times})
			}
		}
	}

	next := make(chan *process)
	var done sync.WaitGroup
	for range runtime.NumCPU() {
		done.Add(1)
		go func() {
			defer done.Done()
			for p := range next {
				p.instructions, p.err = p.count()
			}
		}()
	}

	for _, p := range all {
		next <- p
	}

	close(next)
	done.Wait()

	t := table{platform: platform()}

	besides := 0
	for _, p := range all {
		if p.err != nil {
			return t, p.err
		}

		if p.operation == "" {
			besides = p.instructions
			continue
		}

		t.rows = append(t.rows,
			row{p.operation + "/" + p.workload, (p.instructions - besides + p.times/2) / p.times})
	}

	return t, nil
}

// count runs the process and returns the number of its instructions.
func (p *process) count() (int, error) {
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}

	cmd := valgrind.Command("cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null",
		self, p.operation, p.workload, strconv.Itoa(p.times))
	out, err := cmd.CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("%v: %w\n%s", cmd, err, out)
	}

	found := regexp.MustCompile(`I +refs: +([\d,]+)`).FindSubmatch(out)
	if found == nil {
		return 0, fmt.Errorf("%v printed no count:\n%s", cmd, out)
	}

	return strconv.Atoi(strings.ReplaceAll(string(found[1]), ",", ""))
}
