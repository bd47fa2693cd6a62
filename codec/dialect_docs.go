package codec

import (
	"strings"

	"godotvariant/variant"
)

// The published pages, to the letter, for data that other readers of them have
// written. In each of them a Basis stands column after column, the bit 31 of a
// container's count is "shared", the texts of a string array end without NUL,
// the old form of a NodePath is a form, and the precision setting widens every
// "Float" field inside of data structures, colours included.
//
// Where a page contradicts itself, its tables are followed and these readings taken:
//   - "The float type itself always uses double precision": its table says
//     otherwise and stands.
//   - In double precision "offset" becomes (offset-4)*2+4. The fields of a
//     packed array follow its 4-byte count without a gap all the same.
//   - "Sub-name count" at offset 4 and "flags" at 8 of a NodePath: they follow
//     the word at offset 4 which that table says before, so they are at 8 and 12.
//   - The count of a PackedInt64Array has length 8, and the elements "8..8+length*8"
//     follow it, from 12 on.
//   - A real array's elements are "Integer" of "32-bits": no Float field, and
//     4 bytes in either precision.

var docsGodot3Types = []variant.Type{
	0:  variant.TypeNil,
	1:  variant.TypeBool,
	2:  variant.TypeInt,
	3:  variant.TypeFloat,
	4:  variant.TypeString,
	5:  variant.TypeVector2,
	6:  variant.TypeRect2,
	7:  variant.TypeVector3,
	8:  variant.TypeTransform2D,
	9:  variant.TypePlane,
	10: variant.TypeQuaternion,
	11: variant.TypeAABB,
	12: variant.TypeBasis,
	13: variant.TypeTransform3D,
	14: variant.TypeColor,
	15: variant.TypeNodePath,
	16: variant.TypeUnsupported,
	17: variant.TypeUnsupported,
	18: variant.TypeDictionary,
	19: variant.TypeArray,
	20: variant.TypePackedByteArray,
	21: variant.TypePackedInt32Array,
	22: variant.TypePackedFloat32Array,
	23: variant.TypePackedStringArray,
	24: variant.TypePackedVector2Array,
	25: variant.TypePackedVector3Array,
	26: variant.TypePackedColorArray,
}

var docsGodot4Types = []variant.Type{
	0:  variant.TypeNil,
	1:  variant.TypeBool,
	2:  variant.TypeInt,
	3:  variant.TypeFloat,
	4:  variant.TypeString,
	5:  variant.TypeVector2,
	6:  variant.TypeRect2,
	7:  variant.TypeVector3,
	8:  variant.TypeTransform2D,
	9:  variant.TypePlane,
	10: variant.TypeQuaternion,
	11: variant.TypeAABB,
	12: variant.TypeBasis,
	13: variant.TypeTransform3D,
	14: variant.TypeColor,
	15: variant.TypeNodePath,
	16: variant.TypeUnsupported,
	17: variant.TypeObject,
	18: variant.TypeDictionary,
	19: variant.TypeArray,
	20: variant.TypePackedByteArray,
	21: variant.TypePackedInt32Array,
	22: variant.TypePackedInt64Array,
	23: variant.TypePackedFloat32Array,
	24: variant.TypePackedFloat64Array,
	25: variant.TypePackedStringArray,
	26: variant.TypePackedVector2Array,
	27: variant.TypePackedVector3Array,
	28: variant.TypePackedColorArray,
}

// DocsGodot32 is the page "Binary serialization API" of Godot 3.2: the header is
// the type and nothing else, an int has 8 bytes, a float 4.
var DocsGodot32 = &variant.Dialect{
	Name:         "DocsGodot32",
	Types:        docsGodot3Types,
	IDMask:       0xFFFFFFFF,
	Int:          variant.IntPlain64,
	Float:        variant.FloatPlain32,
	Real:         variant.RealSetting,
	WideColor:    true,
	BasisColumns: true,
	SharedBit:    true,
	OldNodePath:  true,
	Fallback:     textNames,
}

// DocsGodot3 is the page of Godot 3.5: the lower half of the header is the type,
// the upper has the flag for 64-bit int and float.
var DocsGodot3 = &variant.Dialect{
	Name:         "DocsGodot3",
	Types:        docsGodot3Types,
	IDMask:       0xFFFF,
	Real:         variant.RealSetting,
	WideColor:    true,
	BasisColumns: true,
	SharedBit:    true,
	OldNodePath:  true,
	Fallback:     textNames,
}

// DocsGodot4 is the page of Godot 4.2, whose numbers no engine has ever used: 0
// to 28, objects as null, ID or full. Type 14, whose name the list leaves out,
// is the Color of the section "14".
var DocsGodot4 = &variant.Dialect{
	Name:              "DocsGodot4",
	Types:             docsGodot4Types,
	IDMask:            0xFFFF,
	Real:              variant.RealSetting,
	Object:            variant.ObjectBySetting,
	WideColor:         true,
	BasisColumns:      true,
	SharedBit:         true,
	OldNodePath:       true,
	Int64ArrayCount64: true,
	Fallback:          textNames,
}

// DocsPandemonium is the page of Pandemonium, that of Godot 3.5 in English.
var DocsPandemonium = &variant.Dialect{
	Name:         "DocsPandemonium",
	Types:        docsGodot3Types,
	IDMask:       0xFFFF,
	Real:         variant.RealSetting,
	WideColor:    true,
	BasisColumns: true,
	SharedBit:    true,
	OldNodePath:  true,
	Fallback:     textNames,
}

// Dialects returns all dialects of this package, engines first, newest first.
func Dialects() []*variant.Dialect {
	return []*variant.Dialect{
		Godot4, Godot43, Godot40, Godot3, Godot30,
		Pandemonium5, Pandemonium38, Pandemonium35,
		DocsGodot32, DocsGodot3, DocsGodot4, DocsPandemonium,
	}
}

// DialectByName returns the dialect of a name in any case, as "godot3", or nil.
func DialectByName(name string) *variant.Dialect {
	for _, d := range Dialects() {
		if strings.EqualFold(d.Name, name) {
			return d
		}
	}
	return nil
}
