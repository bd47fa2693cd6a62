package document

import (
	"fmt"

	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/probe"
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
	// Instead is the error of a file that begins like a file of one kind, but can't be read as this
	// kind. Such a file is read as another kind, for example as plain text. For all other files
	// Instead is nil.
	Instead error
	// Layers are the names of the layers inside the container, beginning with the outermost one.
	Layers []string
	// At is the offset of the first record, or of the text, in the plain bytes. Other data may come
	// before it.
	At int64
	// Framing separates the records.
	Framing frame.Frame
	// Detections are the ways to read the file. The best way is first, and is used.
	Detections []inspect.Detection
	// Beginning reports whether only the first bytes of a long file were used for the detections.
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

// Ties returns the detections with the best score. If there are several, the bytes of the file do
// not show which of the detected engines wrote it.
func (f *Format) Ties() []inspect.Detection {
	n := 0
	for n < len(f.Detections) && f.Detections[n].Score == f.Detections[0].Score {
		n++
	}
	return f.Detections[:n]
}

// String returns the format in one line: godot4, single precision, u32, GCPF (compressed): ….
func (f *Format) String() string {
	s := fmt.Sprintf("%s, %v precision, frame %v", probe.EngineName(f.Dialect()), f.Precision(),
		f.Framing)

	if f.Kind != "" {
		s = f.Kind + ", " + probe.EngineName(f.Dialect())
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

// format returns the Format of a file for the best of its detections, which is the first one.
func (o Options) format(found []inspect.Detection) (Format, error) {
	f := Format{Framing: frame.Of(found[0]), Detections: found}
	f.options = o.CodecFor(found[0])
	var err error
	f.codec, err = codec.New(f.options)
	return f, err
}
