package edits

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/codec/text"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// An Assignment sets the values at paths to one value.
type Assignment struct {
	Paths    Pattern
	Operator string
	Value    string // GDScript text

	Parents bool // create missing Dictionaries on the way to the value
	Retype  bool // the value has its own type, and not that of the old value
}

func (e *Assignment) Apply(
	d *document.Document, root variant.Variant, report *strings.Builder,
) (variant.Variant, error) {
	v, err := e.parse(&d.Format)
	if err != nil {
		return nil, err
	}

	paths, err := e.Paths.paths(d, root)
	if err != nil {
		return nil, err
	}

	for _, path := range paths {
		after, err := e.set(root, path, v)
		if err != nil {
			return nil, LookedUp(d, path, err)
		}

		fmt.Fprintf(report, "%v: %s\n", path, e.difference(&d.Format, path, root, after))
		root = after
	}

	return root, nil
}

// parse returns the value of the text e.Value.
func (e *Assignment) parse(d *document.Format) (variant.Variant, error) {
	v, err := d.Parse(e.Value)
	if err == nil {
		return v, nil
	}

	var at *text.Error
	if errors.As(err, &at) && isWords(e.Value) {
		err = fmt.Errorf(`%w (text is written in quotes: "%s"; in a shell: '"%[2]s"')`, err,
			e.Value)
	}

	return nil, fmt.Errorf("%v: %w", e.Paths, err)
}

// isWords reports whether s looks like text whose quotes are missing.
func isWords(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && r != '_' && r != ' '
	}) < 0
}

// set returns a root with the value v at a path.
func (e *Assignment) set(
	root variant.Variant, path variant.Path, v variant.Variant,
) (variant.Variant, error) {
	old, missing := tree.Lookup(root, path)

	if e.Operator != "=" {
		if missing != nil {
			return nil, missing
		}

		sum, err := combined(e.Operator, old, v)
		if err != nil {
			return nil, fmt.Errorf("%v: %w", path, err)
		}

		return tree.Set(root, path, sum)
	}

	if e.Parents && missing != nil {
		var err error
		root, err = withParents(root, path)
		if err != nil {
			return nil, err
		}
	}

	if missing == nil && !e.Retype {
		if same, ok := inType(old, v); ok {
			v = same
		}
	}

	after, err := tree.Set(root, path, v)
	if err == nil {
		return after, nil
	}

	if i, ok := v.(variant.Int); ok && isType(err) {
		if whole, err := tree.Set(root, path, variant.Float(i)); err == nil {
			return whole, nil
		}
	}

	if errors.Is(err, variant.ErrNotFound) && len(path) > 1 && !e.Parents {
		if _, above := tree.Lookup(root, path[:len(path)-1]); above != nil {
			err = fmt.Errorf("%w (--parents creates the missing containers)", err)
		}
	}

	return nil, err
}

func isType(err error) bool {
	return errors.Is(err, variant.ErrWrongType) || errors.Is(err, variant.ErrElementType)
}

// withParents returns a root with an empty container for each step of the path that has no value
// yet.
func withParents(root variant.Variant, path variant.Path) (variant.Variant, error) {
	for n := 1; n < len(path); n++ {
		if _, err := tree.Lookup(root, path[:n]); err == nil {
			continue
		}

		var empty variant.Variant = variant.Dictionary{}
		if path[n].Kind == variant.StepIndex {
			empty = variant.Array{}
		}

		after, err := tree.Set(root, path[:n], empty)
		if err != nil {
			return nil, err
		}

		root = after
	}

	return root, nil
}

// difference returns a line about how the value at a path has changed.
func (e *Assignment) difference(
	d *document.Format, path variant.Path, before, after variant.Variant,
) string {
	v, missing := tree.Lookup(after, path)
	if missing != nil { // a key such as NaN, which equals no key
		return e.Value + " added"
	}

	is := TextAt(d, after, path, v)
	old, err := tree.Lookup(before, path)
	if err != nil {
		return is + " added"
	}

	was := TextAt(d, before, path, old)
	switch {
	case variant.Equal(old, v):
		return is + " as before"
	case old.Type() != v.Type():
		return fmt.Sprintf("%s → %s (%v → %v)", was, is, old.Type(), v.Type())
	default:
		return was + " → " + is
	}
}

// CutAssignment cuts PATH=VALUE at the first = outside of brackets and quotes. The operator is "=",
// "+=", "-=" or "*=".
func CutAssignment(s string) (path, operator, value string, ok bool) {
	depth := 0
	quoted := false

	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '(' || c == '{':
			depth++
		case c == ']' || c == ')' || c == '}':
			depth--

		case c == '=' && depth == 0:
			at := i
			if i > 0 && strings.IndexByte("+-*", s[i-1]) >= 0 && !strings.HasSuffix(s[:i], ".*") {
				at--
			}

			return strings.TrimSpace(s[:at]), s[at : i+1], strings.TrimSpace(s[i+1:]), true
		}
	}

	return "", "", "", false
}

// ParseAssignment returns the edit for PATH=VALUE.
func ParseAssignment(s string) (*Assignment, error) {
	path, operator, value, ok := CutAssignment(s)
	if !ok {
		return nil, fmt.Errorf("%s: it is not PATH=VALUE", s)
	}

	pattern, err := ParsePattern(path)
	if err != nil {
		return nil, err
	}

	return &Assignment{Paths: pattern, Operator: operator, Value: value}, nil
}
