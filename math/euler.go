package math

import "math"

// EulerOrder is the order in which the three rotations of Euler angles are multiplied. With
// [EulerOrderYXZ] the rotation about Z is applied first, then X, then Y. Godot: EulerOrder.
type EulerOrder int

// Functions treat an unknown order as EulerOrderYXZ, Godot's default.
const (
	EulerOrderXYZ EulerOrder = 0 // Godot: EULER_ORDER_XYZ
	EulerOrderXZY EulerOrder = 1 // Godot: EULER_ORDER_XZY
	EulerOrderYXZ EulerOrder = 2 // Godot: EULER_ORDER_YXZ
	EulerOrderYZX EulerOrder = 3 // Godot: EULER_ORDER_YZX
	EulerOrderZXY EulerOrder = 4 // Godot: EULER_ORDER_ZXY
	EulerOrderZYX EulerOrder = 5 // Godot: EULER_ORDER_ZYX
)

// String returns the three letters of the order: YXZ.
func (o EulerOrder) String() string {
	names := [...]string{"XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"}
	if o < 0 || int(o) >= len(names) {
		return "EulerOrder(unknown)"
	}
	return names[o]
}

// An eulerRule says how the angles of an order are computed from the numbers of a basis. The fields
// firstAxis, middleAxis and lastAxis are the axes of the order from left to right. The field sign
// is 1 if these axes are in cyclic order X, Y, Z, and -1 otherwise.
//
// If the middle angle is a quarter turn, the basis determines only the sum or difference of the
// other two angles. Then the engine uses the whole angle for the axis in the field polar, and 0 for
// the other axis. It computes the angle from a sine and a cosine in the basis. If the basis also
// scales, the result depends on which numbers are used.
type eulerRule struct {
	firstAxis, middleAxis, lastAxis int

	sign         float64
	polar        int     // at a quarter turn: axis that gets the whole angle
	sine, cosine [2]int  // row and column of the sine and of the cosine in the basis
	up, down     float64 // factors of the sine, for the middle angles Pi/2 and -Pi/2
	single       bool    // a rotation about only the middle axis is from -Pi to Pi
}

var eulerRules = [...]eulerRule{
	EulerOrderXYZ: {0, 1, 2, +1, 0, [2]int{2, 1}, [2]int{1, 1}, +1, +1, true},
	EulerOrderXZY: {0, 2, 1, -1, 0, [2]int{1, 2}, [2]int{2, 2}, -1, -1, false},
	EulerOrderYXZ: {1, 0, 2, -1, 1, [2]int{0, 1}, [2]int{0, 0}, +1, -1, true},
	EulerOrderYZX: {1, 2, 0, +1, 0, [2]int{2, 1}, [2]int{2, 2}, +1, +1, false},
	EulerOrderZXY: {2, 0, 1, +1, 1, [2]int{0, 2}, [2]int{0, 0}, +1, +1, false},
	EulerOrderZYX: {2, 1, 0, -1, 2, [2]int{0, 1}, [2]int{1, 1}, -1, -1, false},
}

func (o EulerOrder) rule() *eulerRule {
	if o < 0 || int(o) >= len(eulerRules) {
		o = EulerOrderYXZ
	}
	return &eulerRules[o]
}

// angles returns the Euler angles of b.
func (e *eulerRule) angles(b Basis) Vector3 {
	const quarter = 1 - Epsilon
	sine := e.sign * b.element(e.firstAxis, e.lastAxis)
	switch {
	case sine >= quarter:
		return e.atPole(b, Pi/2, e.up)
	case sine <= -quarter:
		return e.atPole(b, -Pi/2, e.down)

	case e.single && e.turnsOnlyMiddle(b):
		angle := math.Atan2(sine, b.element(e.firstAxis, e.firstAxis))
		return Vector3{}.With(e.middleAxis, angle)
	}

	var angles Vector3
	angles = angles.With(e.firstAxis, math.Atan2(-e.sign*b.element(e.middleAxis, e.lastAxis),
		b.element(e.lastAxis, e.lastAxis)))
	angles = angles.With(e.middleAxis, asin(sine))

	return angles.With(e.lastAxis, math.Atan2(-e.sign*b.element(e.firstAxis, e.middleAxis),
		b.element(e.firstAxis, e.firstAxis)))
}

// atPole returns the angles if the middle angle is a quarter turn.
func (e *eulerRule) atPole(b Basis, middle, sign float64) Vector3 {
	angle := math.Atan2(sign*b.element(e.sine[0], e.sine[1]), b.element(e.cosine[0], e.cosine[1]))
	return Vector3{}.With(e.middleAxis, middle).With(e.polar, angle)
}

// turnsOnlyMiddle reports whether b rotates about the middle axis only.
func (e *eulerRule) turnsOnlyMiddle(b Basis) bool {
	return b.element(e.middleAxis, e.middleAxis) == 1 &&
		b.element(e.firstAxis, e.middleAxis) == 0 && b.element(e.middleAxis, e.firstAxis) == 0 &&
		b.element(e.lastAxis, e.middleAxis) == 0 && b.element(e.middleAxis, e.lastAxis) == 0
}

// BasisFromEuler returns the rotation by three Euler angles in radians, multiplied in the given
// order. Godot: Basis.from_euler (default order: [EulerOrderYXZ]); Godot 3: Basis(euler).
func BasisFromEuler(euler Vector3, order EulerOrder) Basis {
	rule := order.rule()
	b := axisTurn(rule.firstAxis, euler.At(rule.firstAxis))
	b = b.Mul(axisTurn(rule.middleAxis, euler.At(rule.middleAxis)))
	return b.Mul(axisTurn(rule.lastAxis, euler.At(rule.lastAxis)))
}

// Euler returns the Euler angles of b in radians: for every order, X of the vector is the angle
// about the X axis, and so on. The basis b must be a pure rotation. [BasisFromEuler] is the
// inverse.
//
// The angles are from -Pi to Pi. The angle about the middle axis of the order is only from -Pi/2 to
// Pi/2; at these limits one of the other two angles is 0. There is an exception: if the order is
// XYZ or YXZ, and b is a rotation about the middle axis alone, this angle is from -Pi to Pi. Godot:
// Basis.get_euler (default order: [EulerOrderYXZ]).
func (b Basis) Euler(order EulerOrder) Vector3 { return order.rule().angles(b) }

// axisTurn returns the rotation about the axis with the given index.
func axisTurn(axis int, angle float64) Basis {
	sin, cos := math.Sincos(angle)
	switch axis {
	case Vector3AxisX:
		return Basis{Vector3{1, 0, 0}, Vector3{0, cos, sin}, Vector3{0, -sin, cos}}
	case Vector3AxisY:
		return Basis{Vector3{cos, 0, -sin}, Vector3{0, 1, 0}, Vector3{sin, 0, cos}}
	}

	return Basis{Vector3{cos, sin, 0}, Vector3{-sin, cos, 0}, Vector3{0, 0, 1}}
}
