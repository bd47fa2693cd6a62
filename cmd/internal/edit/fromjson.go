package edit

import (
	"fmt"
	"maps"
	"math/big"
	"reflect"
	"slices"

	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// FromJSON converts JSON to a value. The argument before is the JSON of the old value. The argument
// after is what a program has made from this JSON. Parts that the program has not changed keep
// their old values. If the argument before is nil, all parts are new.
func FromJSON(old variant.Variant, before, after any) (variant.Variant, error) {
	if old != nil && reflect.DeepEqual(before, after) {
		return old, nil
	}

	switch after := after.(type) {
	case []any:
		return typedArray(old, before, after)
	case map[string]any:
		return typedObject(old, before, after)
	}

	v, err := typedScalar(old, after)
	if err != nil || old == nil {
		return v, err
	}

	if same, err := Fit(old, v); err == nil {
		return same, nil
	}

	return v, nil
}

// typedScalar returns a number, text, bool or null. A float64 without a fraction becomes an Int if
// the old value is an Int.
func typedScalar(old variant.Variant, after any) (variant.Variant, error) {
	switch after := after.(type) {
	case nil:
		return variant.Nil{}, nil
	case bool:
		return variant.Bool(after), nil
	case string:
		return variant.String(after), nil
	case int:
		return variant.Int(after), nil

	case float64:
		if _, was := old.(variant.Int); was {
			if i, whole := wholeNumber(after); whole {
				return i, nil
			}
		}
		return variant.Float(after), nil

	case *big.Int:
		if i, ok := wholeNumber(after); ok {
			return i, nil
		}
		return nil, fmt.Errorf("%w: %v", variant.ErrRange, after)

	default:
		return nil, fmt.Errorf("%w: %T", variant.ErrUnsupported, after)
	}
}

// typedArray returns an array. The argument before is the JSON of the old array. An item that is
// equal to an item of this JSON keeps its old value, even at another index.
func typedArray(old variant.Variant, before any, after []any) (variant.Variant, error) {
	was, _ := before.([]any)
	olds := partsOfArray(old)
	if len(olds) != len(was) {
		olds = nil
		was = nil
	}

	out := variant.Array{}
	next := 0 // index of the first item of the old JSON that is not yet used

	for i, item := range after {
		at := slices.IndexFunc(was[next:], func(w any) bool { return reflect.DeepEqual(w, item) })
		if at >= 0 {
			out.Items = append(out.Items, olds[next+at])
			next += at + 1
			continue
		}

		var like variant.Variant
		var likeJSON any

		if i < len(olds) {
			like = olds[i]
			likeJSON = was[i]
		}

		v, err := FromJSON(like, likeJSON, item)
		if err != nil {
			return nil, err
		}

		out.Items = append(out.Items, v)
	}

	if a, same := old.(variant.Array); same {
		a.Items = out.Items
		return a, nil
	}

	if old != nil && isList(old) {
		if v, err := Fit(old, out); err == nil {
			return v, nil
		}
	}

	return out, nil
}

// partsOfArray returns the items of an array.
func partsOfArray(v variant.Variant) (items []variant.Variant) {
	c, ok := v.(variant.Container)
	if !ok {
		return nil
	}

	for _, item := range c.Parts() {
		items = append(items, item)
	}

	return items
}

// typedObject returns the value of a JSON object: a Dictionary, an object of Godot, or a value with
// components.
func typedObject(old variant.Variant, before any, after map[string]any) (variant.Variant, error) {
	was, _ := before.(map[string]any)

	switch old := old.(type) {
	case nil, variant.Dictionary:
		d, _ := old.(variant.Dictionary)
		return typedDictionary(d, was, after)
	case objects.Object:
		return nil, fmt.Errorf("%w: an object of Godot: set changes its properties",
			variant.ErrUnsupported)
	}

	if len(was) == 0 || !slices.Equal(sortedKeys(was), sortedKeys(after)) {
		return typedDictionary(variant.Dictionary{}, nil, after)
	}

	var out variant.Variant = old
	for _, name := range sortedKeys(after) {
		path := variant.Path{{Kind: variant.StepProperty, Name: name}}

		part, err := tree.Lookup(old, path)
		if err != nil {
			return nil, err
		}

		v, err := FromJSON(part, was[name], after[name])
		if err != nil {
			return nil, err
		}

		out, err = tree.Set(out, path, v)
		if err != nil {
			return nil, err
		}
	}

	return out, nil
}

func sortedKeys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }

// typedDictionary returns the Dictionary for the JSON object in the argument after. Keys of the old
// Dictionary keep their type and order. New keys follow in alphabetical order, because objects of
// jq are not ordered.
func typedDictionary(
	old variant.Dictionary, before, after map[string]any,
) (variant.Variant, error) {
	out := old
	out.Pairs = nil

	done := map[string]bool{}

	for _, p := range old.Pairs {
		name, err := JSONKey(p.Key)
		if err != nil {
			return nil, err
		}

		now, ok := after[name]
		if done[name] || !ok {
			continue
		}

		done[name] = true
		v, err := FromJSON(p.Value, before[name], now)
		if err != nil {
			return nil, err
		}

		out.Pairs = append(out.Pairs, variant.Pair{Key: p.Key, Value: v})
	}

	for _, name := range sortedKeys(after) {
		if done[name] {
			continue
		}

		v, err := FromJSON(nil, nil, after[name])
		if err != nil {
			return nil, err
		}

		out.Pairs = append(out.Pairs, variant.Pair{Key: variant.String(name), Value: v})
	}

	return out, nil
}

// JSONKey returns the name of a key in relaxed JSON.
func JSONKey(key variant.Variant) (string, error) {
	switch key := key.(type) {
	case variant.String:
		return string(key), nil
	case variant.StringName:
		return string(key), nil
	}

	one := variant.Dictionary{Pairs: []variant.Pair{{Key: key, Value: variant.Nil{}}}}
	j, err := ToJSON(one)
	if err != nil {
		return "", err
	}

	m, _ := j.(map[string]any)
	for name := range m {
		return name, nil
	}

	return "", fmt.Errorf("%w: a key %s", variant.ErrUnsupported, variant.Text(key))
}
