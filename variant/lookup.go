package variant

import (
	"errors"
	"strconv"
	"strings"
)

// ErrNotFound is the kind of error of [Lookup] and [Get] where there is no such
// key, item or property.
var ErrNotFound = errors.New("not found")

// ErrWrongType is the kind of error of [Lookup] and [Get] where a value is of
// another type than the path or the caller says.
var ErrWrongType = errors.New("wrong type")

// Get returns the value of a key of text in a Dictionary, or of a property of an
// object, as a T: variant.Get[variant.Int](player, "hp"). It converts nothing.
// The error is an [*Error] of kind [ErrNotFound] or [ErrWrongType].
func Get[T Variant](v Variant, key string) (T, error) {
	var none T
	step := Step{Kind: StepKey, Key: String(key)}
	inner, err := step.from(v)
	if err != nil {
		return none, lookupError(Path{step}, v, err)
	}
	t, ok := inner.(T)
	if !ok {
		return none, lookupError(Path{step}, inner, Because(ErrWrongType, nameOf(inner)+" and not "+nameOf(none)))
	}
	return t, nil
}

// Lookup follows a path into a value:
//
//	variant.Lookup(v, "player.inventory[0].id")
//
// A name is a key of text, as String or StringName, or a property of an object;
// [0] is an item of an array, or the key 0 of a Dictionary, [-1] the last item;
// ["any text"] and [&"any text"] are keys that are no names. A path as errors and
// [Path.String] have it, with a $ in front, will do too. The empty path leads to
// v itself.
//
// The error is an [*Error] whose path ends with the first step that leads nowhere,
// of kind [ErrNotFound], or [ErrWrongType] where there is nothing to look into.
func Lookup(v Variant, path string) (Variant, error) {
	steps, err := ParsePath(path)
	if err != nil {
		return nil, err
	}
	return steps.Lookup(v)
}

// Lookup follows the path into v, with the errors of the function [Lookup].
func (p Path) Lookup(v Variant) (Variant, error) {
	for i, step := range p {
		inner, err := step.from(v)
		if err != nil {
			return nil, lookupError(p[:i+1], v, err)
		}
		v = inner
	}
	return v, nil
}

func lookupError(p Path, v Variant, err error) error {
	e := errorOf("look up", v, err)
	e.Path = p.String()
	return e
}

// from returns what the step leads to in v.
func (s Step) from(v Variant) (Variant, error) {
	switch v := v.(type) {
	case Dictionary:
		return s.fromDictionary(v)
	case Array:
		return s.fromItems(v.Items)
	}
	c, ok := v.(Container)
	if !ok {
		return nil, Because(ErrWrongType, nameOf(v)+" has nothing inside")
	}
	var items []Variant
	var found Variant
	for step, part := range c.Parts() {
		switch {
		case step.Kind == StepIndex:
			items = append(items, part)
		case step.Kind == StepProperty && s.names(step.Name):
			found = part // the last one of its name counts
		}
	}
	if found != nil {
		return found, nil
	}
	return s.fromItems(items)
}

func (s Step) fromItems(items []Variant) (Variant, error) {
	i := s.Index
	if i < 0 {
		i += len(items)
	}
	if s.Kind != StepIndex || i < 0 || i >= len(items) {
		return nil, ErrNotFound
	}
	if items[i] == nil {
		return Nil{}, nil
	}
	return items[i], nil
}

func (s Step) fromDictionary(d Dictionary) (Variant, error) {
	key := s.Key
	switch {
	case s.Kind == StepIndex:
		key = Int(s.Index)
	case s.Kind == StepProperty:
		key = String(s.Name)
	case s.Kind == StepPairKey && s.Index >= 0 && s.Index < len(d.Pairs):
		return d.Pairs[s.Index].Key, nil
	case s.Kind == StepPairKey:
		return nil, ErrNotFound
	}
	v, ok := d.Get(key)
	switch {
	case !ok:
		return nil, ErrNotFound
	case v == nil:
		return Nil{}, nil
	default:
		return v, nil
	}
}

// names reports whether the step leads to a property of that name.
func (s Step) names(name string) bool {
	if s.Kind == StepProperty {
		return s.Name == name
	}
	text, ok := keyText(s.Key)
	return s.Kind == StepKey && ok && text == name
}

// ParsePath reads a path as [Lookup] has it. What stands in brackets is an index,
// quoted text, or "key" and the position of a pair, which leads to the pair's key.
func ParsePath(s string) (Path, error) {
	var p Path
	rest := strings.TrimPrefix(s, "$")
	first := rest == s
	for rest != "" {
		var step Step
		var ok bool
		switch {
		case rest[0] == '[':
			step, rest, ok = parseBracket(rest[1:])
		case rest[0] == '.':
			step, rest, ok = parseName(rest[1:])
		case first:
			step, rest, ok = parseName(rest)
		}
		if !ok {
			return nil, &Error{Op: "look up", Path: p.String(), Err: Because(ErrNotFound, strconv.Quote(clip(s))+" is no path")}
		}
		p, first = append(p, step), false
	}
	return p, nil
}

func parseName(s string) (Step, string, bool) {
	n := strings.IndexAny(s, ".[")
	if n < 0 {
		n = len(s)
	}
	return Step{Kind: StepProperty, Name: s[:n]}, s[n:], n > 0
}

// parseBracket reads what stands behind an opening bracket.
func parseBracket(s string) (Step, string, bool) {
	name := strings.HasPrefix(s, "&")
	if name || strings.HasPrefix(s, `"`) {
		if name {
			s = s[1:]
		}
		quoted, err := strconv.QuotedPrefix(s)
		if err != nil || !strings.HasPrefix(s[len(quoted):], "]") {
			return Step{}, "", false
		}
		text, err := strconv.Unquote(quoted)
		step := Step{Kind: StepKey, Key: String(text)}
		if name {
			step.Key = StringName(text)
		}
		return step, s[len(quoted)+1:], err == nil
	}
	inside, rest, ok := strings.Cut(s, "]")
	number, isKey := strings.CutPrefix(inside, "key ")
	i, err := strconv.Atoi(number)
	if !ok || err != nil {
		return Step{}, "", false
	}
	if isKey {
		return Step{Kind: StepPairKey, Index: i}, rest, true
	}
	return Step{Kind: StepIndex, Index: i}, rest, true
}
