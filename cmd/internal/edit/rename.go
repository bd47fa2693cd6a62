package edit

import (
	"fmt"
	"strings"

	"godotvariant/internal/token"
	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// Rename gives a key or property a new name. Its value and its position stay.
type Rename struct {
	Path variant.Path
	// Name is the new key as GDScript, or the new name of a property. If the old key is a String or
	// a StringName, text without quotes becomes a key of the same type. If the old key has another
	// type, a word without quotes becomes a String.
	Name string
}

// A TakenError is the error of renaming a part to a key or name that another part already has.
type TakenError struct {
	Path variant.Path
	Name string // name of a property
	Key  variant.Variant
}

// Error returns the text of the error.
func (e *TakenError) Error() string {
	if e.Key == nil {
		return fmt.Sprintf("%v: there is a property %s already", e.Path, e.Name)
	}
	return fmt.Sprintf("%v: there is a key %s already", e.Path, variant.Text(e.Key))
}

// Unwrap returns variant.ErrDuplicateKey.
func (e *TakenError) Unwrap() error { return variant.ErrDuplicateKey }

// Plan implements [Operation].
func (n *Rename) Plan(r Reader, root variant.Variant) (Plan, error) {
	p, err := siblingAt(root, n.Path)
	if err != nil {
		return Plan{}, err
	}

	if !isNamed(p.outer.Value) {
		return Plan{}, fmt.Errorf("%v: %w, and the parts of a value of type %v have "+
			"no names", n.Path, ErrNoName, p.outer.Value.Type())
	}

	to, err := r.Key(p.outer.Value, n.Name, p.step.Key)
	if err != nil {
		return Plan{}, err
	}

	done := []Done{{Path: n.Path, Place: p.place, New: p.place.Value, Name: nameOrKey(to)}}
	if to.String() == p.step.String() {
		return Plan{Done: done}, nil
	}
	if err := absent(p.outer.Value, n.Path, to); err != nil {
		return Plan{}, err
	}

	return Plan{Done: done, Patch: p.moved(to, p.at)}, nil
}

// nameOrKey returns the key or the property name that a step has.
func nameOrKey(step variant.Step) variant.Variant {
	if step.Kind == variant.StepProperty {
		return variant.String(step.Name)
	}
	return step.Key
}

// Key returns the step to a new key or property, whose name a user has entered. The argument like
// is another key of the container, or nil. If it is a String or a StringName, entered text without
// quotes becomes a key of the same type.
func (r Reader) Key(
	around variant.Variant, typed string, like variant.Variant,
) (variant.Step, error) {
	if _, ok := around.(objects.Object); ok {
		if typed == "" {
			return variant.Step{}, ErrNoKey
		}
		return variant.Step{Kind: variant.StepProperty, Name: typed}, nil
	}

	key, err := r.key(typed, like)
	if err != nil {
		return variant.Step{}, err
	}

	if d, ok := around.(variant.Dictionary); ok {
		key, err = fitPart(d.Key, key)
	}

	return variant.Step{Kind: variant.StepKey, Key: key}, err
}

// key returns the key that a user has entered as a word or as GDScript.
func (r Reader) key(typed string, like variant.Variant) (variant.Variant, error) {
	text := strings.TrimSpace(typed)
	_, isName := like.(variant.StringName)
	_, isString := like.(variant.String)

	switch {
	case text == "":
		return nil, ErrNoKey
	case isQuoted(text):
		return r.Parse(text)
	case isName:
		return variant.StringName(typed), nil
	case isString, token.IsIdentifier(text):
		return variant.String(typed), nil
	default:
		return r.Parse(text)
	}
}

// absent returns an error if a dictionary or object already has a part at a step. The argument path
// is the path of the operation, for the error.
func absent(around variant.Variant, path variant.Path, step variant.Step) error {
	if _, err := tree.Lookup(around, variant.Path{step}); err != nil {
		return nil
	}
	return &TakenError{Path: path, Name: step.Name, Key: step.Key}
}
