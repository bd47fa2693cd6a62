package dialect

import (
	"maps"
	"slices"

	"godotvariant/internal/fault"
)

// A Spec lists the facts of a [Dialect]. Write a literal with the names of the fields, or change
// the result of [Dialect.Spec], and pass it to [New]. The zero value of each fact is right for most
// engines.
type Spec struct {
	// Name is used in error texts. It must not be empty.
	Name string
	// Family is the family of engines that the dialect belongs to.
	Family Family
	// Document means that the dialect follows a published page, and that no engine writes it.
	// inspect.Detect gives such a dialect a lower score, and errors do not suggest it.
	Document bool
	// Types lists the types in the order of their IDs: at most 256, without repetitions.
	// TypeUnsupported marks an ID without a payload.
	Types []Type
	// IDMask selects the bits of the header that hold the ID: 0xFF in engines, 0xFFFF in some
	// documents, and all bits if the header is only the ID. Zero means 0xFF.
	IDMask uint32

	Int    IntRule    // width of an int
	Float  FloatRule  // width of a float
	Real   RealRule   // width of components of vectors and similar types
	Object ObjectRule // form of an object
	Keys   KeyRule    // the rule for equal keys of a Dictionary

	// WideColor makes Color and PackedColorArray follow the precision. Engines write the components
	// of colors in 4 bytes. The documents define a color as four "Float" fields, which follow the
	// precision.
	WideColor bool
	// BasisColumns writes a Basis column by column, as the documents say. Engines
	// write it row by row.
	BasisColumns bool
	// StringArrayNUL ends each text of a PackedStringArray with a NUL, and the length of the text
	// includes it.
	StringArrayNUL bool
	// RIDPayload gives an RID a payload of 8 bytes. If it is false, an RID is only a header.
	RIDPayload bool
	// TypedArrays and TypedDictionaries write the element types of typed containers. If they are
	// false, a typed container is written as an untyped container.
	TypedArrays, TypedDictionaries bool
	// SharedBit writes and reads bit 31 of container counts. If it is false, the bit is not
	// written, and is ignored in reading.
	SharedBit bool
	// OldNodePath reads the old form of a NodePath, which is one string. If it is false, only
	// lenient mode reads that form. The old form is never written.
	OldNodePath bool
	// Int64ArrayCount64 writes the count of a PackedInt64Array in 8 bytes.
	Int64ArrayCount64 bool
	// Fallback maps a type that is not in Types to the type in Types that is written instead, such
	// as StringName to String. Both types must have the same payload. The payload of your own type
	// is not checked.
	Fallback map[Type]Type
}

// maxTypes is the greatest number of types that IDs of one byte can distinguish.
const maxTypes = 256

// clone returns a copy that shares no memory with s.
func (s Spec) clone() Spec {
	s.Types = slices.Clone(s.Types)
	s.Fallback = maps.Clone(s.Fallback)
	return s
}

// check returns an error for facts that no dialect can have.
func (s Spec) check() error {
	if s.Name == "" {
		return fault.Options("a dialect needs a name: Spec.Name is empty")
	}

	if err := s.checkRules(); err != nil {
		return err
	}
	if err := s.checkTypes(); err != nil {
		return err
	}

	return s.checkFallback()
}

func (s Spec) checkRules() error {
	for _, rule := range []struct {
		name        string
		value, last uint8
	}{
		{"Family", uint8(s.Family), uint8(FamilyPandemonium)},
		{"Int", uint8(s.Int), uint8(IntPlain64)},
		{"Float", uint8(s.Float), uint8(FloatPlain32)},
		{"Real", uint8(s.Real), uint8(RealSetting)},
		{"Object", uint8(s.Object), uint8(ObjectBySetting)},
		{"Keys", uint8(s.Keys), uint8(KeysByReference)},
	} {
		if rule.value > rule.last {
			return fault.Options("dialect %s: Spec.%s is %d; there is no such constant", s.Name,
				rule.name, rule.value)
		}
	}

	return nil
}

func (s Spec) checkTypes() error {
	if len(s.Types) > maxTypes {
		return fault.Options("dialect %s has %d types; an ID has room for %d", s.Name,
			len(s.Types), maxTypes)
	}

	listed := map[Type]bool{}
	for id, t := range s.Types {
		switch {
		case t == TypeUnsupported:
			continue
		case t >= typeCount && t < TypeCustom:
			return fault.Options("dialect %s: Spec.Types has the number %d, which is no type",
				s.Name, uint8(t))
		case listed[t]:
			return fault.Options("dialect %s lists %v twice", s.Name, t)
		case s.IDMask != 0 && uint32(id)&^s.IDMask != 0:
			return fault.Options("dialect %s: Spec.IDMask %#x has no room for the ID %d of %v",
				s.Name, s.IDMask, id, t)
		}

		listed[t] = true
	}

	return nil
}

func (s Spec) checkFallback() error {
	for _, from := range slices.Sorted(maps.Keys(s.Fallback)) {
		to := s.Fallback[from]
		why := ""

		switch {
		case slices.Contains(s.Types, from):
			why = "it lists the first"
		case to == TypeUnsupported || !slices.Contains(s.Types, to):
			why = "it does not list the second"
		case from < TypeCustom && !samePayload(from, to):
			why = "the two have different payloads"
		}

		if why != "" {
			return fault.Options("dialect %s can't fall back from %v to %v: %s", s.Name, from, to,
				why)
		}
	}

	return nil
}

// alike has groups of the engines' types. The types of one group have the same payload.
var alike = [][]Type{
	{TypeString, TypeStringName},
	{TypeRect2, TypeVector4, TypePlane, TypeQuaternion},
	{TypeRect2i, TypeVector4i},
	{TypeTransform2D, TypeAABB},
}

func samePayload(a, b Type) bool {
	return slices.ContainsFunc(alike, func(types []Type) bool {
		return slices.Contains(types, a) && slices.Contains(types, b)
	})
}
