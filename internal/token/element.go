package token

import (
	"strings"

	"godotvariant/variant/dialect"
)

// An Element is the element type of a typed container. It has the fields of variant.ElementType.
type Element struct {
	Type   dialect.Type
	Class  string
	Script string
}

// The marks are written before a name that readers would otherwise misread: a class that has the
// name of a built-in type or contains a slash, and a script path without a slash.
const (
	classMark  = "class:"
	scriptMark = "script:"
)

// JSON returns the name of the element type in canonical JSON. [ElementOf] reads it.
func (e Element) JSON() string {
	const object = dialect.TypeObject
	switch {
	case e.Type != object:
		return e.Type.String()
	case e.Script != "":
		return marked(scriptMark, e.Script, ElementOf(e.Script).Script)
	case e.Class != "" && e.Class != object.String():
		return marked(classMark, e.Class, ElementOf(e.Class).Class)
	default:
		return object.String()
	}
}

// marked returns name, with the mark in front if it is needed. The argument found is the name that
// a reader finds in the text without a mark. The mark is needed if found differs from name.
func marked(mark, name, found string) string {
	if found != name {
		return mark + name
	}
	return name
}

// ElementOf returns the element type for the name of a type or class, or the path of a script.
func ElementOf(name string) Element {
	if script, ok := strings.CutPrefix(name, scriptMark); ok {
		return Element{Type: dialect.TypeObject, Script: script}
	}
	if class, ok := strings.CutPrefix(name, classMark); ok {
		return Element{Type: dialect.TypeObject, Class: class}
	}
	if t, ok := dialect.ByName(name); ok {
		return Element{Type: t}
	}
	if strings.Contains(name, "/") {
		return Element{Type: dialect.TypeObject, Script: name}
	}

	return Element{Type: dialect.TypeObject, Class: name}
}
