// Command speed measures the commands of gdvar on two large saves: one record of 94 MB, and 100,000
// records of 0.9 KB. It prints a table with two figures for each command: the amount of input for
// each second of processor time, and the peak memory.
//
// Usage, in the folder cmd:
//
//	go run ./gdvar/speed             # makes the files, and measures all commands
//	go run ./gdvar/speed -run 'show|json'
//	go run ./gdvar/speed -gdvar old  # measures another program than the one of this folder
//
// The figures depend on the machine. The figures in README.md are from a machine with two cores and
// little other work.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"regexp"
)

func main() {
	log.SetFlags(0)
	make := flag.String("make", "", "only make the files, in this `folder`")
	program := flag.String("gdvar", "", "the program to measure; that of this folder if empty")
	names := flag.String("run", "", "regular expression of the commands to measure")
	times := flag.Int("times", 3, "how often a command is measured; the least time counts")
	flag.Parse()

	if *make != "" {
		check(writeFiles(*make))
		return
	}

	check(measure(*program, regexp.MustCompile(*names), *times))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// measure measures the commands whose names match, and prints the table.
func measure(program string, names *regexp.Regexp, times int) error {
	dir, err := os.MkdirTemp("", "gdvar-speed-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)

	if program == "" {
		program = filepath.Join(dir, "gdvar")
		if err := run("go", "build", "-o", program, "./gdvar"); err != nil {
			return err
		}
	}

	// Another process makes the files. The peak memory of a process is at least the memory of the
	// process that started it, so this process has to stay small.
	self, err := os.Executable()
	if err != nil {
		return err
	}
	if err := run(self, "-make", dir); err != nil {
		return err
	}

	fmt.Println("| command | one record | | many records | |")
	fmt.Println("| --- | --- | --- | --- | --- |")

	for _, c := range commands {
		if !names.MatchString(c.name) {
			continue
		}

		fmt.Printf("| `%s`", c.name)
		for _, f := range saves {
			least, err := c.least(program, dir, f, times)
			if err != nil {
				return fmt.Errorf("%s of %s: %w", c.name, f.name, err)
			}
			fmt.Printf(" | %v", least)
		}
		fmt.Println(" |")
	}

	return nil
}
