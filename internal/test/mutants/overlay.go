package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A function with changes has a copy of its body for each change, and one copy without a change.
// The environment variable MUTANT has a number that chooses a copy. So one build serves all
// changes.

// variable is the name of the environment variable with the number of a change. The first change
// has the number 1.
const variable = "MUTANT"

const chooser = `package %s

import (
	"os"
	"strconv"
)

var mutant = func() int {
	n, _ := strconv.Atoi(os.Getenv("` + variable + `"))
	return n
}()
`

// writeOverlay writes the files of a package with all changes into dir. It returns the file that
// lists them for the flag -overlay.
func writeOverlay(dir string, p *pkg, changes []change) (file string, err error) {
	numbers := map[body][]int{}
	for i, c := range changes {
		numbers[c.body] = append(numbers[c.body], i+1)
	}
	bodies := slices.SortedFunc(maps.Keys(numbers), func(a, b body) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(b.from, a.from)) // last change first
	})

	texts := map[string]string{filepath.Join(p.Dir, "mutant.go"): fmt.Sprintf(chooser, p.Name)}
	for _, b := range bodies {
		if texts[b.file] == "" {
			src, err := os.ReadFile(b.file)
			if err != nil {
				return "", err
			}
			texts[b.file] = string(src)
		}

		text := texts[b.file]
		texts[b.file] = text[:b.from] + b.choice(text, changes, numbers[b]) + text[b.to:]
	}

	replace := map[string]string{}
	for name, text := range texts {
		replace[name] = filepath.Join(dir, filepath.Base(name))
		if err := os.WriteFile(replace[name], []byte(text), 0o600); err != nil {
			return "", err
		}
	}

	b, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}

	file = filepath.Join(dir, "overlay.json")
	return file, os.WriteFile(file, b, 0o600)
}

// choice returns a switch statement, which replaces the body. It has a copy of the body for each of
// the numbered changes, and one copy without a change. If the copy of a change does not compile,
// the compiler reports an error in a file whose name has the number of the change.
func (b body) choice(src string, changes []change, numbers []int) string {
	var s strings.Builder
	s.WriteString("\nswitch mutant {\n")
	for _, n := range numbers {
		fmt.Fprintf(&s, "case %d:\n//line mutant%d.go:1\n%s\n", n, n,
			b.changed(src, changes[n-1].edit, n))
		if b.results {
			s.WriteString("panic(\"no result\")\n") // the change may have removed a return
		}
	}

	fmt.Fprintf(&s, "default:\n//line %s:%d\n%s\n}\n", filepath.Base(b.file), b.line,
		src[b.from:b.to])
	return s.String()
}

// changed returns the body with an edit. The number of the change is added to each label. Otherwise
// labels would be repeated, because all copies of the body are in one function.
func (b body) changed(src string, e edit, number int) string {
	edits := []edit{e}
	for _, l := range *b.labels {
		if l.start < e.start || e.end <= l.start {
			l.with = fmt.Sprint(number)
			edits = append(edits, l)
		}
	}
	slices.SortFunc(edits, func(a, b edit) int { return cmp.Compare(a.start, b.start) })

	var s strings.Builder
	at := b.from
	for _, e := range edits {
		s.WriteString(src[at:e.start] + e.with)
		at = e.end
	}
	return s.String() + src[at:b.to]
}
