package math

import (
	"godotvariant/internal/marshal"
	"godotvariant/internal/token"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// Rect2 is an axis-aligned rectangle with float64 components: a corner and a size.
//
// The zero value is the empty rectangle at the origin, as in Godot. A rectangle with a negative
// size has no area and contains nothing; [Rect2.Abs] returns the same rectangle with a positive
// size.
//
// Godot: Rect2, type ID 7 in Godot 4, 6 in Godot 3. Payload in single precision:
//
//	offset  length  type     field
//	     4       4  float    Position.X
//	     8       4  float    Position.Y
//	    12       4  float    Size.X
//	    16       4  float    Size.Y
//
// In double precision each float takes 8 bytes, 32 in all.
type Rect2 struct {
	Position, Size Vector2
}

var _ variant.Variant = Rect2{}

// Side is a side of a rectangle, for [Rect2.GrowSide]. Godot: Side; Godot 3: Margin.
type Side int

// The sides of a rectangle.
const (
	SideLeft   Side = 0 // Godot: SIDE_LEFT; Godot 3: MARGIN_LEFT
	SideTop    Side = 1 // Godot: SIDE_TOP; Godot 3: MARGIN_TOP
	SideRight  Side = 2 // Godot: SIDE_RIGHT; Godot 3: MARGIN_RIGHT
	SideBottom Side = 3 // Godot: SIDE_BOTTOM; Godot 3: MARGIN_BOTTOM
)

// NewRect2 returns the rectangle at (x, y) with the given width and height. Godot: Rect2(x, y,
// width, height).
func NewRect2(x, y, width, height float64) Rect2 {
	return Rect2{Vector2{x, y}, Vector2{width, height}}
}

// Rect2FromPoints returns the smallest rectangle that contains both points.
func Rect2FromPoints(a, b Vector2) Rect2 { return Rect2{Position: a}.Expand(b) }

// Rect2FromArray returns the rectangle with the position and size in a, X before Y.
func Rect2FromArray(a [4]float64) Rect2 { return NewRect2(a[0], a[1], a[2], a[3]) }

// Type returns [variant.TypeRect2].
func (Rect2) Type() variant.Type { return variant.TypeRect2 }

// Encode writes the payload; see [variant.Variant].
func (r Rect2) Encode(w *variant.Writer) error {
	r.Position.Encode(w)
	r.Size.Encode(w)
	return w.Err()
}

// Decode reads a payload; see [variant.Variant].
func (Rect2) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, Rect2{Position: readVector2(r), Size: readVector2(r)})
}

// String returns the rectangle as Godot's constructor text, position and size: Rect2(1, 2, 3.5, 4).
func (r Rect2) String() string {
	return textOf("Rect2", r.Position.X, r.Position.Y, r.Size.X, r.Size.Y)
}

// GoString returns the rectangle as Go source, for %#v.
func (r Rect2) GoString() string {
	return goStruct("Rect2", "Position", r.Position.GoString(), "Size", r.Size.GoString())
}

// End returns the corner opposite to Position: Position + Size. Godot: Rect2.end.
func (r Rect2) End() Vector2 { return r.Position.Add(r.Size) }

// WithEnd returns r with the size changed so that [Rect2.End] returns the point end. Godot: r.end =
// end.
func (r Rect2) WithEnd(end Vector2) Rect2 { return Rect2{r.Position, end.Sub(r.Position)} }

// Center returns the center of r. Godot: Rect2.get_center.
func (r Rect2) Center() Vector2 { return r.Position.Add(r.Size.Mulf(0.5)) }

// Area returns the width times the height, even if they are negative. Godot: Rect2.get_area.
func (r Rect2) Area() float64 { return r.Size.X * r.Size.Y }

// HasArea reports whether both width and height are positive. Godot: Rect2.has_area; Godot 3:
// has_no_area, which is the opposite.
func (r Rect2) HasArea() bool { return r.Size.X > 0 && r.Size.Y > 0 }

// Abs returns the same rectangle with a non-negative size. Godot: Rect2.abs.
func (r Rect2) Abs() Rect2 { return Rect2{r.Position.Add(r.Size.Minf(0)), r.Size.Abs()} }

// HasPoint reports whether r contains point. The left and top edges belong to r, and the right and
// bottom edges do not. A coordinate that is NaN counts as inside. Godot: Rect2.has_point.
func (r Rect2) HasPoint(point Vector2) bool {
	end := r.End()
	return !(point.X < r.Position.X || point.Y < r.Position.Y || point.X >= end.X ||
		point.Y >= end.Y)
}

// Encloses reports whether b is inside r. A rectangle encloses itself. Godot: Rect2.encloses.
func (r Rect2) Encloses(b Rect2) bool {
	end, bEnd := r.End(), b.End()
	return b.Position.X >= r.Position.X && b.Position.Y >= r.Position.Y && bEnd.X <= end.X &&
		bEnd.Y <= end.Y
}

// Intersects reports whether r and b overlap. Rectangles that only touch overlap if includeBorders
// is set. A comparison with NaN counts as an overlap. Godot: Rect2.intersects.
func (r Rect2) Intersects(b Rect2, includeBorders bool) bool {
	end, bEnd := r.End(), b.End()
	if includeBorders {
		return !(r.Position.X > bEnd.X || end.X < b.Position.X || r.Position.Y > bEnd.Y ||
			end.Y < b.Position.Y)
	}
	return !(r.Position.X >= bEnd.X || end.X <= b.Position.X || r.Position.Y >= bEnd.Y ||
		end.Y <= b.Position.Y)
}

// Intersection returns the overlap of r and b, or the zero Rect2 if they do not overlap. Godot:
// Rect2.intersection; Godot 3: clip.
func (r Rect2) Intersection(b Rect2) Rect2 {
	if !r.Intersects(b, false) {
		return Rect2{}
	}
	position := r.Position.Max(b.Position)
	return Rect2{position, r.End().Min(b.End()).Sub(position)}
}

// Merge returns the smallest rectangle that contains r and b. Godot: Rect2.merge.
func (r Rect2) Merge(b Rect2) Rect2 {
	position := r.Position.Min(b.Position)
	return Rect2{position, r.End().Max(b.End()).Sub(position)}
}

// Expand returns the smallest rectangle that contains r and point. Godot: Rect2.expand.
func (r Rect2) Expand(point Vector2) Rect2 {
	position := r.Position.Min(point)
	return Rect2{position, r.End().Max(point).Sub(position)}
}

// Grow returns r with all four sides moved outwards by amount. Godot: Rect2.grow.
func (r Rect2) Grow(amount float64) Rect2 {
	return r.GrowIndividual(amount, amount, amount, amount)
}

// GrowSide returns r with one side moved outwards by amount. An unknown side changes nothing.
// Godot: Rect2.grow_side; Godot 3: grow_margin.
func (r Rect2) GrowSide(side Side, amount float64) Rect2 {
	var by [4]float64 // indexed by Side
	if side < 0 || int(side) >= len(by) {
		return r
	}
	by[side] = amount
	return r.GrowIndividual(by[SideLeft], by[SideTop], by[SideRight], by[SideBottom])
}

// GrowIndividual returns r with each side moved outwards by its own amount. Godot:
// Rect2.grow_individual.
func (r Rect2) GrowIndividual(left, top, right, bottom float64) Rect2 {
	return NewRect2(r.Position.X-left, r.Position.Y-top, r.Size.X+left+right, r.Size.Y+top+bottom)
}

// Support returns the corner of r that is furthest in the given direction. Godot:
// Rect2.get_support.
func (r Rect2) Support(direction Vector2) Vector2 {
	support := r.Position
	if direction.X > 0 {
		support.X += r.Size.X
	}
	if direction.Y > 0 {
		support.Y += r.Size.Y
	}

	return support
}

// IsEqualApprox reports whether each number of r approximately equals the same number of b; see
// [IsEqualApprox]. Godot: Rect2.is_equal_approx.
func (r Rect2) IsEqualApprox(b Rect2) bool {
	return r.Position.IsEqualApprox(b.Position) && r.Size.IsEqualApprox(b.Size)
}

// IsFinite reports whether no number of r is infinite or NaN. Godot: Rect2.is_finite.
func (r Rect2) IsFinite() bool { return r.Position.IsFinite() && r.Size.IsFinite() }

// Array returns the position and the size, X before Y. [Rect2FromArray] is its inverse.
func (r Rect2) Array() [4]float64 {
	return [4]float64{r.Position.X, r.Position.Y, r.Size.X, r.Size.Y}
}

// Rounded32 returns r with each number rounded to single precision: the value after a round trip
// through a single-precision packet.
func (r Rect2) Rounded32() Rect2 { return Rect2{r.Position.Rounded32(), r.Size.Rounded32()} }

// mapped returns the smallest rectangle that contains f(p) for every corner p of r.
func (r Rect2) mapped(f func(Vector2) Vector2) Rect2 {
	end := r.End()
	lo := f(r.Position)

	hi := lo
	for _, corner := range [...]Vector2{{end.X, r.Position.Y}, {r.Position.X, end.Y}, end} {
		p := f(corner)
		lo = lo.Min(p)
		hi = hi.Max(p)
	}

	return Rect2{lo, hi.Sub(lo)}
}

// ToArgs writes the arguments of the constructor; see [variant.Constructible].
func (r Rect2) ToArgs(w notation.ArgsWriter) {
	token.PutPart(w, r.Position)
	token.PutPart(w, r.Size)
}

// FromArgs reads the arguments of the constructor; see [variant.Constructible].
func (Rect2) FromArgs(a notation.Args) variant.Variant {
	c := notation.Reals(a, 4)
	return Rect2{Vector2{c[0], c[1]}, Vector2{c[2], c[3]}}
}

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (r Rect2) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (r *Rect2) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, r) }

// MarshalJSON implements json.Marshaler.
func (r Rect2) MarshalJSON() ([]byte, error) { return marshal.JSON(r) }

// UnmarshalJSON implements json.Unmarshaler.
func (r *Rect2) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, r) }
