package edits

import (
	"fmt"
	"slices"
	"strings"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A Pattern is a path with wildcards for all parts of a value, such as bag[*].count. Its items are
// the paths between the wildcards.
type Pattern []variant.Path

// wildcards are the steps that match all parts of a value.
var wildcards = []string{"[*]", ".*"}

// ParsePattern reads a path with wildcards.
func ParsePattern(s string) (Pattern, error) {
	var p Pattern

	for _, piece := range cutWildcards(s) {
		path, err := variant.ParsePath(piece)
		if err != nil {
			return nil, err
		}
		p = append(p, path)
	}

	return p, nil
}

// cutWildcards cuts a path at the wildcards outside of quotes.
func cutWildcards(s string) (pieces []string) {
	start := 0
	quoted := false

	for i := 0; i < len(s); i++ {
		if quoted && s[i] == '\\' {
			i++
			continue
		}

		if s[i] == '"' {
			quoted = !quoted
		}
		if quoted {
			continue
		}

		for _, w := range wildcards {
			if strings.HasPrefix(s[i:], w) {
				pieces = append(pieces, s[start:i])
				start = i + len(w)
				i = start - 1

				break
			}
		}
	}

	return append(pieces, s[start:])
}

// String returns the pattern as users write it.
func (p Pattern) String() string {
	var b strings.Builder
	for i, path := range p {
		if i > 0 {
			b.WriteString("[*]")
		}
		b.WriteString(strings.TrimPrefix(path.String(), "$"))
	}

	return "$" + b.String()
}

// paths returns the paths that match the pattern in a value. A pattern without wildcards always has
// one path, even if there is no value.
func (p Pattern) paths(d *document.Document, root variant.Variant) ([]variant.Path, error) {
	found := []variant.Path{p[0]}

	for _, rest := range p[1:] {
		var next []variant.Path

		for _, path := range found {
			v, err := tree.Lookup(root, path)
			if err != nil {
				return nil, LookedUp(d, path, err)
			}

			steps := stepsIn(v)
			if len(steps) == 0 && !isContainer(v) {
				return nil, fmt.Errorf("%v: %w: %v has no parts", path, variant.ErrWrongType,
					v.Type())
			}

			for _, step := range steps {
				next = append(next, slices.Concat(path, variant.Path{step}, rest))
			}
		}

		found = next
	}

	if len(p) > 1 && len(found) == 0 {
		return nil, fmt.Errorf("%v: %w: there are no parts", p, variant.ErrNotFound)
	}

	return found, nil
}

// components are the names of all components that values can have.
var components = []string{
	"x", "y", "z", "w", "r", "g", "b", "a", "position", "size", "normal", "d", "origin", "basis",
}

// stepsIn returns the steps to the parts of a value: items, keys, properties or components.
func stepsIn(v variant.Variant) (steps []variant.Step) {
	if c, ok := v.(variant.Container); ok {
		for step := range c.Parts() {
			if step.Kind != variant.StepPairKey {
				steps = append(steps, step)
			}
		}

		return steps
	}

	for i := 0; ; i++ {
		step := variant.Step{Kind: variant.StepIndex, Index: i}
		if _, err := tree.Lookup(v, variant.Path{step}); err != nil {
			break
		}
		steps = append(steps, step)
	}

	for _, name := range components {
		step := variant.Step{Kind: variant.StepProperty, Name: name}
		if _, err := tree.Lookup(v, variant.Path{step}); err == nil {
			steps = append(steps, step)
		}
	}

	return steps
}
