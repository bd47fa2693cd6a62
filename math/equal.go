package math

import "godotvariant/variant"

// The Equal methods of all types are the function [variant.Equal], for packages that compare Go
// values and look for such a method, as go-cmp does.

// Equal is the function [variant.Equal] of a and other.
func (a AABB) Equal(other variant.Variant) bool { return variant.Equal(a, other) }

// Equal is the function [variant.Equal] of b and other.
func (b Basis) Equal(other variant.Variant) bool { return variant.Equal(b, other) }

// Equal is the function [variant.Equal] of c and other.
func (c Color) Equal(other variant.Variant) bool { return variant.Equal(c, other) }

// Equal is the function [variant.Equal] of p and other.
func (p Plane) Equal(other variant.Variant) bool { return variant.Equal(p, other) }

// Equal is the function [variant.Equal] of p and other.
func (p Projection) Equal(other variant.Variant) bool { return variant.Equal(p, other) }

// Equal is the function [variant.Equal] of q and other.
func (q Quaternion) Equal(other variant.Variant) bool { return variant.Equal(q, other) }

// Equal is the function [variant.Equal] of r and other.
func (r Rect2) Equal(other variant.Variant) bool { return variant.Equal(r, other) }

// Equal is the function [variant.Equal] of r and other.
func (r Rect2i) Equal(other variant.Variant) bool { return variant.Equal(r, other) }

// Equal is the function [variant.Equal] of t and other.
func (t Transform2D) Equal(other variant.Variant) bool { return variant.Equal(t, other) }

// Equal is the function [variant.Equal] of t and other.
func (t Transform3D) Equal(other variant.Variant) bool { return variant.Equal(t, other) }

// Equal is the function [variant.Equal] of v and other.
func (v Vector2) Equal(other variant.Variant) bool { return variant.Equal(v, other) }

// Equal is the function [variant.Equal] of v and other.
func (v Vector2i) Equal(other variant.Variant) bool { return variant.Equal(v, other) }

// Equal is the function [variant.Equal] of v and other.
func (v Vector3) Equal(other variant.Variant) bool { return variant.Equal(v, other) }

// Equal is the function [variant.Equal] of v and other.
func (v Vector3i) Equal(other variant.Variant) bool { return variant.Equal(v, other) }

// Equal is the function [variant.Equal] of v and other.
func (v Vector4) Equal(other variant.Variant) bool { return variant.Equal(v, other) }

// Equal is the function [variant.Equal] of v and other.
func (v Vector4i) Equal(other variant.Variant) bool { return variant.Equal(v, other) }
