package objects

import "godotvariant/variant"

// The Equal methods of all types are the function [variant.Equal], for packages that compare Go
// values and look for such a method, as go-cmp does.

// Equal is the function [variant.Equal] of id and other.
func (id RID) Equal(other variant.Variant) bool { return variant.Equal(id, other) }

// Equal is the function [variant.Equal] of c and other.
func (c Callable) Equal(other variant.Variant) bool { return variant.Equal(c, other) }

// Equal is the function [variant.Equal] of s and other.
func (s Signal) Equal(other variant.Variant) bool { return variant.Equal(s, other) }

// Equal is the function [variant.Equal] of p and other.
func (p NodePath) Equal(other variant.Variant) bool { return variant.Equal(p, other) }

// Equal is the function [variant.Equal] of o and other.
func (o Object) Equal(other variant.Variant) bool { return variant.Equal(o, other) }
