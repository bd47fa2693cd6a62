package document

import (
	"fmt"
	"strings"

	"godotvariant/codec"
	"godotvariant/codec/inspect"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
)

// A Format is the form in which the values of a file are written.
type Format struct {
	// Container is the container of the plain bytes.
	Container savefile.Info
	// Kind is the name of the file's kind. It is empty for a save.
	Kind string
	// Layers are the names of the layers inside the container, beginning with the outermost one.
	Layers []string
	// At is the offset of the first record in the plain bytes. Other data may come before it.
	At int64
	// Framing separates the records.
	Framing Frame
	// Detections are the ways to read the file, beginning with the best one, which is used.
	Detections []inspect.Detection
	// Beginning reports whether the detections are of the first bytes of a long file.
	Beginning bool

	options codec.Options
	codec   *codec.Codec
	body    Body // nil for a save
}

// Body returns the values of a file that is not a save. For a save it returns nil.
func (f *Format) Body() Body { return f.body }

// Codec returns the codec for the records.
func (f *Format) Codec() *codec.Codec { return f.codec }

// Dialect returns the dialect of the records, one of codec.Dialects.
func (f *Format) Dialect() *variant.Dialect { return f.options.Dialect }

// Precision returns the precision in which the records are written.
func (f *Format) Precision() variant.Precision { return f.options.Precision }

// Ties returns the detections with the best score. If there are several, the bytes do not show
// which of these engines wrote the file.
func (f *Format) Ties() []inspect.Detection {
	n := 0
	for n < len(f.Detections) && f.Detections[n].Score == f.Detections[0].Score {
		n++
	}
	return f.Detections[:n]
}

// String returns the format in one line: godot4, single precision, u32, GCPF (compressed): ….
func (f *Format) String() string {
	s := fmt.Sprintf("%s, %v precision, frame %s", EngineName(f.Dialect()), f.Precision(),
		FrameName(f.Framing))

	if f.Kind != "" {
		s = f.Kind + ", " + EngineName(f.Dialect())
	}

	if f.At > 0 {
		s += fmt.Sprintf(", from byte %d", f.At)
	}

	for _, layer := range f.Layers {
		s += ", " + layer
	}

	if f.Container.Container != savefile.Plain {
		s += ", " + f.Container.String()
	}

	return s
}

// EngineName returns the name of a dialect as users write it, such as godot4.
func EngineName(d *variant.Dialect) string { return strings.ToLower(d.Name()) }

// EngineNames returns the names of all engines, beginning with the newest one.
func EngineNames() (names []string) {
	for _, d := range codec.Dialects() {
		if !isPage(d) {
			names = append(names, EngineName(d))
		}
	}
	return names
}

// EngineByName returns the dialect of an engine, or nil. It does not return dialects of
// documentation pages.
func EngineByName(name string) *variant.Dialect {
	d := codec.DialectByName(name)
	if d == nil || isPage(d) {
		return nil
	}

	return d
}

// isPage reports whether the dialect follows a page of the documentation. No engine writes such a
// dialect.
func isPage(d *variant.Dialect) bool { return d.Spec().Document }
