package variant

import (
	"errors"
	"iter"
)

// ErrNotFound is the kind of error of [Lookup] and [Get] for a key, item or property
// that does not exist.
var ErrNotFound = errors.New("not found")

// ErrWrongType is the kind of error of [Lookup] and [Get] for a value of another type
// than the path or the caller expects.
var ErrWrongType = errors.New("wrong type")

// Get returns the value of a text key of a Dictionary, or of a property of an object,
// as a T: variant.Get[variant.Int](player, "hp"). It does not convert. The error is
// an [*Error] of kind [ErrNotFound] or [ErrWrongType].
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
// A name is a text key, String or StringName, or a property of an object. [0] is an
// item of an array or the key 0 of a Dictionary, [-1] is the last item. ["any text"]
// and [&"any text"] are keys that are not names. The form of [Path.String], with a $
// at the start, is accepted too. The empty path leads to v.
//
// The error is an [*Error] whose path ends with the step that failed. Its kind is
// [ErrNotFound], or [ErrWrongType] for a step into a value without parts.
func Lookup(v Variant, path string) (Variant, error) {
	steps, err := ParsePath(path)
	if err != nil {
		return nil, err
	}
	return steps.Lookup(v)
}

// Lookup follows the path into v. The errors are those of the function [Lookup].
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
		return nil, Because(ErrWrongType, nameOf(v)+" has no parts")
	}
	if isNilPointer(v) {
		return nil, Because(ErrWrongType, "a nil pointer has no parts")
	}
	var items []Variant
	var found Variant
	for step, part := range c.Parts() {
		switch {
		case step.Kind == StepIndex:
			items = append(items, part)
		case step.Kind == StepProperty && s.names(step.Name):
			found = part // the last property of a name wins
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

// names reports whether the step leads to the property name.
func (s Step) names(name string) bool {
	if s.Kind == StepProperty {
		return s.Name == name
	}
	text, ok := keyText(s.Key)
	return s.Kind == StepKey && ok && text == name
}

// A Container is a value with parts, such as Array, Dictionary and objects.Object. A
// type of your own that implements it is walked and looked into as well.
type Container interface {
	Variant
	// Parts yields the parts, keys of a dictionary included, each with the step
	// that leads to it.
	Parts() iter.Seq2[Step, Variant]
}

// partsOf returns the parts of c, none of a nil pointer.
func partsOf(c Container) iter.Seq2[Step, Variant] {
	parts := func(func(Step, Variant) bool) {}
	guard(c, func() { parts = c.Parts() })
	return parts
}

// Walk yields v and all values inside it with their paths, each value before its
// parts. A path is valid until the next one; keep a slices.Clone of it.
//
// Values deeper than 1024 are skipped, and after 67,108,864 values Walk ends. Both happen
// only with values that Encode refuses too, with [ErrDepth] and, unless Limits.MaxSize is
// raised, with [ErrLimit]: a value that contains itself, or one that has its parts so many
// times that a packet of it would be longer than 256 MiB.
func Walk(v Variant) iter.Seq2[Path, Variant] {
	return func(yield func(Path, Variant) bool) {
		left := maxWalk
		walk(make(Path, 0, 8), v, &left, yield)
	}
}

// maxWalk is the number of values in the longest packet of the default Limits.
const maxWalk = defaultMaxSize / minPacket

func walk(path Path, v Variant, left *int, yield func(Path, Variant) bool) bool {
	if *left--; *left < 0 || !yield(path, v) {
		return false
	}
	if len(path) >= defaultMaxDepth {
		return true
	}
	switch v := v.(type) {
	case Array: // without the iterator, which most of the time would go to
		path = append(path, Step{Kind: StepIndex})
		for i, item := range v.Items {
			path[len(path)-1].Index = i
			if !walk(path, item, left, yield) {
				return false
			}
		}
	case Container:
		for step, part := range partsOf(v) {
			if !walk(append(path, step), part, left, yield) {
				return false
			}
		}
	}
	return true
}
