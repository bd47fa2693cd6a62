package edit

import (
	"godotvariant/cmd/internal/values"
	"godotvariant/math"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// counterparts has a zero value for each vector and rectangle type. For a type with float
// components, it is the zero of the type with int components, and the other way round.
var counterparts = map[variant.Type]variant.Variant{
	variant.TypeVector2: math.Vector2i{}, variant.TypeVector2i: math.Vector2{},
	variant.TypeVector3: math.Vector3i{}, variant.TypeVector3i: math.Vector3{},
	variant.TypeVector4: math.Vector4i{}, variant.TypeVector4i: math.Vector4{},
	variant.TypeRect2: math.Rect2i{}, variant.TypeRect2i: math.Rect2{},
}

// counterpart converts a vector or rectangle with float components to the type with int components,
// or the other way round. The argument wanted is this type. The second result is false if v can't
// be converted to it, or if a component can't be converted exactly.
func counterpart(v variant.Variant, wanted variant.Type) (variant.Variant, bool) {
	zero, ok := counterparts[v.Type()]
	if !ok || zero.Type() != wanted {
		return nil, false
	}

	components := values.Components(v)
	for i, old := range values.Components(zero) {
		components[i].Value, ok = asNumber(components[i].Value, old.Value.Type())
		if !ok {
			return nil, false
		}
	}

	out, err := withComponents(zero, components)
	return out, err == nil
}

// withComponents returns v with other components. The components must have the right types.
func withComponents(
	v variant.Variant, components []values.Component,
) (_ variant.Variant, err error) {
	for _, c := range components {
		v, err = tree.Set(v, c.Name, c.Value)
		if err != nil {
			return nil, err
		}
	}
	return v, nil
}
