package document

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
)

// A Format says how the values of a file are written.
type Format struct {
	// Container is what is around the plain bytes.
	Container savefile.Info
	// Kind is the name of the kind of a file that is not a save, otherwise empty.
	Kind string
	// Layers are the names of the layers in the container, the outermost first.
	Layers []string
	// At is where the first record begins in the plain bytes: there are other data before it.
	At int64
	// Framing separates the records.
	Framing codec.Framing
	// Detections are the ways to read the file, best first. The first one is used.
	Detections []codec.Detection
	// Beginning says that the detections are of the first bytes of a long file.
	Beginning bool

	options codec.Options
	codec   *codec.Codec
	body    Body // of a file that is not a save
}

// Body returns the values of a file that is not a save, otherwise nil.
func (f *Format) Body() Body { return f.body }

// Codec returns the codec that reads the records and writes them.
func (f *Format) Codec() *codec.Codec { return f.codec }

// Dialect returns the dialect of the records, one of codec.Dialects.
func (f *Format) Dialect() *variant.Dialect { return f.options.Dialect }

// Precision returns the precision in which the records are written.
func (f *Format) Precision() variant.Precision { return f.options.Precision }

// Ties returns the detections with the best score. If there is more than one, the file itself
// does not say which of them wrote it.
func (f *Format) Ties() []codec.Detection {
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

	if f.Container.Format != savefile.Plain {
		s += ", " + f.Container.String()
	}

	return s
}

// EngineName returns the name of a dialect as users write it: godot4.
func EngineName(d *variant.Dialect) string { return strings.ToLower(d.Name) }

// EngineNames returns the names of all engines, newest first.
func EngineNames() (names []string) {
	for _, d := range codec.Dialects() {
		if !isPage(d) {
			names = append(names, EngineName(d))
		}
	}
	return names
}

// EngineByName returns the dialect of an engine, or nil. A page of the documentation is no engine.
func EngineByName(name string) *variant.Dialect {
	d := codec.DialectByName(name)
	if d == nil || isPage(d) {
		return nil
	}

	return d
}

// isPage reports whether the dialect is a page of the documentation, by which no engine writes.
func isPage(d *variant.Dialect) bool { return strings.HasPrefix(d.Name, "Docs") }

// frameNames are the names of framings as users write them, by framing.
var frameNames = [...]string{codec.FrameU32: "u32", codec.FrameU32BE: "u32be",
	codec.FrameNone: "none"}

// FrameName returns the name of a framing as users write it: u32, u32be or none.
func FrameName(f codec.Framing) string { return frameNames[f] }

// FrameNames returns the names of all framings.
func FrameNames() []string { return slices.Clone(frameNames[:]) }

// FrameByName returns the framing with this name, and whether there is one.
func FrameByName(name string) (codec.Framing, bool) {
	i := slices.Index(frameNames[:], strings.ToLower(name))
	return codec.Framing(max(i, 0)), i >= 0
}

// AppendLength appends what a framing has before a packet of n bytes.
func AppendLength(b []byte, f codec.Framing, n int64) []byte {
	if f == codec.FrameNone {
		return b
	}
	return order(f).AppendUint32(b, uint32(n))
}

const framePrefix = 4

// byteOrder is binary.ByteOrder with its methods to append.
type byteOrder interface {
	binary.ByteOrder
	binary.AppendByteOrder
}

// order returns the byte order of a frame's length.
func order(f codec.Framing) byteOrder {
	if f == codec.FrameU32BE {
		return binary.BigEndian
	}
	return binary.LittleEndian
}
