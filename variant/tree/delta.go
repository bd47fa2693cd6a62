package tree

import "godotvariant/variant"

// Delta returns the changes as an Array, for servers that send only changes. About twelve lines of
// GDScript can apply it. Each item is one of these:
//
//	[path, value]        set the part at the path
//	[path]               remove it
//	[path, value, true]  insert an item in an Array, before the item at the path
//
// A path is an Array of keys and indices, such as ["players", 3, "at"]; the empty path leads to the
// value itself. examples/deltas has the lines for Godot 3 and 4, and [ApplyDelta] is the same in
// Go. Neither these lines nor ApplyDelta compare old values. So the receiver of a delta must have
// the value that was the first argument of Diff.
//
// A new key becomes the last key. Use DiffOptions.AnyKeyOrder, so that a different order of keys is
// not a change. Godot 3 compares Dictionaries by reference, so keys that are Dictionaries are only
// for Godot 4. The error is an [*variant.Error] of kind variant.ErrUnsupported for a path through
// the properties of an object.
func (p Patch) Delta() (variant.Array, error) {
	delta := variant.Array{Items: make([]variant.Variant, 0, len(p))}
	for _, c := range p {
		path, err := keysOf(c.Path)
		if err != nil {
			return variant.Array{}, err
		}

		change := variant.NewArray(path)
		if c.Kind != Removed {
			change.Items = append(change.Items, c.New)
		}
		if c.Kind == Added && c.Path[len(c.Path)-1].Kind == variant.StepIndex {
			change.Items = append(change.Items, variant.Bool(true))
		}

		delta.Items = append(delta.Items, change)
	}

	return delta, nil
}

// keysOf returns the path as an Array of keys and indices, for a delta.
func keysOf(p variant.Path) (variant.Array, error) {
	keys := variant.Array{Items: make([]variant.Variant, len(p))}
	for i, s := range p {
		switch s.Kind {
		case variant.StepIndex:
			keys.Items[i] = variant.Int(s.Index)
		case variant.StepKey:
			keys.Items[i] = s.Key
		default:
			return keys, variant.NewError(variant.OpPatch, p[:i+1], nil,
				variant.Because(variant.ErrUnsupported,
					"a delta has paths through arrays and dictionaries only"))
		}
	}

	return keys, nil
}

// ApplyDelta returns v with the changes of a [Patch.Delta]. v is not changed, and shares memory
// with the result. If one change does not fit, ApplyDelta returns only an error. The error is an
// [*variant.Error], of the kinds of [Set] and [Delete], and variant.ErrWrongType for an Array that
// is not a delta.
func ApplyDelta(v variant.Variant, delta variant.Array) (variant.Variant, error) {
	for i, item := range delta.Items {
		change, ok := item.(variant.Array)
		n := len(change.Items)
		if !ok || n < 1 || n > 3 {
			return nil, notDelta(i)
		}

		keys, ok := change.Items[0].(variant.Array)
		if !ok || n != 2 && len(keys.Items) == 0 {
			return nil, notDelta(i)
		}

		path, err := pathOfKeys(v, keys)
		if err != nil {
			return nil, err
		}

		switch n {
		case 1:
			v, err = Delete(v, path)
		case 2:
			v, err = Set(v, path, change.Items[1])
		case 3:
			v, err = insert(v, path, change.Items[1])
		}

		if err != nil {
			return nil, err
		}
	}

	return v, nil
}

// notDelta returns the error for an Array that is not a delta, because its item i is not a change.
func notDelta(i int) error {
	path := variant.Path{{Kind: variant.StepIndex, Index: i}}
	return variant.NewError(variant.OpPatch, path, nil, variant.Because(variant.ErrWrongType,
		"a change is [path], [path, value] or [path, value, true]"))
}

// pathOfKeys returns the path into v that has these keys and indices.
func pathOfKeys(v variant.Variant, keys variant.Array) (variant.Path, error) {
	path := make(variant.Path, 0, len(keys.Items))
	for i, key := range keys.Items {
		step := variant.Step{Kind: variant.StepKey, Key: key}
		if _, isDictionary := v.(variant.Dictionary); !isDictionary {
			index, ok := key.(variant.Int)
			if !ok {
				const why = "the path leads through an Array, so this key must be an int"
				return nil, variant.NewError(variant.OpPatch, append(path, step), nil,
					variant.Because(variant.ErrWrongType, why))
			}
			step = variant.Step{Kind: variant.StepIndex, Index: int(index)}
		}

		path = append(path, step)
		if i == len(keys.Items)-1 {
			break
		}

		var err error
		v, err = follow(step, v)
		if err != nil {
			return nil, variant.NewError(variant.OpPatch, path, nil, err)
		}
	}

	return path, nil
}

// insert adds x before the item to which the path leads.
func insert(v variant.Variant, path variant.Path, x variant.Variant) (variant.Variant, error) {
	return editAt(variant.OpPatch, v, path, func(e editor, s variant.Step) error {
		if s.Kind != variant.StepIndex {
			return variant.Because(variant.ErrWrongType, "only items of an Array can be inserted")
		}
		return e.add(s, 0, x)
	})
}
