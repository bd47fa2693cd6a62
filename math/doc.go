// Package math has Godot's sixteen math types with all their methods: vectors, rectangles,
// transforms, planes, quaternions, boxes, matrices and colors. A server can use it for its own
// calculations without talking to a game:
//
//	position := gm.V3(0, 2, 5)
//	way := position.DirectionTo(target)
//	position = position.Add(way.Mulf(speed * delta))
//
// # Import
//
// The package has the same name as package math of the standard library. Give this one another
// name in files that import both, for example:
//
//	import gm "godotvariant/math"
//
// It imports only package variant of this module, and the packages that variant imports.
//
// The package also has [Pi], [Tau], [Inf], [NaN] and the scalar functions of GDScript ([Lerp],
// [Snapped], [Wrapf] and so on), so that a file often does not need the package math of the
// standard library.
//
// # Names
//
// The names follow Godot's: angle_to_point is [Vector2.AngleToPoint], get_center is [Rect2.Center],
// the static method from_angle is [Vector2FromAngle] and the constant Vector2.UP is [Vector2Up].
// The comment of each function and method gives Godot's own name, so that you can search for it:
//
//	Godot: Vector2.lerp; Godot 3: linear_interpolate.
//
// The second name is the name in Godot 3, if it differs. The words after the second name, such as
// "which is the opposite", say how the result of Godot 3 differs. If the comment does not mention
// Godot 3, the function of Godot 3 has the same name and the same result, or does not exist.
//
// Go has no operators for structs and no default arguments, so some code looks different:
//
//	Godot                   Go
//	a + b, a - b, -a        a.Add(b), a.Sub(b), a.Neg()
//	a * b, a / b, a % b     a.Mul(b), a.Div(b), a.Mod(b)
//	a * 2.0, a * 2          a.Mulf(2); for int vectors also a.Muli(2). The suffixes f and i are
//	                        Godot's own, as in minf and clampi
//	transform * v           t.Xform(v), Godot 3: xform
//	v * transform           t.XformInv(v)
//	a == b                  a == b
//	a < b                   a.Compare(b) < 0
//	v[i], v[i] = x          v.At(i), v = v.With(i, x)
//	a default argument      write each argument; the comment has the default of Godot
//	null as a result        a second result, ok, is false
//	Transform3D(basis, o)   Transform3DFromBasis(basis, o), or a literal
//	Color("#ff8800")        MustColor("#ff8800"); for other text ColorFromString
//
// No method changes its receiver, except for UnmarshalText and UnmarshalJSON: Normalized and With
// return a new value. [V2], [V3] and so on are short forms of literals.
//
// # Zero values
//
// All numbers of a zero value are 0. For vectors, [Rect2], [Rect2i], [AABB] and [Plane] this is
// also the default in Godot, for example of Vector2(). These types have another default in Godot:
//
//	Transform2D, Basis, Transform3D,    the zero value maps everything to zero;
//	Quaternion, Projection              use Transform2DIdentity and so on
//	Color                               the zero value is transparent black; use RGB(0, 0, 0)
//
// # Columns
//
// X, Y and Z of a [Basis] are its columns, the axes, like b.x, b.y and b.z in GDScript.
// Constructor text and packets have the rows, so Encode and Decode transpose. The fields of
// [Transform2D] and [Projection] are columns, in packets and text too.
//
// # Precision
//
// Components are float64; the components of int vectors are int32. In most builds of the engine
// components have single precision, 4 bytes each, and in some double precision, 8 bytes each. A
// float64 holds both, and a decoded value is encoded to the same bytes. The methods called
// Rounded32 round a value to single precision: after a round trip through a single-precision
// packet, want.Rounded32() == got.
//
// # Payloads
//
// A packet is a value as bytes: a header of 4 bytes with the type, and a payload. The
// comment of each type shows its payload as a table. An offset counts from the start of
// the packet, and all numbers are little-endian. Package codec encodes and decodes
// packets.
//
// # Tolerance
//
// IsEqualApprox is Godot's is_equal_approx. The difference must be less than the tolerance, which
// is [Epsilon] times the receiver's component, and at least [Epsilon]. The comparison is neither
// symmetric nor transitive. The operator == compares exactly: 0 is equal to -0, and NaN is not
// equal to any number. variant.Equal compares the bits.
//
// # Text and JSON
//
// String and MarshalText return Godot's constructor text, Vector2(0.1, 1), and UnmarshalText reads
// it. MarshalJSON returns the JSON of Godot's JSON.from_native,
// {"args":[1.0,2.5],"type":"Vector2"}, and UnmarshalJSON reads it.
//
// %#v prints Go source. For a NaN with other bits than [NaN], it prints stdmath.Float64frombits(…),
// where stdmath is Go's own package math.
//
// # Accuracy and speed
//
// Results are the same as in a release build of Godot 4.6. A test compares 631 operations with
// recorded results. Floats differ by at most 1e-9, and integers, booleans and texts are equal.
// Colors differ by at most 1e-6, because the engine computes them in single precision. The editor
// reports an error for some arguments, such as a slide along a vector that is not normalized. For
// these arguments the result is the same as in a release build. Integer division by zero gives 0.
// No function panics, except for [MustColor] with text that is not a color.
//
// Dot and cross products, determinants, squared lengths and transformed vectors never use fused
// multiply-add (the source code writes float64(x*y) + z for this), so they are the same on all
// platforms. Sines, cosines and powers may differ in the last digit between processors. All results
// may differ in the seventh digit from the results of a single-precision engine. So if a server and
// a game compute the same simulation, their results become different.
//
// Only functions and methods that read or return text, or that return slices, allocate memory.
// Values are plain data, so many goroutines may read them. Do not assign to the variables that are
// constants in Godot. They are variables because Go has no struct constants.
package math
