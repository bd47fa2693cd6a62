package edit

import (
	"slices"

	"godotvariant/cmd/internal/values"
	"godotvariant/codec"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// add returns the change that adds a value at a place without a value. If the value around the
// place is a dictionary, the argument position is the index of the new pair, or -1 for the end.
func (r Reader) add(place Place, position int, v variant.Variant) (tree.Change, error) {
	v, err := r.partOf(place.Around, v)
	if err != nil {
		return tree.Change{}, err
	}

	path := place.Path
	if d, ok := place.Around.(variant.Dictionary); ok && d.Key != nil {
		key, err := fitPart(d.Key, keyOf(place.step()))
		if err != nil {
			return tree.Change{}, err
		}

		path = slices.Clone(path)
		path[len(path)-1] = variant.Step{Kind: variant.StepKey, Key: key}
	}

	return tree.Change{Kind: tree.Added, Path: path, Position: position, New: v}, nil
}

// keyOf returns the key, the index or the property name of a step, as a value.
func keyOf(step variant.Step) variant.Variant {
	switch step.Kind {
	case variant.StepIndex:
		return variant.Int(step.Index)
	case variant.StepProperty:
		return variant.String(step.Name)
	default:
		return values.OrNil(step.Key)
	}
}

// partOf converts v to a part of the value outer, with the type and precision in which the engine
// of the file stores this part.
func (r Reader) partOf(outer, v variant.Variant) (variant.Variant, error) {
	v, err := fitAround(outer, v)
	if f, ok := v.(variant.Float); ok && r.isSingle(outer) {
		return variant.Float(float32(f)), err
	}
	return v, err
}

// inPlace is like partOf, for a place that has a value. It fails if the place can't hold v. An
// example is an integer of more than 32 bits in a Vector2i.
func (r Reader) inPlace(place Place, v variant.Variant) (variant.Variant, error) {
	v, err := r.partOf(place.Around, v)
	if _, isVector := place.Around.(variant.Constructible); err != nil || !isVector {
		return v, err
	}

	if !isList(place.Around) {
		_, err = tree.Set(place.Around, variant.Path{place.step()}, v)
	}

	return v, err
}

// isSingle reports whether the numbers in a value have single precision in the file.
func (r Reader) isSingle(outer variant.Variant) bool {
	switch outer.(type) {
	case nil, variant.Container, packed.PackedFloat64Array:
		return false
	case packed.PackedFloat32Array:
		return true
	default:
		return r.codec.Options().Precision == codec.Single
	}
}

// TextAt returns the text of the value v. The argument outer is the container of v. A number in
// single precision has the fewest digits that single precision needs.
func (r Reader) TextAt(outer, v variant.Variant) string {
	f, ok := v.(variant.Float)
	if ok && r.isSingle(outer) && variant.Float(float32(f)) == f {
		return variant.Text(v)
	}
	return r.Text(v)
}
