package dialect

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// GoString returns the literal of s as Go source, without fields that are zero, for %#v.
func (s Spec) GoString() string {
	var fields []string
	add := func(name, source string, given bool) {
		if given {
			fields = append(fields, name+": "+source)
		}
	}

	add("Name", strconv.Quote(s.Name), s.Name != "")
	add("Family", inPackage(s.Family), s.Family != 0)
	add("Document", "true", s.Document)
	add("Types", typesSource(s.Types), s.Types != nil)
	add("IDMask", fmt.Sprintf("%#x", s.IDMask), s.IDMask != 0)
	add("Int", inPackage(s.Int), s.Int != 0)
	add("Float", inPackage(s.Float), s.Float != 0)
	add("Real", inPackage(s.Real), s.Real != 0)
	add("Object", inPackage(s.Object), s.Object != 0)
	add("Keys", inPackage(s.Keys), s.Keys != 0)
	add("WideColor", "true", s.WideColor)
	add("BasisColumns", "true", s.BasisColumns)
	add("StringArrayNUL", "true", s.StringArrayNUL)
	add("RIDPayload", "true", s.RIDPayload)
	add("TypedArrays", "true", s.TypedArrays)
	add("TypedDictionaries", "true", s.TypedDictionaries)
	add("SharedBit", "true", s.SharedBit)
	add("OldNodePath", "true", s.OldNodePath)
	add("Int64ArrayCount64", "true", s.Int64ArrayCount64)
	add("Fallback", fallbackSource(s.Fallback), s.Fallback != nil)

	return "dialect.Spec{" + strings.Join(fields, ", ") + "}"
}

// inPackage returns the name of a constant as other packages write it, with the name of this
// package.
func inPackage(constant fmt.Stringer) string { return "dialect." + constant.String() }

func typeSource(t Type) string { return "dialect." + t.GoString() }

func typesSource(types []Type) string {
	texts := make([]string, len(types))
	for id, t := range types {
		texts[id] = typeSource(t)
	}
	return "[]dialect.Type{" + strings.Join(texts, ", ") + "}"
}

func fallbackSource(fallback map[Type]Type) string {
	var texts []string
	for _, from := range slices.Sorted(maps.Keys(fallback)) {
		texts = append(texts, typeSource(from)+": "+typeSource(fallback[from]))
	}
	return "map[dialect.Type]dialect.Type{" + strings.Join(texts, ", ") + "}"
}
