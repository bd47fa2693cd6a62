package edit

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"godotvariant/cmd/internal/values"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// Set changes the values that match a pattern. The new value is the value that a user has entered,
// or is computed from the old value and the entered one. A key that does not exist is added at the
// end. The index after the last item appends an item.
type Set struct {
	Paths Pattern
	// Operator is "=", "+=", "-=" or "*=".
	Operator string
	// Text is the text that the user has entered: GDScript, or plain text at a place that has text.
	Text string

	Parents bool // create missing containers on the way to the value
	Retype  bool // the new value keeps its own type, not the type of the old value
}

// ParseSet returns the operation for an argument such as PATH=VALUE or PATH+=VALUE.
func ParseSet(s string) (*Set, error) {
	path, operator, text, ok := CutSet(s)
	if !ok {
		return nil, fmt.Errorf("%s: it is not PATH=VALUE", s)
	}

	pattern, err := ParsePattern(path)
	if err != nil {
		return nil, err
	}

	return &Set{Paths: pattern, Operator: operator, Text: text}, nil
}

// CutSet cuts PATH=VALUE at the first = outside of brackets and quotes. The operator is "=", "+=",
// "-=" or "*=".
func CutSet(s string) (path, operator, text string, ok bool) {
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

// Plan implements [Operation].
func (s *Set) Plan(r Reader, root variant.Variant) (Plan, error) {
	typed := &input{reader: r, text: s.Text}
	places, missing := s.Paths.Places(root)
	if missing != nil && (len(s.Paths) > 1 || s.Operator != "=") {
		return Plan{}, missing
	}

	if missing != nil && !takes(places[0].Around, last(places[0].Path)) {
		return s.withParents(typed, root, missing)
	}

	var p Plan
	for _, place := range places {
		change, err := s.change(typed, place)
		if err != nil {
			return Plan{}, at(place.Path, err)
		}

		p.Patch = append(p.Patch, change)
		p.Done = append(p.Done, Done{Path: s.Paths.written(place), Place: place, New: change.New})
	}

	return p, nil
}

// Each returns a function that computes the new value at a place that has a value. The function
// parses the text at most once in all its calls. If the field Around of the Place is an Array or a
// Dictionary, the function does not use the parts of this container.
func (s *Set) Each(r Reader) func(Place) (variant.Variant, error) {
	typed := &input{reader: r, text: s.Text}
	return func(place Place) (variant.Variant, error) { return s.value(typed, place) }
}

// last returns the last step of a path, or an empty step.
func last(path variant.Path) (step variant.Step) {
	if len(path) > 0 {
		step = path[len(path)-1]
	}
	return step
}

// change returns the change that the operation makes at a place.
func (s *Set) change(typed *input, place Place) (tree.Change, error) {
	if place.Value == nil {
		return s.addition(typed, place)
	}

	v, err := s.value(typed, place)
	kind := tree.Changed
	if err == nil && values.TypeOf(v) != values.TypeOf(place.Value) {
		kind = tree.Retyped
	}

	return tree.Change{Kind: kind, Path: place.Path, Old: place.Value, New: v}, err
}

// value returns the new value of a place that already has a value.
func (s *Set) value(typed *input, place Place) (variant.Variant, error) {
	if s.Operator == "=" {
		v, err := typed.at(place, s.Retype)
		return v, unquoted(err, s.Text)
	}

	operand, err := typed.parse()
	if err != nil {
		return nil, err
	}

	v, err := compute(s.Operator, place.Value, operand)
	if err != nil {
		return nil, err
	}

	v, err = typed.reader.Stored(v)
	if err != nil {
		return nil, err
	}

	return typed.reader.inPlace(place, v)
}

// addition returns the change that adds the entered value at a place without a value.
func (s *Set) addition(typed *input, place Place) (tree.Change, error) {
	v, err := typed.parse()
	if err != nil {
		return tree.Change{}, unquoted(err, s.Text)
	}
	return typed.reader.add(place, -1, v)
}

// withParents returns the plan that adds a value and creates the missing containers on the way to
// it. The argument notFound is the error for a path that leads nowhere. withParents returns this
// error if no container can be added to the last existing value of the path. If only s.Parents has
// to be set, the text of the error also names the flag --parents.
func (s *Set) withParents(typed *input, root variant.Variant, notFound error) (Plan, error) {
	path := s.Paths[0]
	exist := len(path) - 1 // number of steps that lead to an existing value

	around, err := tree.Lookup(root, path[:exist])
	for err != nil {
		exist--
		around, err = tree.Lookup(root, path[:exist])
	}

	place := Place{Path: path[:exist+1], Around: around}
	switch {
	case exist == len(path)-1 || !takes(around, path[exist]):
		return Plan{}, notFound
	case !s.Parents:
		return Plan{}, fmt.Errorf("%w (--parents creates the missing containers)", notFound)
	}

	v, err := typed.parse()
	if err != nil {
		return Plan{}, at(path, err)
	}

	for k := len(path) - 1; k > exist; k-- {
		v, err = wrapped(path[k], v)
		if err != nil {
			return Plan{}, err
		}
	}

	change, err := typed.reader.add(place, -1, v)
	if err != nil {
		return Plan{}, at(place.Path, err)
	}

	done := []Done{{Path: place.Path, Place: place, New: change.New}}
	return Plan{Patch: tree.Patch{change}, Done: done}, nil
}

// wrapped returns a container whose only part is v, at the given step.
func wrapped(step variant.Step, v variant.Variant) (variant.Variant, error) {
	var empty variant.Variant = variant.Dictionary{}
	if step.Kind == variant.StepIndex {
		empty = variant.Array{}
	}
	return tree.Set(empty, variant.Path{step}, v)
}

// unquoted completes the syntax error for an entered text. If the text looks as if its quotes were
// missing, the error also says how to write quotes.
func unquoted(err error, typed string) error {
	var syntax *variant.Error
	if !errors.As(err, &syntax) || syntax.Op != variant.OpParse || !isWords(typed) {
		return err
	}

	return fmt.Errorf(`%w (text is written in quotes: "%s"; in a shell: '"%[2]s"')`, err, typed)
}

// isWords reports whether s looks like text whose quotes are missing.
func isWords(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && r != '_' && r != ' '
	}) < 0
}
