package tree

import (
	"iter"
	"slices"

	"godotvariant/internal/forms"
	"godotvariant/internal/nilsafe"
	"godotvariant/variant"
)

// edit returns an editor of a copy of v.
func edit(v variant.Variant, mode forms.Mode) (editor, error) {
	switch v := pointed(v).(type) {
	case variant.Array:
		return &itemEditor{tail: v.Items, want: elementOf(v.Elem, mode),
			build: func(items []variant.Variant) (variant.Variant, error) {
				v.Items = items
				return v, nil
			}}, nil

	case variant.TypedArray:
		return &itemEditor{tail: v.Items, want: elementOf(&v.Elem, mode),
			build: func(items []variant.Variant) (variant.Variant, error) {
				v.Items = items
				return v, nil
			}}, nil

	case variant.PackedTypedArray:
		return &itemEditor{tail: v.Items, want: elementOf(&v.Elem, mode),
			build: func(items []variant.Variant) (variant.Variant, error) {
				v.Items = items
				return v, nil
			}}, nil

	case variant.Dictionary:
		return &pairEditor{pairs: slices.Clone(v.Pairs),
			key: elementOf(v.Key, mode), value: elementOf(v.Value, mode),
			build: func(pairs []variant.Pair) (variant.Variant, error) {
				v.Pairs = pairs
				return v, nil
			}}, nil
	}

	var e editor
	err := variant.Because(variant.ErrWrongType, "a nil pointer has no parts")
	nilsafe.Guard(v, func() { e, err = editCustom(v) })

	return e, err
}

// editCustom is edit for a value whose type has no case in edit.
func editCustom(v variant.Variant) (editor, error) {
	nilsafe.TypeOf(v) // most nil pointers panic here, and the caller recovers

	switch v := v.(type) {
	case variant.PartSetter:
		return editParts(v), nil

	case variant.Constructible:
		names := componentNames(v.Type())
		if names == nil && !isPacked(v.Type()) {
			break
		}
		build := func(args []variant.Variant) (variant.Variant, error) { return construct(v, args) }
		return &itemEditor{tail: arguments(v), names: names, oneType: true, build: build}, nil
	}

	return nil, variant.Because(variant.ErrWrongType,
		nilsafe.Name(v)+" has no parts that can be changed")
}

// editParts returns an editor of the items or properties of v.
func editParts(v variant.PartSetter) editor {
	parts := partList(v)
	if len(parts) > 0 && parts[0].step.Kind == variant.StepIndex {
		items := make([]variant.Variant, len(parts))
		for i, p := range parts {
			items[i] = p.value
		}

		return &itemEditor{tail: items,
			build: func(items []variant.Variant) (variant.Variant, error) {
				return v.WithParts(variant.Array{Items: items}.Parts())
			}}
	}

	pairs := make([]variant.Pair, len(parts))
	for i, p := range parts {
		pairs[i] = variant.Pair{Key: variant.String(p.step.Name), Value: p.value}
	}

	return &pairEditor{pairs: pairs, names: true,
		build: func(pairs []variant.Pair) (variant.Variant, error) {
			return v.WithParts(propertyParts(pairs))
		}}
}

func propertyParts(pairs []variant.Pair) iter.Seq2[variant.Step, variant.Variant] {
	return func(yield func(variant.Step, variant.Variant) bool) {
		for _, p := range pairs {
			name, _ := keyText(p.Key)
			if !yield(variant.Step{Kind: variant.StepProperty, Name: name}, p.Value) {
				return
			}
		}
	}
}
