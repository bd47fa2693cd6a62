package transcript

import (
	"reflect"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"
)

// goType returns a random type: a basic type, a slice, map or pointer of a basic type, or a struct.
func (g generator) goType(basic []reflect.Type) reflect.Type {
	t := pick(g, basic...)
	switch g.n(12) {
	case 0:
		return reflect.SliceOf(t)
	case 1:
		return reflect.MapOf(reflect.TypeFor[string](), t)
	case 2:
		return reflect.PointerTo(t)
	case 3, 4, 5:
		return t
	}

	var fields []reflect.StructField

	if g.oneIn(4) {
		tag := pick(g, "object=Node2D", "keys=stringname", "strict", "strict,keys=stringname",
			"object=Node,strict", "keys=int")
		fields = append(fields, reflect.StructField{Name: "_", PkgPath: "p",
			Type: reflect.TypeFor[struct{}](), Tag: tagOf(tag)})
	}

	taken := map[string]bool{}
	for _, name := range []string{"A", "B", "Name", "HP", "On", "X", "Y", "Z"}[:1+g.n(8)] {
		t := pick(g, basic...)
		if g.oneIn(9) {
			t = g.goType(basic)
		}

		tag := g.tag(t)
		if key, _, _ := strings.Cut(tag, ","); tag != "-" && key != "" {
			if taken[key] { // two fields with the same key are an error
				tag = strings.TrimPrefix(tag, key)
			}
			taken[key] = true
		}

		fields = append(fields, reflect.StructField{Name: name, Type: t, Tag: tagOf(tag)})
	}

	return reflect.StructOf(fields)
}

func tagOf(s string) reflect.StructTag { return reflect.StructTag(`godot:` + strconv.Quote(s)) }

// tag returns a random tag for a field of type t. Most tags have options that t allows.
func (g generator) tag(t reflect.Type) string {
	options := []string{"", "", "key", "a", ",omitempty", ",omitzero", ",stringname",
		"n,omitempty,stringname"}
	switch kind := t.Kind(); {
	case t == reflect.TypeFor[decimal.Decimal](),
		t == reflect.TypeFor[map[string]decimal.Decimal]():
		options = append(options, ",string", ",scale=2", ",scale=0", ",scale=9")

	case kind <= reflect.Float64:
		options = append(options, ",string", ",string,omitempty")
	case kind == reflect.Slice, kind == reflect.Array:
		options = append(options, ",array", ",typed", ",typed,omitempty", ",array,string",
			",typed,scale=1")

	case kind == reflect.Map, kind == reflect.Struct:
		options = append(options, ",inline", ",inline")
	}

	if g.oneIn(60) {
		return pick(g, "-", "-,", ",string", ",inline", ",typed", ",scale=2", ",what")
	}

	return pick(g, options...)
}
