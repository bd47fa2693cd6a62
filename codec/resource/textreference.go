package resource

import (
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// subIDs reads SubResource(ID) in a text file, and records references to resources that were not
// read yet.
type subIDs struct {
	SubResource
	r *textReader
}

// FromArgs returns the reference. If the resource was not read yet, textReader.end checks later
// that the file has it.
func (s subIDs) FromArgs(a notation.Args) variant.Variant {
	r := s.r
	at := r.Offset()
	id := readID(a)
	endArgs(a)

	if _, ok := r.file.subs[id]; !ok && !r.Failed() {
		if _, used := r.subs[id]; !used {
			r.subs[id] = at
		}
		text := "it refers to a sub-resource that comes later, which Godot 4 refuses"
		if id == r.self {
			text = "it refers to the sub-resource that it is in, which Godot 4 refuses"
		}
		r.file.note(subPath(id), text)
	}
	return SubResource(id)
}

// Script returns the path that an engine gives the script, without the path of the file:
// ::GDScript_1.
func (s subIDs) Script(a notation.Args) string {
	ref, _ := s.FromArgs(a).(SubResource)
	return "::" + string(ref)
}

// extIDs reads ExtResource(ID) in a text file, and finds the path of the external resource.
type extIDs struct {
	ExtResource
	r *textReader
}

// FromArgs returns the reference with the path of the external resource.
func (e extIDs) FromArgs(a notation.Args) variant.Variant {
	ref := ExtResource{ID: readID(a)}
	endArgs(a)

	external := e.r.file.External(ref)
	if external == nil {
		why := "an external resource of this ID"
		a.Fail(variant.Because(variant.ErrNotFound, why))
		return ref
	}
	ref.Path = external.Path
	return ref
}

// Script returns the path of the script to which ExtResource(ID) refers. A container can have such
// a script as its element type.
func (e extIDs) Script(a notation.Args) string {
	ref, _ := e.FromArgs(a).(ExtResource)
	return ref.Path
}
