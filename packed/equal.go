package packed

import "godotvariant/variant"

// The Equal methods of all types are the function [variant.Equal], for packages that compare Go
// values and look for such a method, as go-cmp does.

// Equal is the function [variant.Equal] of a and other.
func (a PackedVector2iArray) Equal(other variant.Variant) bool { return variant.Equal(a, other) }

// Equal is the function [variant.Equal] of a and other.
func (a PackedVector3iArray) Equal(other variant.Variant) bool { return variant.Equal(a, other) }

// Equal is the function [variant.Equal] of a and other.
func (a PackedVector4iArray) Equal(other variant.Variant) bool { return variant.Equal(a, other) }

// Equal is the function [variant.Equal] of a and other.
func (a PackedByteArray) Equal(other variant.Variant) bool { return variant.Equal(a, other) }

// Equal is the function [variant.Equal] of a and other.
func (a PackedInt32Array) Equal(other variant.Variant) bool { return variant.Equal(a, other) }

// Equal is the function [variant.Equal] of a and other.
func (a PackedInt64Array) Equal(other variant.Variant) bool { return variant.Equal(a, other) }

// Equal is the function [variant.Equal] of a and other.
func (a PackedFloat32Array) Equal(other variant.Variant) bool { return variant.Equal(a, other) }

// Equal is the function [variant.Equal] of a and other.
func (a PackedFloat64Array) Equal(other variant.Variant) bool { return variant.Equal(a, other) }

// Equal is the function [variant.Equal] of a and other.
func (a PackedStringArray) Equal(other variant.Variant) bool { return variant.Equal(a, other) }

// Equal is the function [variant.Equal] of a and other.
func (a PackedVector2Array) Equal(other variant.Variant) bool { return variant.Equal(a, other) }

// Equal is the function [variant.Equal] of a and other.
func (a PackedVector3Array) Equal(other variant.Variant) bool { return variant.Equal(a, other) }

// Equal is the function [variant.Equal] of a and other.
func (a PackedVector4Array) Equal(other variant.Variant) bool { return variant.Equal(a, other) }

// Equal is the function [variant.Equal] of a and other.
func (a PackedColorArray) Equal(other variant.Variant) bool { return variant.Equal(a, other) }
