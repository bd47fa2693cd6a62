package savefile

import (
	"fmt"

	"godotvariant/variant"
)

// The kinds of errors that this package adds to those of package variant, for errors.Is. The errors
// of this package also have these kinds of package variant:
//
//	variant.ErrTruncated    the file ends too early
//	variant.ErrLimit        the file exceeds Options.Limits, or the container can't hold all bytes
//	variant.ErrUnsupported  a compression is neither built in nor in Options.Compressors
//	variant.ErrOptions      the options contradict each other, for example a key for a plain file
//
// Errors of the file system and of a reader or writer are wrapped, so errors.Is(err,
// fs.ErrNotExist) works for [Open].
var (
	// ErrFormat is returned if the file is damaged, or not of the Container that the options
	// require. Godot: ERR_FILE_UNRECOGNIZED for a wrong magic, ERR_FILE_CORRUPT for other damage.
	ErrFormat = variant.NewKind("format", "damaged container")

	// ErrChecksum is returned if the decrypted bytes do not have the MD5 in the header: the key is
	// wrong or the file is damaged. A reader can't find out which. It is also returned for a
	// compressed block with a wrong checksum (Adler-32, CRC-32). Godot: ERR_FILE_CORRUPT.
	ErrChecksum = variant.NewKind("checksum", "checksum mismatch")

	// ErrChanged is returned if another program has changed the file that [File.CloseIf],
	// [WriteFileIf] or [Edit] would replace.
	ErrChanged = variant.NewKind("changed", "changed meanwhile")

	// ErrKey is returned if the file is encrypted and the options have neither key nor password, or
	// if the key is not 32 bytes long. Godot: ERR_INVALID_PARAMETER.
	ErrKey = variant.NewKind("key", "no usable key")
)

// An Error is an error in the contents of a file. It wraps a kind, such as [ErrFormat],
// or the error of the underlying reader or writer.
type Error struct {
	Op        variant.Op // OpRead or OpWrite
	Container Container  // container of the file if it is known, else Options.Container
	// Offset is a number of bytes from the start of the container. If the decrypted bytes do not
	// have the MD5 in the header, it is the offset of this MD5.
	Offset int64
	Err    error
}

// Error returns the text: godot: read GCPF (compressed) at offset 47: unexpected end of data.
func (e *Error) Error() string {
	return fmt.Sprintf("godot: %s %s at offset %d: %v", e.Op, e.Container, e.Offset, e.Err)
}

// Unwrap returns the kind, with its details.
func (e *Error) Unwrap() error { return e.Err }
