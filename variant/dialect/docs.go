package dialect

import (
	"slices"
)

// The dialects of the published pages follow the pages to the letter. They are for data from
// programs that were written after the pages. In all of these dialects a Basis is written column by
// column, bit 31 of a container's count is "shared", the texts of a string array end without NUL,
// the old form of a NodePath is accepted, and the precision setting widens every "Float" field
// inside other values, also in colors.
//
// Where a page contradicts itself, its tables are followed, with these readings:
//   - "The float type itself always uses double precision": the table of float says
//     otherwise and is followed.
//   - In double precision "offset" becomes (offset-4)*2+4. The fields of a packed array
//     follow its 4-byte count without a gap all the same.
//   - The table of NodePath has "Sub-name count" at offset 4 and "flags" at 8. They
//     follow the word at offset 4 of the table before it, so they are at 8 and 12.
//   - The count of a PackedInt64Array has length 8, and the elements "8..8+length*8"
//     follow it, from offset 12 on.
//   - The elements of a real array are "Integer" of "32-bits". They are not Float fields, so they
//     have 4 bytes in either precision.

// docsGodot3Types are the types of Godot 3 without RID and Object, which the pages do not describe.
var docsGodot3Types = slices.Replace(slices.Clone(godot3Types), 16, 18, TypeUnsupported,
	TypeUnsupported)

var docsGodot4Types = []Type{
	0:  TypeNil,
	1:  TypeBool,
	2:  TypeInt,
	3:  TypeFloat,
	4:  TypeString,
	5:  TypeVector2,
	6:  TypeRect2,
	7:  TypeVector3,
	8:  TypeTransform2D,
	9:  TypePlane,
	10: TypeQuaternion,
	11: TypeAABB,
	12: TypeBasis,
	13: TypeTransform3D,
	14: TypeColor,
	15: TypeNodePath,
	16: TypeUnsupported,
	17: TypeObject,
	18: TypeDictionary,
	19: TypeArray,
	20: TypePackedByteArray,
	21: TypePackedInt32Array,
	22: TypePackedInt64Array,
	23: TypePackedFloat32Array,
	24: TypePackedFloat64Array,
	25: TypePackedStringArray,
	26: TypePackedVector2Array,
	27: TypePackedVector3Array,
	28: TypePackedColorArray,
}

// DocsGodot32 follows the page "Binary serialization API" of Godot 3.2: the header has no
// flags, an int has 8 bytes, and a float has 4.
var DocsGodot32 = &Dialect{
	Name:         "DocsGodot32",
	Types:        docsGodot3Types,
	IDMask:       0xFFFFFFFF,
	Int:          IntPlain64,
	Float:        FloatPlain32,
	Real:         RealSetting,
	WideColor:    true,
	BasisColumns: true,
	Keys:         KeysByReference,
	SharedBit:    true,
	OldNodePath:  true,
	Fallback:     textNames,
}

// DocsGodot3 follows the page "Binary serialization API" of Godot 3.5: the lower half of the header
// is the type, and the upper half has the flag for 64-bit int and float.
var DocsGodot3 = &Dialect{
	Name:         "DocsGodot3",
	Types:        docsGodot3Types,
	IDMask:       0xFFFF,
	Real:         RealSetting,
	WideColor:    true,
	BasisColumns: true,
	Keys:         KeysByReference,
	SharedBit:    true,
	OldNodePath:  true,
	Fallback:     textNames,
}

// DocsGodot4 follows the page "Binary serialization API" of Godot 4.2. No engine uses its type IDs,
// 0 to 28. An object is null, an ID or a full object. The page's list of types has no name for 14;
// here it is Color, as in the section "14" of the page.
var DocsGodot4 = &Dialect{
	Name:              "DocsGodot4",
	Types:             docsGodot4Types,
	IDMask:            0xFFFF,
	Real:              RealSetting,
	Object:            ObjectBySetting,
	WideColor:         true,
	BasisColumns:      true,
	SharedBit:         true,
	OldNodePath:       true,
	Int64ArrayCount64: true,
	Fallback:          textNames,
}

// DocsPandemonium follows the page "Binary serialization API" of Pandemonium, which describes the
// same format as the page of Godot 3.5.
var DocsPandemonium = &Dialect{
	Name:         "DocsPandemonium",
	Types:        docsGodot3Types,
	IDMask:       0xFFFF,
	Real:         RealSetting,
	WideColor:    true,
	BasisColumns: true,
	Keys:         KeysByReference,
	SharedBit:    true,
	OldNodePath:  true,
	Fallback:     textNames,
}
