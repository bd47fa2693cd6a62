package tree

import (
	"godotvariant/internal/nilsafe"
	"godotvariant/internal/token"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// Get returns the value of a text key of a Dictionary, of a property of an object, or of a
// component of a vector or a similar type, as a T: tree.Get[variant.Int](player, "hp"). It does not
// convert the value. The error is an [*variant.Error] of kind [variant.ErrNotFound] or
// [variant.ErrWrongType].
//
// The result shares memory with v, as a slice of a slice does. If the result is a Dictionary or an
// Array, and you set a key or an item that exists, v changes too. If you add a key or an item, v
// does not change. If you delete a key with [variant.Dictionary.Delete], the later pairs move, but
// the Dictionary in v keeps its length: its last pair may then be there twice. So put a container
// back after a change:
//
//	player.Set(variant.String("coins"), variant.Int(5))
//	save.Set(variant.String("player"), player)
//
// A vector is a copy, so always put it back. [Set] changes a part at any depth, in a copy of v.
func Get[T variant.Variant](v variant.Variant, key string) (T, error) {
	var none T
	step := variant.Step{Kind: variant.StepKey, Key: variant.String(key)}

	inner, err := follow(step, v)
	if err != nil {
		return none, lookupError(variant.Path{step}, v, err)
	}

	t, ok := inner.(T)
	if !ok {
		return none, lookupError(variant.Path{step}, inner, variant.Because(variant.ErrWrongType,
			nilsafe.Name(inner)+" and not "+nilsafe.Name(none)))
	}

	return t, nil
}

// Lookup follows a path into a value:
//
//	tree.Lookup(v, "player.inventory[0].id")
//	tree.Lookup(v, "player.transform.origin.x")
//
// A name is a key that is a String or StringName, a property of an object, or a component: x, y,
// z, w, r, g, b, a, position, size, normal, d, basis, origin. [0] is an item of an array, an
// element of a packed array, or the key 0 of a Dictionary. [-1] is the last item of an array, or
// the key -1. [variant.ParsePath] lists the other forms. The empty path leads to v.
// The path is text or a [variant.Path].
//
// Lookup finds the value of every path that [Walk] and exact.Audit yield, also if it gets the path
// as text. If two keys are equal, or two properties have the same name, it finds the last one. The
// result shares memory with v, as with [Get].
//
// The error is an [*variant.Error] whose path ends with the step that failed. Its kind is
// [variant.ErrNotFound], or [variant.ErrWrongType] for a step into a value without parts.
func Lookup[P PathText](v variant.Variant, path P) (variant.Variant, error) {
	steps, err := pathOf(path)
	if err != nil {
		return nil, err
	}

	for i, step := range steps {
		inner, err := follow(step, v)
		if err != nil {
			return nil, lookupError(steps[:i+1], v, err)
		}
		v = inner
	}

	return v, nil
}

func lookupError(p variant.Path, v variant.Variant, err error) error {
	return variant.NewError(variant.OpLookup, p, v, err)
}

// follow returns the part of v to which the step leads.
func follow(s variant.Step, v variant.Variant) (variant.Variant, error) {
	switch v := pointed(v).(type) {
	case variant.Dictionary:
		return pairValue(s, v)
	case variant.Array:
		return item(s, v.Items)
	}

	found, err := v, error(nil)
	if !nilsafe.Guard(v, func() { found, err = followCustom(s, v) }) {
		return nil, variant.Because(variant.ErrWrongType, "a nil pointer has no parts")
	}

	return found, err
}

func followCustom(s variant.Step, v variant.Variant) (variant.Variant, error) {
	switch v := v.(type) {
	case variant.Container:
		return followContainer(s, v)
	case variant.Constructible:
		if isPacked(v.Type()) {
			return packedElement(s, v)
		} else if names := componentNames(v.Type()); names != nil {
			return component(s, v, names)
		}
	}

	return nil, variant.Because(variant.ErrWrongType, nilsafe.Name(v)+" has no parts")
}

func followContainer(s variant.Step, c variant.Container) (variant.Variant, error) {
	var items []variant.Variant
	var found variant.Variant
	properties := 0
	for step, part := range c.Parts() {
		switch step.Kind {
		case variant.StepIndex:
			items = append(items, part)

		case variant.StepProperty:
			isPair := s.Kind == variant.StepPair && s.Index == properties
			properties++

			if isPair || leadsTo(s, step.Name) {
				found = part
				if part == nil { // nil would mean that no part was found
					found = variant.Nil{}
				}
			}
		}
	}

	if found != nil {
		return found, nil
	}

	return item(s, items)
}

// packedElement returns an element of a packed array.
func packedElement(s variant.Step, v variant.Constructible) (variant.Variant, error) {
	i := s.Index
	if i < 0 {
		_, n := argument(v, 0)
		i += n
	}

	if found, _ := argument(v, i); found != nil && s.Kind == variant.StepIndex {
		return found, nil
	}

	return nil, variant.ErrNotFound
}

// component returns a component of a vector or the like.
func component(s variant.Step, v variant.Constructible, names []string) (variant.Variant, error) {
	for i, name := range names {
		if leadsTo(s, name) {
			component, _ := argument(v, i)
			return component, nil
		}
	}
	return nil, variant.ErrNotFound
}

func item(s variant.Step, items []variant.Variant) (variant.Variant, error) {
	i := s.Index
	if i < 0 {
		i += len(items)
	}

	if s.Kind != variant.StepIndex || i < 0 || i >= len(items) {
		return nil, variant.ErrNotFound
	}
	if items[i] == nil {
		return variant.Nil{}, nil
	}

	return items[i], nil
}

func pairValue(s variant.Step, d variant.Dictionary) (variant.Variant, error) {
	i := pairAt(s, d.Pairs)
	if i < 0 {
		return nil, variant.ErrNotFound
	}

	v := d.Pairs[i].Value
	if s.Kind == variant.StepPairKey {
		v = d.Pairs[i].Key
	}
	if v == nil {
		return variant.Nil{}, nil
	}

	return v, nil
}

var (
	_ notation.ArgsWriter = (*finder)(nil)
	_ token.PartsWriter   = (*finder)(nil)
)
