package variant

// Type is the canonical type of a value. It is the same in every dialect and is never
// written; a [Dialect] gives each type its ID on the wire. The constants have the
// names of Godot 4.
type Type uint8

// The types of all engines, with the names of Godot 3 where they differ.
const (
	TypeNil Type = iota
	TypeBool
	TypeInt
	TypeFloat // Godot 3: real
	TypeString
	TypeVector2
	TypeVector2i
	TypeRect2
	TypeRect2i
	TypeVector3
	TypeVector3i
	TypeTransform2D
	TypeVector4
	TypeVector4i
	TypePlane
	TypeQuaternion // Godot 3: Quat
	TypeAABB
	TypeBasis
	TypeTransform3D // Godot 3: Transform
	TypeProjection
	TypeColor
	TypeStringName
	TypeNodePath
	TypeRID
	TypeObject
	TypeCallable
	TypeSignal
	TypeDictionary
	TypeArray
	TypePackedByteArray  // Godot 3: PoolByteArray
	TypePackedInt32Array // Godot 3: PoolIntArray
	TypePackedInt64Array
	TypePackedFloat32Array // Godot 3: PoolRealArray
	TypePackedFloat64Array
	TypePackedStringArray  // Godot 3: PoolStringArray
	TypePackedVector2Array // Godot 3: PoolVector2Array
	TypePackedVector3Array // Godot 3: PoolVector3Array
	TypePackedColorArray   // Godot 3: PoolColorArray
	TypePackedVector4Array
	TypePackedVector2iArray // Pandemonium: PoolVector2iArray
	TypePackedVector3iArray // Pandemonium: PoolVector3iArray
	TypePackedVector4iArray // Pandemonium: PoolVector4iArray
	TypeTypedArray          // Pandemonium 5
	TypePackedTypedArray    // Pandemonium 5

	typeCount
)

// TypeCustom is the first number for types of your own: TypeCustom, TypeCustom+1, and so
// on to 254. A codec.Registry gives them IDs.
const TypeCustom Type = 128

// TypeUnsupported marks an ID in the types of a [Dialect] that the dialect names without
// a payload ("16: RID (unsupported)").
const TypeUnsupported Type = 255

// String returns Godot 4's name of the type: "int", "Vector2", "PackedByteArray".
func (t Type) String() string {
	switch {
	case t < typeCount:
		return typeInfos[t].name
	case t >= TypeCustom && t != TypeUnsupported:
		return "custom type " + itoa(int(t-TypeCustom))
	default:
		return "unsupported type"
	}
}

// typeByName returns the built-in type with the name that [Type.String] returns.
func typeByName(name string) (Type, bool) {
	for t := range typeInfos {
		if typeInfos[t].name == name {
			return Type(t), true
		}
	}
	return TypeNil, false
}

// A typeInfo has what Reader and Writer need before the methods of a type run.
type typeInfo struct {
	name string
	// each: the payload is a count and elements of this many floating-point numbers.
	each int
	// wide: the payload has real_t numbers. Their width is in the header or set by
	// the precision.
	wide bool
	// reals and words are the numbers of real_t numbers and 32-bit words in a
	// payload of fixed length. Both are zero if the length varies, or if the type
	// checks it.
	reals, words int
}

var typeInfos = [typeCount]typeInfo{
	TypeNil:                 {name: "Nil"},
	TypeBool:                {name: "bool", words: 1},
	TypeInt:                 {name: "int"},
	TypeFloat:               {name: "float"},
	TypeString:              {name: "String"},
	TypeVector2:             {name: "Vector2", wide: true, reals: 2},
	TypeVector2i:            {name: "Vector2i", words: 2},
	TypeRect2:               {name: "Rect2", wide: true, reals: 4},
	TypeRect2i:              {name: "Rect2i", words: 4},
	TypeVector3:             {name: "Vector3", wide: true, reals: 3},
	TypeVector3i:            {name: "Vector3i", words: 3},
	TypeTransform2D:         {name: "Transform2D", wide: true, reals: 6},
	TypeVector4:             {name: "Vector4", wide: true, reals: 4},
	TypeVector4i:            {name: "Vector4i", words: 4},
	TypePlane:               {name: "Plane", wide: true, reals: 4},
	TypeQuaternion:          {name: "Quaternion", wide: true, reals: 4},
	TypeAABB:                {name: "AABB", wide: true, reals: 6},
	TypeBasis:               {name: "Basis", wide: true, reals: 9},
	TypeTransform3D:         {name: "Transform3D", wide: true, reals: 12},
	TypeProjection:          {name: "Projection", wide: true, reals: 16},
	TypeColor:               {name: "Color", reals: 4},
	TypeStringName:          {name: "StringName"},
	TypeNodePath:            {name: "NodePath"},
	TypeRID:                 {name: "RID"},
	TypeObject:              {name: "Object"},
	TypeCallable:            {name: "Callable"},
	TypeSignal:              {name: "Signal"},
	TypeDictionary:          {name: "Dictionary"},
	TypeArray:               {name: "Array"},
	TypePackedByteArray:     {name: "PackedByteArray"},
	TypePackedInt32Array:    {name: "PackedInt32Array"},
	TypePackedInt64Array:    {name: "PackedInt64Array"},
	TypePackedFloat32Array:  {name: "PackedFloat32Array", each: 1},
	TypePackedFloat64Array:  {name: "PackedFloat64Array", each: 1},
	TypePackedStringArray:   {name: "PackedStringArray"},
	TypePackedVector2Array:  {name: "PackedVector2Array", each: 2, wide: true},
	TypePackedVector3Array:  {name: "PackedVector3Array", each: 3, wide: true},
	TypePackedColorArray:    {name: "PackedColorArray", each: 4},
	TypePackedVector4Array:  {name: "PackedVector4Array", each: 4, wide: true},
	TypePackedVector2iArray: {name: "PackedVector2iArray"},
	TypePackedVector3iArray: {name: "PackedVector3iArray"},
	TypePackedVector4iArray: {name: "PackedVector4iArray"},
	TypeTypedArray:          {name: "TypedArray"},
	TypePackedTypedArray:    {name: "PackedTypedArray"},
}

// isColor reports whether the numbers of the type are colors. Engines always write them
// in single precision; in the published documents they follow the precision.
func (t Type) isColor() bool { return t == TypeColor || t == TypePackedColorArray }

// lacks returns the error of a value of type t, which the dialect does not have. It says what to
// write instead.
func (d *Dialect) lacks(t Type) error {
	why := d.Name + " has no " + t.String()
	switch {
	case t >= TypeCustom:
		why += "; a type of your own needs Options.Registry"
	case t < typeCount && instead[t].text != "":
		why += "; " + instead[t].text
	}
	return Because(ErrUnsupported, why)
}

// A substitute is what comes nearest to a type in a dialect that does not have it.
type substitute struct {
	typ  Type   // TypeNil: nothing comes near
	text string // for errors
}

// instead has the substitutes. codec.Codec.Convert makes them of values.
var instead = [typeCount]substitute{
	TypeVector2i:            {TypeVector2, "a Vector2 comes nearest"},
	TypeRect2i:              {TypeRect2, "a Rect2 comes nearest"},
	TypeVector3i:            {TypeVector3, "a Vector3 comes nearest"},
	TypeVector4:             {TypeArray, "an Array of floats comes nearest"},
	TypeVector4i:            {TypeArray, "an Array of ints comes nearest"},
	TypeProjection:          {TypeArray, "an Array of floats comes nearest"},
	TypeStringName:          {TypeString, "a String comes nearest"},
	TypeRID:                 {TypeInt, "an int comes nearest"},
	TypeObject:              {TypeDictionary, "a Dictionary of its properties comes nearest"},
	TypeCallable:            {TypeNil, "it has no meaning outside its engine"},
	TypeSignal:              {TypeNil, "it has no meaning outside its engine"},
	TypePackedInt64Array:    {TypeArray, "an Array of ints comes nearest, which Marshal makes of a []int64"},
	TypePackedFloat64Array:  {TypeArray, "an Array of floats comes nearest, which Marshal makes of a []float64"},
	TypePackedVector4Array:  {TypeArray, "an Array comes nearest, which Marshal makes of a []math.Vector4"},
	TypePackedVector2iArray: {TypeArray, "an Array comes nearest"},
	TypePackedVector3iArray: {TypeArray, "an Array comes nearest"},
	TypePackedVector4iArray: {TypeArray, "an Array comes nearest"},
	TypeTypedArray:          {TypeArray, "an Array comes nearest"},
	TypePackedTypedArray:    {TypeArray, "an Array comes nearest"},
}

// Instead returns the type that comes nearest to t, TypeNil if none does, and whether t has a
// substitute at all.
func (kernel) Instead(t Type) (Type, bool) {
	if t >= typeCount {
		return TypeNil, false
	}
	return instead[t].typ, instead[t].text != ""
}

// Lacks returns the error of a value of type t, which the format's dialect does not have.
func (kernel) Lacks(f *Format, t Type) error { return f.dialect.lacks(t) }
