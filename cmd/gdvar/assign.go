package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/codec/text"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// An edit is one change of the values in a file.
type edit interface {
	// apply returns the root after the edit, and writes to the report what has changed.
	apply(d *document.Document, root variant.Variant, report *strings.Builder) (variant.Variant,
		error)
}

// changed is a file with its edits made.
type changed struct {
	name     string
	document *document.Document
	data     []byte // of the file
	report   strings.Builder
}

// An assignment sets the values at paths.
type assignment struct {
	paths    pattern
	operator string
	value    string // GDScript

	parents bool // make the Dictionaries on the way
	retype  bool // the value has the type in which it is written
}

func (e *assignment) apply(
	d *document.Document, root variant.Variant, report *strings.Builder,
) (variant.Variant, error) {
	v, err := e.parse(d)
	if err != nil {
		return nil, err
	}

	paths, err := e.paths.paths(d, root)
	if err != nil {
		return nil, err
	}

	for _, path := range paths {
		after, err := e.set(d, root, path, v)
		if err != nil {
			return nil, lookedUp(d, path, err)
		}

		fmt.Fprintf(report, "%v: %s\n", path, e.difference(d, path, root, after))
		root = after
	}

	return root, nil
}

// parse returns the value of the text.
func (e *assignment) parse(d *document.Document) (variant.Variant, error) {
	v, err := d.Parse(e.value)
	if err == nil {
		return v, nil
	}

	var at *text.Error
	if errors.As(err, &at) && isWords(e.value) {
		err = fmt.Errorf(`%w (text is written in quotes: "%s"; in a shell: '"%[2]s"')`, err,
			e.value)
	}

	return nil, fmt.Errorf("%v: %w", e.paths, err)
}

// isWords reports whether a value is text without its quotes.
func isWords(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && r != '_' && r != ' '
	}) < 0
}

// set returns the root with the value at a path.
func (e *assignment) set(
	d *document.Document, root variant.Variant, path tree.Path, v variant.Variant,
) (variant.Variant, error) {
	old, missing := path.Lookup(root)

	if e.operator != "=" {
		if missing != nil {
			return nil, missing
		}

		sum, err := combined(e.operator, old, v)
		if err != nil {
			return nil, fmt.Errorf("%v: %w", path, err)
		}

		return path.Set(root, sum)
	}

	if e.parents && missing != nil {
		var err error
		root, err = withParents(root, path)
		if err != nil {
			return nil, err
		}
	}

	if missing == nil && !e.retype {
		if same, ok := inType(old, v); ok {
			v = same
		}
	}

	after, err := path.Set(root, v)
	if err == nil {
		return after, nil
	}

	if i, ok := v.(variant.Int); ok && isType(err) {
		if whole, err := path.Set(root, variant.Float(i)); err == nil {
			return whole, nil
		}
	}

	if errors.Is(err, variant.ErrNotFound) && len(path) > 1 && !e.parents {
		if _, above := path[:len(path)-1].Lookup(root); above != nil {
			err = fmt.Errorf("%w (--parents makes what is on the way)", err)
		}
	}

	return nil, err
}

func isType(err error) bool {
	return errors.Is(err, variant.ErrWrongType) || errors.Is(err, variant.ErrElementType)
}

// withParents returns the root with an empty container for each step of a path that leads nowhere.
func withParents(root variant.Variant, path tree.Path) (variant.Variant, error) {
	for n := 1; n < len(path); n++ {
		if _, err := path[:n].Lookup(root); err == nil {
			continue
		}

		var empty variant.Variant = variant.Dictionary{}
		if path[n].Kind == variant.StepIndex {
			empty = variant.Array{}
		}

		after, err := path[:n].Set(root, empty)
		if err != nil {
			return nil, err
		}

		root = after
	}

	return root, nil
}

// combined returns what an operator makes of two values.
func combined(operator string, a, b variant.Variant) (variant.Variant, error) {
	switch a := a.(type) {
	case variant.Int:
		if b, ok := b.(variant.Int); ok {
			return combinedInt(operator, a, b)
		}

	case variant.Float:
		if b, ok := numberOf(b); ok {
			return variant.Float(combinedFloat(operator, float64(a), b)), nil
		}

	case variant.String:
		if b, ok := b.(variant.String); ok && operator == "+=" {
			return a + b, nil
		}

	case variant.Array:
		if operator == "+=" {
			return appended(a, b), nil
		}
	}

	return nil, fmt.Errorf("%w: %v %s %v", variant.ErrWrongType, a.Type(), operator, b.Type())
}

// appended returns an array with the items of b or, if b is no array, with b as its last item.
func appended(a variant.Array, b variant.Variant) variant.Array {
	items := []variant.Variant{b}
	if more, ok := b.(variant.Array); ok {
		items = more.Items
	}

	a.Items = slices.Concat(a.Items, items)
	return a
}

// combinedInt calculates with ints. A result that has no room is an error.
func combinedInt(operator string, a, b variant.Int) (variant.Variant, error) {
	var result variant.Int
	overflow := false

	switch operator {
	case "+=":
		result = a + b
		overflow = (b > 0) != (result > a) && b != 0

	case "-=":
		result = a - b
		overflow = (b > 0) != (result < a) && b != 0

	default:
		result = a * b
		overflow = a != 0 && (result/a != b || a == -1 && b == math.MinInt64)
	}

	if overflow {
		return nil, fmt.Errorf("%w: %v %s %v", variant.ErrRange, a, operator, b)
	}

	return result, nil
}

func combinedFloat(operator string, a, b float64) float64 {
	switch operator {
	case "+=":
		return a + b
	case "-=":
		return a - b
	default:
		return a * b
	}
}

func numberOf(v variant.Variant) (float64, bool) {
	switch v := v.(type) {
	case variant.Int:
		return float64(v), true
	case variant.Float:
		return float64(v), true
	default:
		return 0, false
	}
}

// inType returns v in the type of the value that it replaces, if nothing is lost.
func inType(old, v variant.Variant) (variant.Variant, bool) {
	switch v := v.(type) {
	case variant.Int:
		f := variant.Float(v)
		_, ok := old.(variant.Float)

		return f, ok && variant.Int(f) == v

	case variant.String:
		switch old.(type) {
		case variant.StringName:
			return variant.StringName(v), true
		case objects.NodePath:
			path, err := objects.ParseNodePath(string(v))
			return path, err == nil
		}

	case variant.Array:
		return arrayInType(old, v)
	case variant.Dictionary:
		return dictionaryInType(old, v)
	}

	return nil, false
}

// arrayInType returns an Array in the type of the array that it replaces: each item is set.
func arrayInType(old variant.Variant, v variant.Array) (variant.Variant, bool) {
	now, ok := emptyLike(old)
	if !ok || v.Elem != nil {
		return nil, false
	}

	for i, item := range v.Items {
		at := tree.Path{{Kind: variant.StepIndex, Index: i}}

		next, err := at.Set(now, item)
		if whole, ok := item.(variant.Int); err != nil && ok {
			next, err = at.Set(now, variant.Float(whole))
		}

		if err != nil {
			return nil, false
		}

		now = next
	}

	return now, true
}

// dictionaryInType returns a Dictionary in the types of the one that it replaces: each pair is set.
func dictionaryInType(old variant.Variant, v variant.Dictionary) (variant.Variant, bool) {
	typed, ok := old.(variant.Dictionary)
	if !ok || typed.Key == nil && typed.Value == nil ||
		v.Key != nil || v.Value != nil {
		return nil, false
	}

	var now variant.Variant = emptied(old)
	for _, p := range v.Pairs {
		at := tree.Path{{Kind: variant.StepKey, Key: p.Key}}

		next, err := at.Set(now, p.Value)
		if err != nil {
			return nil, false
		}

		now = next
	}

	return now, true
}

// emptyLike returns an empty array of the type of v, and whether v is an array with one.
func emptyLike(v variant.Variant) (variant.Variant, bool) {
	switch v := v.(type) {
	case variant.Array:
		v.Items = nil
		return v, v.Elem != nil

	case variant.TypedArray:
		v.Items = nil
		return v, true

	case variant.PackedTypedArray:
		v.Items = nil
		return v, true

	case packed.PackedByteArray:
		return v[:0:0], true
	case packed.PackedInt32Array:
		return v[:0:0], true
	case packed.PackedInt64Array:
		return v[:0:0], true
	case packed.PackedFloat32Array:
		return v[:0:0], true
	case packed.PackedFloat64Array:
		return v[:0:0], true
	case packed.PackedStringArray:
		return v[:0:0], true
	case packed.PackedVector2Array:
		return v[:0:0], true
	case packed.PackedVector3Array:
		return v[:0:0], true
	case packed.PackedVector4Array:
		return v[:0:0], true
	case packed.PackedColorArray:
		return v[:0:0], true
	default:
		return nil, false
	}
}

// difference says what became of the value at a path.
func (e *assignment) difference(
	d *document.Document, path tree.Path, before, after variant.Variant,
) string {
	v, missing := path.Lookup(after)
	if missing != nil { // a key that equals no other
		return e.value + " added"
	}

	is := textAt(d, after, path, v)
	old, err := path.Lookup(before)
	if err != nil {
		return is + " added"
	}

	was := textAt(d, before, path, old)
	switch {
	case variant.Equal(old, v):
		return is + " as before"
	case old.Type() != v.Type():
		return fmt.Sprintf("%s → %s (%v → %v)", was, is, old.Type(), v.Type())
	default:
		return was + " → " + is
	}
}

// textAt returns the text of the value at a path. A component that is stored in single precision
// has the digits of that.
func textAt(
	d *document.Document, root variant.Variant, path tree.Path, v variant.Variant,
) string {
	f, ok := v.(variant.Float)
	if !ok || len(path) == 0 || d.Precision() != variant.Single || variant.Float(float32(f)) != f {
		return d.Text(v)
	}

	around, err := path[:len(path)-1].Lookup(root)
	_, double := around.(packed.PackedFloat64Array)
	if err != nil || double || isContainer(around) {
		return d.Text(v)
	}

	return variant.Text(v) // in the fewest digits of single precision
}
