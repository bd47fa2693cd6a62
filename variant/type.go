package variant

import (
	"godotvariant/variant/dialect"
)

// Type is the canonical type of a value: a number that is the same in every dialect and is never
// written. Its method String returns the name in Godot 4. It is [dialect.Type], and dialect.ByName
// finds the type of a name.
type Type = dialect.Type

// The types of all engines. If a type has another name in Godot 3 or in Pandemonium, a comment has
// this name. Only Pandemonium 5 has the types with the comment "Pandemonium 5".
const (
	TypeNil                 = dialect.TypeNil
	TypeBool                = dialect.TypeBool
	TypeInt                 = dialect.TypeInt
	TypeFloat               = dialect.TypeFloat // Godot 3: real
	TypeString              = dialect.TypeString
	TypeVector2             = dialect.TypeVector2
	TypeVector2i            = dialect.TypeVector2i
	TypeRect2               = dialect.TypeRect2
	TypeRect2i              = dialect.TypeRect2i
	TypeVector3             = dialect.TypeVector3
	TypeVector3i            = dialect.TypeVector3i
	TypeTransform2D         = dialect.TypeTransform2D
	TypeVector4             = dialect.TypeVector4
	TypeVector4i            = dialect.TypeVector4i
	TypePlane               = dialect.TypePlane
	TypeQuaternion          = dialect.TypeQuaternion // Godot 3: Quat
	TypeAABB                = dialect.TypeAABB
	TypeBasis               = dialect.TypeBasis
	TypeTransform3D         = dialect.TypeTransform3D // Godot 3: Transform
	TypeProjection          = dialect.TypeProjection
	TypeColor               = dialect.TypeColor
	TypeStringName          = dialect.TypeStringName
	TypeNodePath            = dialect.TypeNodePath
	TypeRID                 = dialect.TypeRID
	TypeObject              = dialect.TypeObject
	TypeCallable            = dialect.TypeCallable
	TypeSignal              = dialect.TypeSignal
	TypeDictionary          = dialect.TypeDictionary
	TypeArray               = dialect.TypeArray
	TypePackedByteArray     = dialect.TypePackedByteArray  // Godot 3: PoolByteArray
	TypePackedInt32Array    = dialect.TypePackedInt32Array // Godot 3: PoolIntArray
	TypePackedInt64Array    = dialect.TypePackedInt64Array
	TypePackedFloat32Array  = dialect.TypePackedFloat32Array // Godot 3: PoolRealArray
	TypePackedFloat64Array  = dialect.TypePackedFloat64Array
	TypePackedStringArray   = dialect.TypePackedStringArray  // Godot 3: PoolStringArray
	TypePackedVector2Array  = dialect.TypePackedVector2Array // Godot 3: PoolVector2Array
	TypePackedVector3Array  = dialect.TypePackedVector3Array // Godot 3: PoolVector3Array
	TypePackedColorArray    = dialect.TypePackedColorArray   // Godot 3: PoolColorArray
	TypePackedVector4Array  = dialect.TypePackedVector4Array
	TypePackedVector2iArray = dialect.TypePackedVector2iArray // Pandemonium: PoolVector2iArray
	TypePackedVector3iArray = dialect.TypePackedVector3iArray // Pandemonium: PoolVector3iArray
	TypePackedVector4iArray = dialect.TypePackedVector4iArray // Pandemonium: PoolVector4iArray
	TypeTypedArray          = dialect.TypeTypedArray          // Pandemonium 5
	TypePackedTypedArray    = dialect.TypePackedTypedArray    // Pandemonium 5

	// TypeCustom is the first number for types of your own: TypeCustom, TypeCustom+1, and so
	// on to 254. A codec.Registry gives them IDs.
	TypeCustom = dialect.TypeCustom
	// TypeUnsupported marks an ID that a [Dialect] has without a payload, such as "16: RID
	// (unsupported)".
	TypeUnsupported = dialect.TypeUnsupported
)

// Dialect is a wire format: of one family of engines, such as codec.Godot3, or of one page of an
// engine's documentation, such as codec.DocsGodot3. It has no fields and never changes. Its methods
// are Name, Family, Spec, String and GoString: Spec returns a dialect.Spec, whose fields describe
// the format. It is [dialect.Dialect], and dialect.New makes your own dialect.
type Dialect = dialect.Dialect

// Precision is the width of the components of vectors and similar types: Single, the zero value,
// means 4 bytes, and Double means 8 bytes (Godot: real_t). Its method String returns "single" or
// "double". It is [dialect.Precision].
type Precision = dialect.Precision

// The precisions of engines. Most games have Single.
const (
	Single = dialect.Single
	Double = dialect.Double
)

const (
	// Flag64 marks 8-byte numbers, and an object that is only an instance ID.
	Flag64 = dialect.Flag64
)
