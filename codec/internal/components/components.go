// Package components lists the numbers of vectors, matrices, colors and packed arrays, and the
// names of these numbers.
package components

import (
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// Numbers returns the numbers in the text form of v, such as Vector2(1, 2), in the order of the
// text. The numbers of a Basis come row by row.
func Numbers(v variant.Variant) []float64 { return collect(v, list{rows: true, ints: true}) }

// Names returns the names of the components of a type of package math, in the order in which JSON
// has them. For a packed array it returns the names for one element. It returns nil for other
// types.
func Names(t variant.Type) []string { return namesOf[t] }

// Floats returns the names of the components of v, and the components in the order of these names.
// It leaves out components that are integers. The argument v is a value of package math or a packed
// array of such values. The numbers of a Basis come axis by axis. Floats returns nothing for other
// types.
func Floats(v variant.Variant) (names []string, numbers []float64) {
	if c, ok := v.(variant.Constructible); ok {
		names = namesOf[c.Type()]
	}
	if names != nil {
		numbers = collect(v, list{})
	}
	return names, numbers
}

// IsArray reports whether t is a packed array with elements of package math.
func IsArray(t variant.Type) bool { return t >= variant.TypePackedByteArray && namesOf[t] != nil }

// Names of components in GDScript.
var (
	namesXY          = []string{"x", "y"}
	namesXYZ         = []string{"x", "y", "z"}
	namesXYZW        = []string{"x", "y", "z", "w"}
	namesColor       = []string{"r", "g", "b", "a"}
	namesRect2       = []string{"position.x", "position.y", "size.x", "size.y"}
	namesTransform2D = []string{"x.x", "x.y", "y.x", "y.y", "origin.x", "origin.y"}
	namesPlane       = []string{"normal.x", "normal.y", "normal.z", "d"}
	namesAABB        = []string{"position.x", "position.y", "position.z", "size.x", "size.y",
		"size.z"}
	namesBasis       = []string{"x.x", "x.y", "x.z", "y.x", "y.y", "y.z", "z.x", "z.y", "z.z"}
	namesTransform3D = []string{
		"basis.x.x", "basis.x.y", "basis.x.z", "basis.y.x", "basis.y.y", "basis.y.z",
		"basis.z.x", "basis.z.y", "basis.z.z", "origin.x", "origin.y", "origin.z",
	}
	namesProjection = []string{
		"x.x", "x.y", "x.z", "x.w", "y.x", "y.y", "y.z", "y.w",
		"z.x", "z.y", "z.z", "z.w", "w.x", "w.y", "w.z", "w.w",
	}
)

var namesOf = map[variant.Type][]string{
	variant.TypeVector2:             namesXY,
	variant.TypeVector2i:            namesXY,
	variant.TypeRect2:               namesRect2,
	variant.TypeRect2i:              namesRect2,
	variant.TypeVector3:             namesXYZ,
	variant.TypeVector3i:            namesXYZ,
	variant.TypeTransform2D:         namesTransform2D,
	variant.TypeVector4:             namesXYZW,
	variant.TypeVector4i:            namesXYZW,
	variant.TypePlane:               namesPlane,
	variant.TypeQuaternion:          namesXYZW,
	variant.TypeAABB:                namesAABB,
	variant.TypeBasis:               namesBasis,
	variant.TypeTransform3D:         namesTransform3D,
	variant.TypeProjection:          namesProjection,
	variant.TypeColor:               namesColor,
	variant.TypePackedVector2Array:  namesXY,
	variant.TypePackedVector3Array:  namesXYZ,
	variant.TypePackedVector4Array:  namesXYZW,
	variant.TypePackedColorArray:    namesColor,
	variant.TypePackedVector2iArray: namesXY,
	variant.TypePackedVector3iArray: namesXYZ,
	variant.TypePackedVector4iArray: namesXYZW,
}

func collect(v variant.Variant, l list) []float64 {
	if c, ok := v.(variant.Constructible); ok {
		c.ToArgs(&l)
	}
	return l.numbers
}

// A list collects the numbers among the constructor arguments of a value.
type list struct {
	numbers    []float64
	rows, ints bool // rows: a Basis comes row by row; ints: integers are collected too
}

var _ notation.ArgsWriter = (*list)(nil)

func (l *list) RowMajor() bool { return l.rows }

func (l *list) Real(f float64) { l.numbers = append(l.numbers, f) }

func (l *list) Int(i int64) {
	if l.ints {
		l.numbers = append(l.numbers, float64(i))
	}
}

func (l *list) Uint(u uint64) {
	if l.ints {
		l.numbers = append(l.numbers, float64(u))
	}
}

func (l *list) Text(string) {}
