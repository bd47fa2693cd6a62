// Package math holds Godot's sixteen math types with their whole API: vectors,
// rectangles, transforms, planes, quaternions, boxes, matrices and colors. It needs no
// other package of the library but the small kernel, so a server can use it for its
// own calculations whether or not it talks to a game.
//
// # Import
//
// The package has the name of a package of the standard library. Files that need both
// give this one another name; all examples use the same:
//
//	import gm "godotvariant/math"
//
// [Pi], [Tau], [Inf], [NaN] and the scalar functions of GDScript ([Lerp], [Snapped],
// [Wrapf] and so on) are here too, so that one of the two often is enough.
//
// # Names
//
// Whoever knows the Godot manual knows the names: angle_to_point is
// [Vector2.AngleToPoint], get_center is [Rect2.Center], the static from_angle is
// [Vector2FromAngle], the constant Vector2.UP is [Vector2Up]. Every comment has Godot's
// own name, to search for. Of operators, a + b is a.Add(b), a * b is a.Mul(b), a * 2.0 is
// a.Mulf(2): the suffixes f and i stand for float and int, as in Godot's minf and
// clampi. A transform times a vector is t.Xform(v), a vector times a transform
// t.XformInv(v). a == b is the same in Go; a < b is a.Compare(b) < 0, v[i] is v.At(i). Where
// Godot has default arguments there is one full form, and where it returns null there
// is a second result, ok. A method that reads like a change returns a new value, as in
// Godot.
//
// [V2], [V3] and so on are short for literals.
//
// # Zero values
//
// The zero value of a type has all numbers zero. For vectors, [Rect2], [AABB] and [Plane]
// that is Godot's default too. For these types it is not:
//
//	Transform2D, Basis, Transform3D,    the zero value maps everything to zero;
//	Quaternion, Projection              use Transform2DIdentity and so on
//	Color                               the zero value is transparent black; use RGB(0, 0, 0)
//
// # Columns
//
// X, Y and Z of a [Basis] are its columns, the axes, as a script sees them in b.x, b.y and
// b.z. Constructor text has the rows, and so have packets: Encode and Decode transpose. The
// parts of [Transform2D] and [Projection] are columns everywhere.
//
// # Precision
//
// Components are float64 (of int vectors int32). That holds what single- and
// double-precision builds of the engine send without loss, and a decoded value encodes to
// the same bytes. The functions called Rounded32 return what single precision makes of a
// value: after a round trip in single precision, want.Rounded32() == got.
//
// # Tolerance
//
// IsEqualApprox is Godot's is_equal_approx: relative to the receiver, absolute below 1,
// always less than [Epsilon]. It is not symmetric at its edge and not transitive. == compares
// exactly: 0 equals -0, and NaN equals nothing. For bit-exact equality there is
// variant.Equal.
//
// # What is promised
//
// Results are those of a release build of Godot 4.6: recorded results of 631 operations
// are met within 1e-9 (colors, which the engine computes in single precision, within 1e-6;
// integers, booleans and texts exactly). Nothing panics whatever the numbers: what editors
// refuse with an error message (a slide along a vector that is not normalized) is computed as
// the release build does, and a division of integers by zero gives 0.
//
// Dot and cross products, determinants, squared lengths and transformed vectors never use fused
// multiply-add (that is why their sources write float64(x*y) + z), so that they are the same on
// all platforms. Sines, cosines and powers may
// differ in the last digit between processors, and from a single-precision engine in the
// seventh: a simulation in lockstep with a game is not a supported use.
//
// No method allocates, but for those that return text or slices. Values are plain data and
// may be read from many goroutines. The constants that are variables (structs cannot be
// constants in Go) must not be assigned to.
package math
