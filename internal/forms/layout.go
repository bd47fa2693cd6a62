package forms

import (
	"godotvariant/internal/fault"
	"godotvariant/variant/dialect"
)

const TypeCount = dialect.TypePackedTypedArray + 1

// Bit positions of the element kinds in the header of a container. Each kind has two bits.
const (
	FlagElem         = 16 // kind of the items of an Array
	FlagKey          = 16 // kind of the keys of a Dictionary
	FlagValue        = 18 // kind of the values of a Dictionary
	KindMask  uint32 = 3
)

// A Layout has the facts about a type's payload that Reader and Writer need before they call the
// type's methods.
type Layout struct {
	// Each is the number of floating-point numbers in an element, if the payload is a count and
	// elements. Otherwise it is 0.
	Each int
	// Wide is true if the payload has real_t numbers. The header or the precision says their width.
	Wide bool
	// Reals and Words count the real_t numbers and the 32-bit words in a payload of fixed length.
	// Both are 0 if the length varies, or if the type itself checks the length.
	Reals, Words int
}

var layouts = [TypeCount]Layout{
	dialect.TypeBool:               {Words: 1},
	dialect.TypeVector2:            {Wide: true, Reals: 2},
	dialect.TypeVector2i:           {Words: 2},
	dialect.TypeRect2:              {Wide: true, Reals: 4},
	dialect.TypeRect2i:             {Words: 4},
	dialect.TypeVector3:            {Wide: true, Reals: 3},
	dialect.TypeVector3i:           {Words: 3},
	dialect.TypeTransform2D:        {Wide: true, Reals: 6},
	dialect.TypeVector4:            {Wide: true, Reals: 4},
	dialect.TypeVector4i:           {Words: 4},
	dialect.TypePlane:              {Wide: true, Reals: 4},
	dialect.TypeQuaternion:         {Wide: true, Reals: 4},
	dialect.TypeAABB:               {Wide: true, Reals: 6},
	dialect.TypeBasis:              {Wide: true, Reals: 9},
	dialect.TypeTransform3D:        {Wide: true, Reals: 12},
	dialect.TypeProjection:         {Wide: true, Reals: 16},
	dialect.TypeColor:              {Reals: 4},
	dialect.TypePackedFloat32Array: {Each: 1},
	dialect.TypePackedFloat64Array: {Each: 1},
	dialect.TypePackedVector2Array: {Each: 2, Wide: true},
	dialect.TypePackedVector3Array: {Each: 3, Wide: true},
	dialect.TypePackedColorArray:   {Each: 4},
	dialect.TypePackedVector4Array: {Each: 4, Wide: true},
}

// isColor reports whether the numbers of the type are colors. Engines always write colors in single
// precision. In the dialects of documentation pages, colors have the precision of the format.
func isColor(t dialect.Type) bool {
	return t == dialect.TypeColor || t == dialect.TypePackedColorArray
}

// Lacks returns the error for a value of type t that is written in a dialect without this type. The
// error says what to write instead.
func Lacks(d *dialect.Dialect, t dialect.Type) error {
	why := d.Name() + " has no " + t.String()
	switch {
	case t >= dialect.TypeCustom:
		why += "; a type of your own needs Options.Registry"
	case t < TypeCount && instead[t].text != "":
		why += "; " + instead[t].text
	}

	return fault.Because(fault.ErrUnsupported, why)
}

// A substitute is the most similar type for a type that a dialect does not have.
type substitute struct {
	typ  dialect.Type // dialect.TypeNil if no type is similar
	text string       // text for errors
}

// instead has the substitute of each type that some dialects lack. The function convert.Value
// converts values to this substitute.
var instead = [TypeCount]substitute{
	dialect.TypeVector2i:   {dialect.TypeVector2, "a Vector2 comes nearest"},
	dialect.TypeRect2i:     {dialect.TypeRect2, "a Rect2 comes nearest"},
	dialect.TypeVector3i:   {dialect.TypeVector3, "a Vector3 comes nearest"},
	dialect.TypeVector4:    {dialect.TypeArray, "an Array of floats comes nearest"},
	dialect.TypeVector4i:   {dialect.TypeArray, "an Array of ints comes nearest"},
	dialect.TypeProjection: {dialect.TypeArray, "an Array of floats comes nearest"},
	dialect.TypeStringName: {dialect.TypeString, "a String comes nearest"},
	dialect.TypeRID:        {dialect.TypeInt, "an int comes nearest"},
	dialect.TypeObject: {dialect.TypeDictionary,
		"a Dictionary of its properties comes nearest"},
	dialect.TypeCallable: {dialect.TypeNil, "it has no meaning outside its engine"},
	dialect.TypeSignal:   {dialect.TypeNil, "it has no meaning outside its engine"},
	dialect.TypePackedInt64Array: {dialect.TypeArray,
		"an Array of ints comes nearest, which Marshal makes of a []int64"},
	dialect.TypePackedFloat64Array: {dialect.TypeArray,
		"an Array of floats comes nearest, which Marshal makes of a []float64"},
	dialect.TypePackedVector4Array: {dialect.TypeArray,
		"an Array comes nearest, which Marshal makes of a []math.Vector4"},
	dialect.TypePackedVector2iArray: {dialect.TypeArray, "an Array comes nearest"},
	dialect.TypePackedVector3iArray: {dialect.TypeArray, "an Array comes nearest"},
	dialect.TypePackedVector4iArray: {dialect.TypeArray, "an Array comes nearest"},
	dialect.TypeTypedArray:          {dialect.TypeArray, "an Array comes nearest"},
	dialect.TypePackedTypedArray:    {dialect.TypeArray, "an Array comes nearest"},
}

// Instead returns the substitute for t, or dialect.TypeNil if no type is similar. The second result
// is false if t is not in the table of substitutes.
func Instead(t dialect.Type) (dialect.Type, bool) {
	if t >= TypeCount {
		return dialect.TypeNil, false
	}
	return instead[t].typ, instead[t].text != ""
}

// flagsOf returns the flags that a packet of type t may have.
func flagsOf(d *dialect.Spec, t dialect.Type) uint32 {
	switch {
	case t == dialect.TypeInt && d.Int != dialect.IntPlain64,
		t == dialect.TypeFloat && d.Float != dialect.FloatPlain32,
		t == dialect.TypeObject && d.Object == dialect.ObjectFlagged,
		t == dialect.TypeTypedArray, t == dialect.TypePackedTypedArray,
		t < TypeCount && layouts[t].Wide && d.Real == dialect.RealFlagged:
		return dialect.Flag64

	case t == dialect.TypeArray && d.TypedArrays:
		return KindMask << FlagElem
	case t == dialect.TypeDictionary && d.TypedDictionaries:
		return KindMask<<FlagKey | KindMask<<FlagValue
	default:
		return 0
	}
}

// widthOf returns the size of each real_t number in a packet of type t in precision p. It is for
// packets whose header does not contain the size.
func widthOf(d *dialect.Spec, t dialect.Type, p dialect.Precision) uint8 {
	wide := t < TypeCount && layouts[t].Wide || isColor(t) && d.WideColor
	if wide && p == dialect.Double && d.Real != dialect.RealSingle {
		return 8
	}
	return 4
}

// LayoutOf returns the layout of a type. It returns the zero Layout for a type that checks its
// payload itself.
func LayoutOf(t dialect.Type) Layout {
	if t >= TypeCount {
		return Layout{}
	}
	return layouts[t]
}

// Accepts reports whether a container accepts an item of type t in a mode. The argument elem is the
// element type of the container. In lenient mode the container also accepts types that the engine
// converts to elem.
func Accepts(elem, t dialect.Type, mode Mode) bool {
	switch {
	case elem == t, elem == dialect.TypeObject && t == dialect.TypeNil:
		return true
	case mode != Lenient:
		return false

	default:
		return elem == dialect.TypeFloat && t == dialect.TypeInt ||
			elem == dialect.TypeString && t == dialect.TypeStringName ||
			elem == dialect.TypeStringName && t == dialect.TypeString
	}
}
