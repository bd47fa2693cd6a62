package document

import (
	"errors"
	"math"

	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
)

// Options say how to read a file. The zero value detects all that a file does not need a key for.
type Options struct {
	// Save has what opens the container: key or password, limits, compressions.
	Save savefile.Options
	// Dialect is the engine; nil: detected. Pages of the documentation are never detected.
	Dialect *variant.Dialect
	// Framing separates the records; nil: detected.
	Framing *codec.Framing
	// Precision is the width of components that are written; nil: detected.
	Precision *variant.Precision
	// Mode says what reading rejects.
	Mode codec.Mode
	// MaxRecord is the longest record that is read, in bytes. 0: 256 MiB. A file without frames is
	// one record.
	MaxRecord int64
	// MaxValues is how many values a record may have, because a short record can be of many values.
	// 0: any number.
	MaxValues int
	// At is where the first record begins in the plain bytes; nil: detected.
	At *int64
	// Kinds are the kinds of files that are read besides saves, in the order in which
	// they are tried.
	Kinds []Kind
	// Layers are opened before anything is detected.
	Layers []Layer
	// Length is that of the file, in bytes, if it is known.
	Length int64
	// InPlace is the length from which on the packet of a record is not built but read in place:
	// Record.Large has it. 0: all are built.
	InPlace int
	// Watch is called while a record is read in place, with the bytes of it that have been read.
	Watch func(done, all int)
	// RefuseObjects makes full objects an error. Otherwise they are read, as data.
	RefuseObjects bool
}

// A Kind is a kind of files that are not saves, such as ConfigFile.
type Kind struct {
	// Name is what users call it.
	Name string
	// Is reports whether a file that begins with these bytes is of the kind. whole says that they
	// are all bytes of the file.
	Is func(head []byte, whole bool) bool
	// Read reads a file. The dialect is that of the options or, if they have none, that
	// of the file.
	Read func(data []byte, o Options) (Body, *variant.Dialect, error)
}

// A Layer is something around the bytes of a file that is no container of Godot's, such as gzip.
type Layer struct {
	// Name is what users call it.
	Name string
	// Is reports whether a file that begins with these bytes may have the layer.
	Is func(head []byte) bool
	// Open returns what is in the layer. The error of a file without the layer wraps ErrNoLayer.
	Open func(data []byte, most int64) ([]byte, error)
	// Close puts bytes into a layer that is like that of the old file.
	Close func(data, old []byte) ([]byte, error)
}

// ErrNoLayer says that a file is not in a Layer.
var ErrNoLayer = errors.New("not in this form")

// maxRecord returns the longest record that is read.
func (o Options) maxRecord() int64 {
	if o.MaxRecord <= 0 {
		return savefile.DefaultSize
	}
	return min(o.MaxRecord, math.MaxInt-1)
}

func (o Options) codecOptions(d codec.Detection) codec.Options {
	return codec.Options{
		Dialect: d.Dialect, Precision: d.Precision, FullObjects: !o.RefuseObjects, Mode: o.Mode,
		Limits: codec.Limits{MaxSize: maxPacket, MaxFrame: maxPacket},
	}
}

// maxPacket is the longest packet that is written.
const maxPacket = 1<<31 - 1

// allows reports whether the dialect may be that of the file.
func (o Options) allows(d *variant.Dialect) bool {
	if o.Dialect != nil {
		return d.Name == o.Dialect.Name
	}
	return !isPage(d)
}
