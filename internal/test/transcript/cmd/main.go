// Command cmd prints the transcript. The script internal/test/transcript/compare compares the
// output of two versions of the library.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"regexp"

	"godotvariant/internal/test/transcript"
)

func main() {
	times := flag.Int("n", 1, "factor for the number of cases, 1 for the cases of the test")
	seed := flag.Uint64("seed", transcript.Seed, "seed of the random numbers")
	run := flag.String("run", "", "regular expression of the sections to print")
	list := flag.Bool("list", false, "print the names of the sections only")
	flag.Parse()

	sections := regexp.MustCompile(*run)
	for _, s := range transcript.Sections() {
		if !sections.MatchString(s.Name) {
			continue
		}

		fmt.Println(s.Name)
		if *list {
			continue
		}
		if _, err := s.Write(os.Stdout, *seed, *times*transcript.Cases); err != nil {
			log.Fatal(err)
		}
	}
}
