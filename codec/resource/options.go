package resource

import (
	"godotvariant/codec"
	"godotvariant/codec/internal/compiled"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
)

// Options configure [Decode]. The zero value is safe for files from anywhere, but does not read
// files that are compressed with Zstandard.
type Options struct {
	// Codec says how values are read. Nil means the codec of codec.Options{}. Only these options of
	// the codec matter:
	//
	//   - Precision: Single rounds the components of vectors and similar types in text, as engines
	//     do when they read it. Double is for engines that are built with precision=double. A
	//     binary file contains its precision.
	//   - Limits.MaxSize is the greatest length in bytes of the file, and of the inflated bytes of
	//     a compressed file. Limits.MaxDepth is the greatest depth of nested values, at most 100.
	//   - Registry: in text, registered types that are a variant.Constructible are read by name.
	//
	// Objects and references are read as data, even without the option FullObjects. [File.Scan]
	// lists the objects and files that an engine would make and load.
	Codec *codec.Codec
	// Compressors adds compressions for files that begin with RSCC. Engines write Zstandard, which
	// this module does not have. Package savefile shows how to add it. The compressions of package
	// savefile are built in.
	Compressors map[savefile.Compression]savefile.Compressor
	// UnswappedArrays reads packed arrays of numbers in a big-endian file as engines do. Engines
	// read these arrays in little-endian order, although they write them in big-endian order.
	UnswappedArrays bool
}

const (
	mostDepth = 100

	// maxInflation limits the inflated bytes for each byte of a compressed file. Files of engines
	// stay below the limit: they have blocks of 4096 bytes, and each compressed block takes at
	// least 13 bytes.
	maxInflation = 1024
)

// rules returns the rules that codec.New made from the options of o.Codec.
func (o Options) rules() *compiled.Rules { return (*compiled.Codec)(o.Codec).Rules() }

// maxSize returns the greatest length of a file.
func (o Options) maxSize() int { return o.rules().Limits.MaxSize }

// maxDepth returns the greatest depth of nested values.
func (o Options) maxDepth() int { return min(o.rules().Limits.MaxDepth, mostDepth) }

// failure returns an error at an offset that belongs to no value. So the path of the error is $.
func failure(at int, kind error) error {
	return &variant.Error{Op: variant.OpDecode, Offset: at, Err: kind}
}
