package document

import (
	"errors"

	"godotvariant/cmd/internal/probe"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
)

// Options say how to read a file. The zero value detects everything except keys and passwords.
type Options struct {
	probe.Options
	// Save has the options for the container: key or password, limits, compressions.
	Save savefile.Options
	// At is the offset of the first record, or of the text, in the plain bytes. If At is nil, the
	// offset is detected.
	At *int64
	// Kinds are the kinds of files to read besides saves. Package probe has the order in which they
	// are tried.
	Kinds []Kind
	// Layers are the layers to open. They are opened before the format is detected.
	Layers []Layer
	// Length is the length of the file in bytes, or 0 if it is not known.
	Length int64
	// InPlace is the least number of plain bytes that a file must have for ReadInPlace. A file with
	// fewer bytes has to be read by Read.
	InPlace int
	// Unpacked, if it is not nil, is called again and again while a compressed or encrypted
	// container is opened. Its argument is the number of bytes of the file that were read.
	Unpacked func(done int64)
	// Read, if it is not nil, is called again and again while records or JSON are read for a
	// Document. Its argument is the number of bytes that were read.
	Read func(done int64)
	// Written, if it is not nil, is called again and again while a long record is written. Its
	// argument is the number of bytes that were written.
	Written func(done int64)
}

// A Kind is a kind of file that is not a save, such as ConfigFile.
type Kind struct {
	// Name is the name that users write. The probe.Form that detects files of this kind has the
	// same name.
	Name string
	// Certain means that every file is read as this kind.
	Certain bool
	// Read reads a file. It returns the dialect of the options or, if the options have none, the
	// dialect that it finds in the file.
	Read func(data []byte, o Options) (Body, *variant.Dialect, error)
}

// A Layer is a form around the bytes of a file that is not one of Godot's containers, such as gzip.
type Layer struct {
	// Name is the name that users write. The probe.Form that detects files with this layer has the
	// same name.
	Name string
	// Open returns the bytes inside the layer. The argument limit is the greatest number of bytes
	// that Open may return. If the file does not have the layer, the error wraps ErrNoLayer.
	Open func(data []byte, limit int64) ([]byte, error)
	// Close puts data into a layer and returns the bytes of the layer. The argument original has
	// the bytes of the layer in the file that was read. The new layer has the same form.
	Close func(data, original []byte) ([]byte, error)
}

// ErrNoLayer is returned by Layer.Open for a file that does not have the layer.
var ErrNoLayer = errors.New("the bytes have another form")
