package codec

import (
	"strconv"

	"godotvariant/variant/tree"
)

// A Note is one change that [Codec.Convert] made.
type Note struct {
	// Path leads to the value in what was given to Convert, or inside of what replaced it.
	// It is valid until the function that got the Note returns; to keep it, use slices.Clone.
	Path tree.Path
	Kind NoteKind
	// From and To are the names of types, or of classes of objects, if these changed: StringName
	// and String, Spatial and Node3D.
	From, To string
	// Conversion is what became of the number, for NumberRounded.
	Conversion Conversion
	// Text says more, in English. It may be empty.
	Text string
}

// A NoteKind is the kind of change that a [Note] reports.
type NoteKind uint8

const (
	// Replaced: the dialect lacks the type. A value of another type stands for it, without a loss.
	Replaced NoteKind = iota
	// Renamed: the class of an object has another name in the engine of the dialect.
	Renamed
	// NumberRounded: a number has another value in the precision of the codec, see [Codec.Audit].
	NumberRounded
	// Lost: the value, or the part of it that Text names, is gone.
	Lost
	// ForeignText: a text looks like a value that another engine wrote, and str2var or str_to_var
	// of this engine does not read it: Quaternion(0, 0, 0, 1) for Godot 3. The text is unchanged.
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

// String returns the note in one line: $["pos"]: replaced: Vector2i → Vector2.
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
