package session

import (
	"errors"
	"fmt"
	"strings"

	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A Value is one value for the form that edits it.
type Value struct {
	Path      string `json:"path"`
	Type      string `json:"type"`
	Text      string `json:"text"`
	Editable  bool   `json:"editable"`
	Why       string `json:"why"` // the reason if it is not editable
	Removable bool   `json:"removable"`
	Adds      string `json:"adds"` // "pair" or "item": the parts that can be added; or empty
}

// longest is the longest text that can be edited, in bytes.
const longest = 64 << 10

// Value returns a value with its text.
func (s *Session) Value(a PathArgs) (Value, error) {
	path, v, err := s.lookup(a.Path)
	if err != nil {
		return Value{}, err
	}

	out := Value{Path: a.Path, Type: typeOf(v), Removable: len(path) > 0 && s.damage == nil}

	switch v.(type) {
	case variant.Dictionary, objects.Object:
		out.Adds = "pair"
	default:
		if p := partsOf(v); p.n > 0 || v.Type() == variant.TypeArray ||
			strings.HasPrefix(v.Type().String(), "Packed") {
			out.Adds = "item"
		}
	}

	long := size(v) > longest
	if !long {
		out.Text = s.textOf(v)
	}

	switch {
	case s.damage != nil:
		out.Why = "A damaged file can't be changed."
		out.Adds = ""

	case long:
		out.Why = "It is too long to edit as one text. Open it in the tree and edit its parts."
	case !s.means(out.Text, v):
		out.Why = "No text says all that is in this value, so it can't be edited."
	}

	out.Editable = out.Why == ""
	return out, nil
}

// lookup parses a path and returns the value at it.
func (s *Session) lookup(text string) (tree.Path, variant.Variant, error) {
	path, err := tree.ParsePath(text)
	if err != nil {
		return nil, nil, err
	}
	v, err := path.Lookup(s.root())
	return path, v, err
}

// means reports whether parsing a text returns the value v.
func (s *Session) means(text string, v variant.Variant) bool {
	again, err := s.doc.Parse(text)
	return err == nil && variant.Equal(again, v)
}

// size returns the approximate length of the text of a value. It stops above longest.
func size(v variant.Variant) (n int) {
	for _, part := range tree.Walk(v) {
		const least = 8
		n += least
		if n > longest {
			break
		}

		switch part := part.(type) {
		case variant.String:
			n += len(part)
		case variant.StringName:
			n += len(part)
		case variant.Container:

		default:
			p := partsOf(part)
			n += p.n
			for i := 0; i < p.n && n <= longest; i++ {
				if text, ok := p.at(i).value.(variant.String); ok {
					n += len(text)
				}
			}
		}
	}

	return n
}

// textOf returns the text of a value on several lines. If that text does not parse to the same
// value, it returns one line with all digits.
func (s *Session) textOf(v variant.Variant) string {
	lines := string(variant.Printer{Indent: "\t"}.Append(nil, v))
	if s.means(lines, v) {
		return lines
	}
	return s.doc.Text(v)
}

// Edited is the result of an edit.
type Edited struct {
	Path    string `json:"path"`    // the value to select
	Message string `json:"message"` // describes the change
	Edits   int    `json:"edits"`   // since the file was opened
}

// SetArgs have a new value.
type SetArgs struct {
	Path string `json:"path"`
	Text string `json:"text"` // of GDScript
}

// Set changes a value.
func (s *Session) Set(a SetArgs) (Edited, error) {
	path, old, err := s.lookup(a.Path)
	if err != nil {
		return Edited{}, err
	}

	v, err := s.parse(a.Text)
	if err != nil {
		return Edited{}, err
	}

	if variant.Equal(old, v) {
		return Edited{a.Path, "The value is the same as before.", s.edits()}, nil
	}

	root, err := path.Set(s.root(), v)
	if err != nil {
		return Edited{}, err
	}

	message := fmt.Sprintf("%s is now %s.", a.Path, short(v))

	if old.Type() != v.Type() {
		message = fmt.Sprintf("%s is now %s, and no longer of type %s.", a.Path, short(v),
			typeOf(old))
	}

	return s.done(root, a.Path, message)
}

// parse reads the text of a value, as the engine of the file stores it.
func (s *Session) parse(text string) (variant.Variant, error) {
	if strings.TrimSpace(text) == "" {
		return nil, errors.New("enter a value: " +
			`10, 1.5, "text", true, Vector2(1, 2), [1, 2], {"key": 1}`)
	}

	v, err := s.doc.Parse(text)
	if err != nil {
		return nil, err
	}

	packet, err := s.doc.Codec().Encode(v)
	if err != nil {
		return nil, err
	}

	return s.doc.Codec().Decode(packet)
}

// done makes root the current value of the file.
func (s *Session) done(root variant.Variant, path, message string) (Edited, error) {
	if s.damage != nil {
		return Edited{}, fmt.Errorf("a damaged file can't be changed: %w", s.damage)
	}
	if err := s.doc.SetRoot(root); err != nil {
		return Edited{}, err
	}

	s.states = append(s.states, state{root, path})
	s.forget()
	return Edited{path, message, s.edits()}, nil
}

func (s *Session) edits() int { return len(s.states) - 1 }

// AddArgs have a new part of a value.
type AddArgs struct {
	Path string `json:"path"`
	// a value of GDScript or a bare word; for a dictionary or an object
	Key  string `json:"key"`
	Text string `json:"text"`
}

// Add adds a pair to a dictionary, a property to an object, or an item to the end of an array.
func (s *Session) Add(a AddArgs) (Edited, error) {
	path, v, err := s.lookup(a.Path)
	if err != nil {
		return Edited{}, err
	}

	step, err := s.stepTo(v, a.Key)
	if err != nil {
		return Edited{}, err
	}

	part, err := s.parse(a.Text)
	if err != nil {
		return Edited{}, err
	}

	path = append(path, step)
	if _, err := path.Lookup(s.root()); err == nil {
		return Edited{}, &FieldError{"key", fmt.Errorf("%s exists", path)}
	}

	root, err := path.Set(s.root(), part)
	if err != nil {
		return Edited{}, err
	}

	return s.done(root, path.String(), fmt.Sprintf("%s is added.", path))
}

// stepTo returns the step of a new part of v.
func (s *Session) stepTo(v variant.Variant, key string) (variant.Step, error) {
	key = strings.TrimSpace(key)

	switch v.(type) {
	case objects.Object:
		if key == "" {
			return variant.Step{}, &FieldError{"key", errors.New("enter the name of the property")}
		}
		return variant.Step{Kind: variant.StepProperty, Name: key}, nil

	case variant.Dictionary:
		if key == "" {
			return variant.Step{},
				&FieldError{"key", errors.New(`enter a key: "name", 10, Vector2(1, 2)`)}
		}

		k, err := s.parse(key)
		if err != nil && isWord(key) { // as in {name = 10}
			k = variant.String(key)
			err = nil
		}

		if err != nil {
			return variant.Step{}, &FieldError{"key", fmt.Errorf("in the key: %w", err)}
		}

		return variant.Step{Kind: variant.StepKey, Key: k}, nil
	}

	return variant.Step{Kind: variant.StepIndex, Index: partsOf(v).n}, nil
}

// Remove deletes a value.
func (s *Session) Remove(a PathArgs) (Edited, error) {
	path, err := tree.ParsePath(a.Path)
	if err != nil {
		return Edited{}, err
	}

	if len(path) == 0 {
		return Edited{}, errors.New("the whole file can't be deleted")
	}

	root, err := path.Delete(s.root())
	if err != nil {
		return Edited{}, err
	}

	return s.done(root, path[:len(path)-1].String(), fmt.Sprintf("%s is deleted.", a.Path))
}

// Undo reverts the last edit.
func (s *Session) Undo(None) (Edited, error) {
	last := len(s.states) - 1
	if last == 0 {
		return Edited{}, errors.New("there is nothing to undo")
	}

	path := s.states[last].path
	s.states = s.states[:last]

	if err := s.doc.SetRoot(s.root()); err != nil {
		return Edited{}, err
	}

	s.forget()

	if _, err := tree.Lookup(s.root(), path); err != nil {
		path = "$" // the edit had added it
	}

	return Edited{path, "The last change is undone.", s.edits()}, nil
}
