package edit

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"godotvariant/cmd/internal/gdscript"
	"godotvariant/cmd/internal/values"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// ParsePatch parses printed changes: the line of [Head], then "- OLD" or "+ NEW" or both.
func (r Reader) ParsePatch(lines []byte) (tree.Patch, error) {
	var patch tree.Patch
	in := bufio.NewScanner(bytes.NewReader(lines))
	in.Buffer(nil, len(lines)+1)

	for number := 1; in.Scan(); number++ {
		line := strings.TrimSuffix(in.Text(), "\r")
		if line == "" {
			continue
		}

		if err := r.patchLine(&patch, line); err != nil {
			return nil, fmt.Errorf("line %d of the differences: %w", number, err)
		}
	}

	for i := range patch {
		patch[i].Kind = kindOfChange(patch[i])
	}

	return patch, in.Err()
}

// patchLine parses a line. The line begins a new change, or continues the last change.
func (r Reader) patchLine(patch *tree.Patch, line string) error {
	mark, rest, _ := strings.Cut(line, " ")
	n := len(*patch)
	number, isPath := strings.CutPrefix(mark, "@")
	if !isPath && n == 0 {
		return fmt.Errorf("%q: the first line has to begin with @", line)
	}

	switch {
	case isPath:
		position, wrong := strconv.Atoi(cmp.Or(number, "-1"))
		if wrong != nil {
			return fmt.Errorf("%q: the line has to begin with @ or @ and a position", line)
		}

		path, err := variant.ParsePath(rest)
		*patch = append(*patch, tree.Change{Path: path, Position: position})

		return err

	case mark == "-", mark == "+":
		v, err := gdscript.Parse(rest, r.typed)
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

// Head returns the first line of a printed change: "@ PATH". For an added key that is not the last
// key, its position follows the @: "@2 PATH".
func Head(c tree.Change) string {
	if c.Kind == tree.Added && c.Position >= 0 && last(c.Path).Kind != variant.StepIndex {
		return fmt.Sprintf("@%d %v", c.Position, c.Path)
	}
	return "@ " + c.Path.String()
}

// AtEnd sets the position of a key to -1 if a patch adds the key after all other keys. The argument
// result is the value to which the patch leads. The changes in p must have the order in which
// [tree.Diff] returns them.
func AtEnd(p tree.Patch, result variant.Variant) {
	lengths := map[string]int{} // lengths of containers after the change, by path

	for i := len(p) - 1; i >= 0; i-- {
		c := &p[i]
		named := len(c.Path) > 0 && last(c.Path).Kind != variant.StepIndex
		if !named || c.Kind != tree.Added && c.Kind != tree.Removed {
			continue
		}

		path := c.Path[:len(c.Path)-1]
		text := path.String()
		n, known := lengths[text]
		if !known {
			around, err := tree.Lookup(result, path)
			if err != nil {
				continue
			}
			n = values.Of(around).N
		}

		if c.Kind == tree.Removed {
			lengths[text] = n + 1
			continue
		}

		lengths[text] = n - 1
		if c.Position == n-1 {
			c.Position = -1
		}
	}
}
