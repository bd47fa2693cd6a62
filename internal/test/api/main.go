// Api compares the exported names of the library with the file .ci/api.txt, which has one line for
// each name, with its type.
//
//	go run ./internal/test/api          # prints the differences; status 1 if there are any
//	go run ./internal/test/api -write   # writes the file again
//
// If a line is removed or changed, programs of users may break. So both commands report an error,
// unless the part "### Incompatible" of .github/CHANGELOG.md has the name, and tells users what to
// change.
package main

import (
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"strings"

	"godotvariant/internal/test/repository"
)

func main() {
	log.SetFlags(0)
	write := flag.Bool("write", false, "write the file anew")
	flag.Parse()

	if err := run(*write); err != nil {
		log.Fatal(err)
	}
}

func run(write bool) error {
	file := repository.Path(".ci", "api.txt")
	recorded, err := os.ReadFile(file)
	if err != nil && !write {
		return err
	}
	changelog, err := os.ReadFile(repository.Path(".github", "CHANGELOG.md"))
	if err != nil {
		return err
	}
	now, err := lines()
	if err != nil {
		return err
	}

	d := compare(strings.Split(strings.TrimSpace(string(recorded)), "\n"), now)
	if unnamed := d.unnamed(string(changelog)); len(unnamed) > 0 {
		return errors.New("incompatible, and not in the changelog:\n" + strings.Join(unnamed, "\n"))
	}

	switch {
	case write:
		return os.WriteFile(file, []byte(strings.Join(now, "\n")+"\n"), 0o644)
	case d.empty():
		return nil
	}
	return fmt.Errorf("%s is stale: run go run ./internal/test/api -write\n%s", file, d)
}
