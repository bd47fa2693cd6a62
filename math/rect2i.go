package math

import (
	"godotvariant/internal/marshal"
	"godotvariant/internal/token"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// Rect2i is an axis-aligned rectangle with int32 components: a corner and a size.
//
// The zero value is the empty rectangle at the origin, as in Godot. A rectangle with a negative
// size has no area and contains nothing; [Rect2i.Abs] returns the same rectangle with a positive
// size.
//
// Arithmetic wraps around at 32 bits as in the engine.
//
// Godot: Rect2i, type ID 8 in Godot 4; Godot 3 has no such type. Payload, the same in single and
// double precision:
//
//	offset  length  type     field
//	     4       4  int32    Position.X
//	     8       4  int32    Position.Y
//	    12       4  int32    Size.X
//	    16       4  int32    Size.Y
type Rect2i struct {
	Position, Size Vector2i
}

var _ variant.Variant = Rect2i{}

// NewRect2i returns the rectangle at (x, y) with the given width and height. Godot: Rect2i(x, y,
// width, height).
func NewRect2i(x, y, width, height int32) Rect2i {
	return Rect2i{Vector2i{x, y}, Vector2i{width, height}}
}

// Rect2iFromPoints returns the smallest rectangle that contains both points.
func Rect2iFromPoints(a, b Vector2i) Rect2i { return Rect2i{Position: a}.Expand(b) }

// Rect2iFromArray returns the rectangle with the position and size in a, X before Y.
func Rect2iFromArray(a [4]int32) Rect2i { return NewRect2i(a[0], a[1], a[2], a[3]) }

// Type returns [variant.TypeRect2i].
func (Rect2i) Type() variant.Type { return variant.TypeRect2i }

// Encode writes the payload; see [variant.Variant].
func (r Rect2i) Encode(w *variant.Writer) error {
	r.Position.write(w)
	r.Size.write(w)
	return w.Err()
}

// Decode reads a payload; see [variant.Variant].
func (Rect2i) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, Rect2i{Position: readVector2i(r), Size: readVector2i(r)})
}

// String returns the rectangle as Godot's constructor text, position and size: Rect2i(1, 2, 3, 4).
func (r Rect2i) String() string {
	return textOfInts("Rect2i", r.Position.X, r.Position.Y, r.Size.X, r.Size.Y)
}

// GoString returns the rectangle as Go source, for %#v.
func (r Rect2i) GoString() string {
	return goStruct("Rect2i", "Position", r.Position.GoString(), "Size", r.Size.GoString())
}

// End returns the corner opposite to Position: Position + Size. Godot: Rect2i.end.
func (r Rect2i) End() Vector2i { return r.Position.Add(r.Size) }

// WithEnd returns r with the size changed so that [Rect2i.End] returns the point end. Godot: r.end
// = end.
func (r Rect2i) WithEnd(end Vector2i) Rect2i { return Rect2i{r.Position, end.Sub(r.Position)} }

// Center returns the center of r. Half of an odd size is truncated towards zero. Godot:
// Rect2i.get_center.
func (r Rect2i) Center() Vector2i { return r.Position.Add(r.Size.Divi(2)) }

// Area returns the width times the height as an int64, even if they are negative. Godot:
// Rect2i.get_area.
func (r Rect2i) Area() int64 { return int64(r.Size.X) * int64(r.Size.Y) }

// HasArea reports whether both width and height are positive. Godot: Rect2i.has_area.
func (r Rect2i) HasArea() bool { return r.Size.X > 0 && r.Size.Y > 0 }

// Abs returns the same rectangle with a non-negative size. Godot: Rect2i.abs.
func (r Rect2i) Abs() Rect2i { return Rect2i{r.Position.Add(r.Size.Mini(0)), r.Size.Abs()} }

// HasPoint reports whether r contains point. The left and top edges belong to r, and the right and
// bottom edges do not. Godot: Rect2i.has_point.
func (r Rect2i) HasPoint(point Vector2i) bool {
	end := r.End()
	return point.X >= r.Position.X && point.Y >= r.Position.Y && point.X < end.X && point.Y < end.Y
}

// Encloses reports whether b is inside r. A rectangle encloses itself. Godot: Rect2i.encloses.
func (r Rect2i) Encloses(b Rect2i) bool {
	end, bEnd := r.End(), b.End()
	return b.Position.X >= r.Position.X && b.Position.Y >= r.Position.Y && bEnd.X <= end.X &&
		bEnd.Y <= end.Y
}

// Intersects reports whether r and b overlap. Rectangles that only touch do not overlap. Godot:
// Rect2i.intersects.
func (r Rect2i) Intersects(b Rect2i) bool {
	end, bEnd := r.End(), b.End()
	return r.Position.X < bEnd.X && end.X > b.Position.X && r.Position.Y < bEnd.Y &&
		end.Y > b.Position.Y
}

// Intersection returns the overlap of r and b, or the zero Rect2i if they do not overlap. Godot:
// Rect2i.intersection.
func (r Rect2i) Intersection(b Rect2i) Rect2i {
	if !r.Intersects(b) {
		return Rect2i{}
	}
	position := r.Position.Max(b.Position)
	return Rect2i{position, r.End().Min(b.End()).Sub(position)}
}

// Merge returns the smallest rectangle that contains r and b. Godot: Rect2i.merge.
func (r Rect2i) Merge(b Rect2i) Rect2i {
	position := r.Position.Min(b.Position)
	return Rect2i{position, r.End().Max(b.End()).Sub(position)}
}

// Expand returns the smallest rectangle that contains r and point. Godot: Rect2i.expand.
func (r Rect2i) Expand(point Vector2i) Rect2i {
	position := r.Position.Min(point)
	return Rect2i{position, r.End().Max(point).Sub(position)}
}

// Grow returns r with all four sides moved outwards by amount. Godot: Rect2i.grow.
func (r Rect2i) Grow(amount int32) Rect2i {
	return r.GrowIndividual(amount, amount, amount, amount)
}

// GrowSide returns r with one side moved outwards by amount. An unknown side changes nothing.
// Godot: Rect2i.grow_side.
func (r Rect2i) GrowSide(side Side, amount int32) Rect2i {
	var by [4]int32 // indexed by Side
	if side < 0 || int(side) >= len(by) {
		return r
	}
	by[side] = amount
	return r.GrowIndividual(by[SideLeft], by[SideTop], by[SideRight], by[SideBottom])
}

// GrowIndividual returns r with each side moved outwards by its own amount. Godot:
// Rect2i.grow_individual.
func (r Rect2i) GrowIndividual(left, top, right, bottom int32) Rect2i {
	return NewRect2i(r.Position.X-left, r.Position.Y-top, r.Size.X+left+right, r.Size.Y+top+bottom)
}

// Array returns the position and the size, X before Y. [Rect2iFromArray] is its inverse.
func (r Rect2i) Array() [4]int32 {
	return [4]int32{r.Position.X, r.Position.Y, r.Size.X, r.Size.Y}
}

// Rect2 returns r with float64 components. Godot: Rect2(Rect2i).
func (r Rect2i) Rect2() Rect2 { return Rect2{r.Position.Vector2(), r.Size.Vector2()} }

// Rect2i returns r with the position and the size truncated towards zero; see [Vector2.Vector2i].
// Godot: Rect2i(Rect2).
func (r Rect2) Rect2i() Rect2i { return Rect2i{r.Position.Vector2i(), r.Size.Vector2i()} }

// ToArgs writes the arguments of the constructor; see [variant.Constructible].
func (r Rect2i) ToArgs(w notation.ArgsWriter) {
	token.PutPart(w, r.Position)
	token.PutPart(w, r.Size)
}

// FromArgs reads the arguments of the constructor; see [variant.Constructible].
func (Rect2i) FromArgs(a notation.Args) variant.Variant {
	c := notation.Int32s(a, 4)
	return Rect2i{Vector2i{c[0], c[1]}, Vector2i{c[2], c[3]}}
}

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (r Rect2i) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (r *Rect2i) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, r) }

// MarshalJSON implements json.Marshaler.
func (r Rect2i) MarshalJSON() ([]byte, error) { return marshal.JSON(r) }

// UnmarshalJSON implements json.Unmarshaler.
func (r *Rect2i) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, r) }
