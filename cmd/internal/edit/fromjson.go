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

// FromJSON converts JSON to a value. The argument oldJSON is the JSON of the old value. The
// argument newJSON is what a program has made from this JSON. Parts that the program has not
// changed keep their old values. If oldJSON is nil, all parts are new.
func FromJSON(old variant.Variant, oldJSON, newJSON any) (variant.Variant, error) {
	if old != nil && reflect.DeepEqual(oldJSON, newJSON) {
		return old, nil
	}

	switch newJSON := newJSON.(type) {
	case []any:
		return typedArray(old, oldJSON, newJSON)
	case map[string]any:
		return typedObject(old, oldJSON, newJSON)
	}

	v, err := typedScalar(old, newJSON)
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
func typedScalar(old variant.Variant, newJSON any) (variant.Variant, error) {
	switch newJSON := newJSON.(type) {
	case nil:
		return variant.Nil{}, nil
	case bool:
		return variant.Bool(newJSON), nil
	case string:
		return variant.String(newJSON), nil
	case int:
		return variant.Int(newJSON), nil

	case float64:
		if _, was := old.(variant.Int); was {
			if i, whole := wholeNumber(newJSON); whole {
				return i, nil
			}
		}
		return variant.Float(newJSON), nil

	case *big.Int:
		if i, ok := wholeNumber(newJSON); ok {
			return i, nil
		}
		return nil, fmt.Errorf("%w: %v", variant.ErrRange, newJSON)

	default:
		return nil, fmt.Errorf("%w: %T", variant.ErrUnsupported, newJSON)
	}
}

// typedArray returns an array. The argument oldJSON is the JSON of the old array. An item that is
// equal to an item of this JSON keeps its old value, even at another index.
func typedArray(old variant.Variant, oldJSON any, newJSON []any) (variant.Variant, error) {
	was, _ := oldJSON.([]any)
	olds := partsOfArray(old)
	if len(olds) != len(was) {
		olds = nil
		was = nil
	}

	out := variant.Array{}
	next := 0 // index of the first item of the old JSON that is not yet used

	for i, item := range newJSON {
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
func typedObject(
	old variant.Variant, oldJSON any, newJSON map[string]any,
) (variant.Variant, error) {
	was, _ := oldJSON.(map[string]any)

	switch old := old.(type) {
	case nil, variant.Dictionary:
		d, _ := old.(variant.Dictionary)
		return typedDictionary(d, was, newJSON)
	case objects.Object:
		return nil, fmt.Errorf("%w: an object of Godot: set changes its properties",
			variant.ErrUnsupported)
	}

	if len(was) == 0 || !slices.Equal(sortedKeys(was), sortedKeys(newJSON)) {
		return typedDictionary(variant.Dictionary{}, nil, newJSON)
	}

	var out variant.Variant = old
	for _, name := range sortedKeys(newJSON) {
		path := variant.Path{{Kind: variant.StepProperty, Name: name}}

		part, err := tree.Lookup(old, path)
		if err != nil {
			return nil, err
		}

		v, err := FromJSON(part, was[name], newJSON[name])
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

// typedDictionary returns the Dictionary for the JSON object newJSON. Keys of the old Dictionary
// keep their type and order. New keys follow in alphabetical order, because objects of jq are not
// ordered.
func typedDictionary(
	old variant.Dictionary, oldJSON, newJSON map[string]any,
) (variant.Variant, error) {
	out := old
	out.Pairs = nil

	done := map[string]bool{}

	for _, p := range old.Pairs {
		name, err := JSONKey(p.Key)
		if err != nil {
			return nil, err
		}

		now, ok := newJSON[name]
		if done[name] || !ok {
			continue
		}

		done[name] = true
		v, err := FromJSON(p.Value, oldJSON[name], now)
		if err != nil {
			return nil, err
		}

		out.Pairs = append(out.Pairs, variant.Pair{Key: p.Key, Value: v})
	}

	for _, name := range sortedKeys(newJSON) {
		if done[name] {
			continue
		}

		v, err := FromJSON(nil, nil, newJSON[name])
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
