package tree

import (
	"errors"

	"godotvariant/internal/forms"
	"godotvariant/variant"
)

// Set returns v with x as the part at a path, which [Lookup] describes. Set does not change v
// itself. The result shares with v all parts that are not on the path. To share no memory, call
// [Clone] first.
//
//	v, err = tree.Set(v, "player.inventory[0].id", variant.Int(7))
//	v, err = tree.Set(v, "player.transform.origin.x", variant.Float(1.5))
//
// A key of a Dictionary, or a property of an object, that does not exist is added at the end. If
// the index is the index after the last item of an array, or after the last element of a packed
// array, Set appends the value. All parts before the last step must exist. If the last step is a
// key in constructor text, such as [Vector2i(1, 2)], that key must exist too. A [variant.Path] can
// add such a key. The step [key 4] leads to the fifth key itself, and setting it replaces that key.
//
// Set does not convert x. A component of a vector and an element of a packed array must have
// their own type: a Float for position.x, an Int for an item of a PackedInt32Array, a Vector3
// for transform.origin. In a PackedFloat32Array the number is rounded to single precision. The
// empty path leads to v, so the result is x.
//
// The error is an [*variant.Error] whose path ends with the step that failed. Its kind is
// [variant.ErrNotFound] or [variant.ErrWrongType] as in Lookup, [variant.ErrElementType]
// for a typed container, [variant.ErrRange] for an Int that does not fit an element or
// component of 32 bits or less, and [variant.ErrDuplicateKey] for a key that would exist
// twice.
func Set[P PathText](v variant.Variant, path P, x variant.Variant) (variant.Variant, error) {
	steps, err := pathOf(path)
	if err != nil {
		return nil, err
	}
	if len(steps) == 0 {
		return x, nil
	}

	return editAt(variant.OpSet, v, steps, func(e editor, s variant.Step) error {
		err := e.put(s, x)
		if errors.Is(err, variant.ErrNotFound) {
			return e.add(s, -1, x)
		}
		return err
	})
}

// Delete returns v without the key, item, element or property at a path, which [Lookup] describes.
// Delete does not change v itself, which shares its other parts with the result. The step [key 4]
// deletes the whole pair.
//
// The error is an [*variant.Error] whose path ends with the step that failed. Its kind is
// [variant.ErrNotFound] or [variant.ErrWrongType] as in Lookup. A component of a vector
// can't be deleted.
func Delete[P PathText](v variant.Variant, path P) (variant.Variant, error) {
	steps, err := pathOf(path)
	if err != nil {
		return nil, err
	}
	if len(steps) == 0 {
		return nil, variant.NewError(variant.OpDelete, nil, v, variant.Because(variant.ErrNotFound,
			"the empty path is the value itself"))
	}
	return editAt(variant.OpDelete, v, steps, editor.remove)
}

// editAt copies the container to which the last step of p belongs, and calls the function action to
// change the copy. It also copies each container around that container, so that v itself is not
// changed. It returns the copy of v.
func editAt(op variant.Op, v variant.Variant, p variant.Path,
	action func(e editor, s variant.Step) error) (variant.Variant, error) {
	containers := make([]variant.Variant, 0, min(len(p), forms.MaxDepth+1))
	for i, step := range p {
		if i > forms.MaxDepth {
			return nil, variant.NewError(op, p[:i], v, variant.ErrDepth)
		}

		containers = append(containers, v)
		if i < len(p)-1 {
			inner, err := follow(step, v)
			if err != nil {
				return nil, variant.NewError(op, p[:i+1], v, err)
			}
			v = inner
		}
	}

	for i := len(p) - 1; i >= 0; i-- {
		e, err := edit(containers[i], forms.Default)
		if err == nil && i == len(p)-1 {
			err = action(e, p[i])
		} else if err == nil {
			err = e.put(p[i], v)
		}

		if err == nil {
			v, err = e.close()
		}
		if err != nil {
			return nil, variant.NewError(op, p[:i+1], containers[i], err)
		}
	}

	return v, nil
}
