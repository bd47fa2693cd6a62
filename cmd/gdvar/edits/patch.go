package edits

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// ParsePatch parses the lines that the command diff prints.
func ParsePatch(d *document.Document, lines []byte) (tree.Patch, error) {
	var patch tree.Patch
	in := bufio.NewScanner(bytes.NewReader(lines))
	in.Buffer(nil, len(lines)+1)

	for number := 1; in.Scan(); number++ {
		line := strings.TrimSuffix(in.Text(), "\r")
		if line == "" {
			continue
		}

		if err := parsePatchLine(d, &patch, line); err != nil {
			return nil, fmt.Errorf("line %d of the differences: %w", number, err)
		}
	}

	for i := range patch {
		patch[i].Kind = kindOfChange(patch[i])
	}

	return patch, in.Err()
}

// parsePatchLine parses a line. The line begins a new change or belongs to the last one.
func parsePatchLine(d *document.Document, patch *tree.Patch, line string) error {
	mark, rest, _ := strings.Cut(line, " ")
	n := len(*patch)
	if mark != "@" && n == 0 {
		return fmt.Errorf("%q: the first line has to begin with @", line)
	}

	switch mark {
	case "@":
		path, err := variant.ParsePath(rest)
		*patch = append(*patch, tree.Change{Path: path, Position: -1})

		return err

	case "-", "+":
		v, err := d.Parse(rest)
		if mark == "-" {
			(*patch)[n-1].Old = v
		} else {
			(*patch)[n-1].New = v
		}

		return err

	default:
		return fmt.Errorf("%q: the line has to begin with @, - or +", line)
	}
}

func kindOfChange(c tree.Change) tree.ChangeKind {
	switch {
	case c.Old == nil:
		return tree.Added
	case c.New == nil:
		return tree.Removed
	default:
		return tree.Changed
	}
}
