package resource

import (
	"slices"

	"godotvariant/codec/internal/parse"
	"godotvariant/variant"
)

// A textReader reads one text file.
type textReader struct {
	parse.Cursor
	s    string
	file *File
	part int            // the part of the file that was read last, such as partTables
	subs map[string]int // maps IDs that were not read yet to the offset of the first reference
	self string         // the ID of the sub-resource that is being read
	at   []variant.Step // path to the value that is being read
}

// path returns the path to the value that is being read.
func (r *textReader) path() []variant.Step { return slices.Clone(r.at) }

// A heading is [tag name=value …].
type heading struct {
	at         int // offset of the heading
	tag        string
	attributes map[string]variant.Variant
}

// text returns the text of an attribute, or "" if there is none.
func (h heading) text(name string) string {
	return textOf(h.attributes[name])
}

// id returns the attribute id as text. In files of Godot 3 it is a number.
func (h heading) id() string {
	if i, ok := h.attributes["id"].(variant.Int); ok {
		return i.String()
	}
	return h.text("id")
}

// uid returns the attribute uid, or NoUID if it is missing or invalid.
func (r *textReader) uid(h heading) UID {
	s := h.text("uid")
	if s == "" {
		return NoUID
	}

	uid, err := ParseUID(s)
	if err != nil {
		r.file.note(nil, err.Error())
	}
	return uid
}

// needs fails unless a heading has the attributes.
func (r *textReader) needs(h heading, names []string) {
	for _, name := range names {
		if h.attributes[name] == nil {
			why := "[" + h.tag + "] without " + name
			r.FailAt(h.at, variant.Because(variant.ErrSyntax, why))
		}
	}
}
