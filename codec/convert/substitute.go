package convert

import (
	"godotvariant/codec/internal/components"
	"godotvariant/internal/token"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/variant"
)

// This file replaces the values whose types the dialect does not have.

// substitute returns the value that is nearest to v and has the type newType. It returns nil if
// there is no such value.
func substitute(v variant.Variant, newType variant.Type) variant.Variant {
	switch v := v.(type) {
	case variant.StringName:
		return variant.String(v)
	case objects.RID:
		return variant.Int(v)
	case variant.TypedArray:
		return variant.Array{Items: v.Items, Elem: &v.Elem}
	case variant.PackedTypedArray:
		return variant.Array{Items: v.Items, Elem: &v.Elem}
	}

	c, ok := v.(variant.Constructible)
	if !ok {
		return nil
	}

	switch n := components.Numbers(v); {
	case newType == variant.TypeNil:
		return variant.Nil{}
	case newType == variant.TypeArray:
		var a argumentList
		c.ToArgs(&a)
		return variant.NewArray(a...)

	case newType == variant.TypeVector2 && len(n) == 2:
		return math.V2(n[0], n[1])
	case newType == variant.TypeVector3 && len(n) == 3:
		return math.V3(n[0], n[1], n[2])
	case newType == variant.TypeRect2 && len(n) == 4:
		return math.Rect2{Position: math.V2(n[0], n[1]), Size: math.V2(n[2], n[3])}
	}

	return nil
}

// An argumentList collects the arguments of a value as Variants: its numbers and texts, and the
// elements of a packed array.
type argumentList []variant.Variant

var _ token.PartsWriter = (*argumentList)(nil)

func (l *argumentList) RowMajor() bool { return false }
func (l *argumentList) Real(f float64) { *l = append(*l, variant.Float(f)) }
func (l *argumentList) Int(i int64)    { *l = append(*l, variant.Int(i)) }
func (l *argumentList) Uint(u uint64)  { *l = append(*l, variant.Int(u)) }
func (l *argumentList) Text(s string)  { *l = append(*l, variant.String(s)) }
func (l *argumentList) Part(v any)     { v.(variant.Constructible).ToArgs(l) }

func (l *argumentList) Parts(n int, at func(i int) any) {
	for i := range n {
		*l = append(*l, at(i).(variant.Variant))
	}
}
