package dialects

import (
	"slices"

	"godotvariant/variant/dialect"
)

// The dialects of the documentation pages follow the text of the pages exactly. They are for data
// from programs that were written according to the pages. All of these dialects have five rules in
// common:
//   - A Basis is written column by column.
//   - Bit 31 of a container's count is the flag "shared".
//   - The texts of a string array end without NUL.
//   - The old form of a NodePath is accepted.
//   - In double precision every "Float" field inside other values has 8 bytes, also in colors.
//
// If a page contradicts itself, these dialects follow its tables, with these interpretations:
//   - "The float type itself always uses double precision": the table of float contradicts this
//     sentence, and these dialects follow the table.
//   - In double precision "offset" becomes (offset-4)*2+4. The fields of a packed array still
//     follow its 4-byte count without a gap.
//   - The table of NodePath has "Sub-name count" at offset 4 and "flags" at 8. But these two fields
//     come after the word at offset 4 of the previous table, so they are at 8 and 12.
//   - The count of a PackedInt64Array has length 8, and the elements "8..8+length*8"
//     follow it, from offset 12 on.
//   - The elements of a real array are "Integer" of "32-bits". These elements are not Float fields,
//     so they have 4 bytes in either precision.

// docsGodot3Types are the types of Godot 3 without RID and Object, which the pages do not describe.
var docsGodot3Types = slices.Replace(slices.Clone(godot3Types), 16, 18, dialect.TypeUnsupported,
	dialect.TypeUnsupported)

var docsGodot4Types = []dialect.Type{
	0:  dialect.TypeNil,
	1:  dialect.TypeBool,
	2:  dialect.TypeInt,
	3:  dialect.TypeFloat,
	4:  dialect.TypeString,
	5:  dialect.TypeVector2,
	6:  dialect.TypeRect2,
	7:  dialect.TypeVector3,
	8:  dialect.TypeTransform2D,
	9:  dialect.TypePlane,
	10: dialect.TypeQuaternion,
	11: dialect.TypeAABB,
	12: dialect.TypeBasis,
	13: dialect.TypeTransform3D,
	14: dialect.TypeColor,
	15: dialect.TypeNodePath,
	16: dialect.TypeUnsupported,
	17: dialect.TypeObject,
	18: dialect.TypeDictionary,
	19: dialect.TypeArray,
	20: dialect.TypePackedByteArray,
	21: dialect.TypePackedInt32Array,
	22: dialect.TypePackedInt64Array,
	23: dialect.TypePackedFloat32Array,
	24: dialect.TypePackedFloat64Array,
	25: dialect.TypePackedStringArray,
	26: dialect.TypePackedVector2Array,
	27: dialect.TypePackedVector3Array,
	28: dialect.TypePackedColorArray,
}

// DocsGodot32 is documented in package codec.
var DocsGodot32 = dialect.MustNew(dialect.Spec{
	Name:         "DocsGodot32",
	Family:       dialect.FamilyGodot3,
	Document:     true,
	Types:        docsGodot3Types,
	IDMask:       0xFFFFFFFF,
	Int:          dialect.IntPlain64,
	Float:        dialect.FloatPlain32,
	Real:         dialect.RealSetting,
	WideColor:    true,
	BasisColumns: true,
	Keys:         dialect.KeysByReference,
	SharedBit:    true,
	OldNodePath:  true,
	Fallback:     textNames,
})

// DocsGodot3 is documented in package codec.
var DocsGodot3 = dialect.MustNew(dialect.Spec{
	Name:         "DocsGodot3",
	Family:       dialect.FamilyGodot3,
	Document:     true,
	Types:        docsGodot3Types,
	IDMask:       0xFFFF,
	Real:         dialect.RealSetting,
	WideColor:    true,
	BasisColumns: true,
	Keys:         dialect.KeysByReference,
	SharedBit:    true,
	OldNodePath:  true,
	Fallback:     textNames,
})

// DocsGodot4 is documented in package codec.
var DocsGodot4 = dialect.MustNew(dialect.Spec{
	Name:              "DocsGodot4",
	Family:            dialect.FamilyGodot4,
	Document:          true,
	Types:             docsGodot4Types,
	IDMask:            0xFFFF,
	Real:              dialect.RealSetting,
	Object:            dialect.ObjectBySetting,
	WideColor:         true,
	BasisColumns:      true,
	SharedBit:         true,
	OldNodePath:       true,
	Int64ArrayCount64: true,
	Fallback:          textNames,
})

// DocsPandemonium is documented in package codec.
var DocsPandemonium = dialect.MustNew(dialect.Spec{
	Name:         "DocsPandemonium",
	Family:       dialect.FamilyPandemonium,
	Document:     true,
	Types:        docsGodot3Types,
	IDMask:       0xFFFF,
	Real:         dialect.RealSetting,
	WideColor:    true,
	BasisColumns: true,
	Keys:         dialect.KeysByReference,
	SharedBit:    true,
	OldNodePath:  true,
	Fallback:     textNames,
})
