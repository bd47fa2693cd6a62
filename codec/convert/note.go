package convert

import (
	"strconv"

	"godotvariant/codec/exact"
	"godotvariant/variant"
)

// A Note is one change that [Value] made.
type Note struct {
	// Path leads to the changed value. It begins at the argument of Value. If a container around
	// the changed value was replaced, Path leads through the replacement. It is valid until the
	// function that got the Note returns. To keep it, use slices.Clone.
	Path variant.Path
	Kind NoteKind
	// From and To are the old and the new name of the type, such as StringName and String, or of
	// the class of an object, such as Spatial and Node3D. They are empty if the type and the class
	// did not change.
	From, To string
	// Conversion describes the rounding of the number, for NumberRounded.
	Conversion exact.Conversion
	// Text has more details, in English. It may be empty.
	Text string
}

// A NoteKind is the kind of change that a [Note] reports.
type NoteKind uint8

const (
	// Replaced means that the dialect lacks the type. A value of another type replaces the value,
	// and nothing is lost.
	Replaced NoteKind = iota
	// Renamed means that the class of an object has another name in the engine of the dialect.
	Renamed
	// NumberRounded means that a number has another value in the precision of the codec, see
	// [exact.Audit].
	NumberRounded
	// Lost means that the value, or the part of it that Text names, is not in the result.
	Lost
	// ForeignText means that a text looks like a value that another engine wrote, such as
	// Quaternion(0, 0, 0, 1). For example, str2var of Godot 3 does not read this text. The text is
	// unchanged.
	ForeignText
)

// String returns the kind in lower case.
func (k NoteKind) String() string {
	switch k {
	case Replaced:
		return "replaced"
	case Renamed:
		return "renamed"
	case NumberRounded:
		return "rounded"
	case Lost:
		return "lost"
	case ForeignText:
		return "foreign text"
	default:
		return "note of kind " + strconv.Itoa(int(k))
	}
}

// String returns the note in one line, such as $["pos"]: replaced: Vector2i → Vector2
func (n Note) String() string {
	s := n.Path.String() + ": " + n.Kind.String()
	if n.From != "" || n.To != "" {
		s += ": " + n.From + " → " + n.To
	}
	if n.Kind == NumberRounded {
		s += ": " + n.Conversion.String()
	}
	if n.Text != "" {
		s += ": " + n.Text
	}

	return s
}
