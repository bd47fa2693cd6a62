package savefile

import (
	"fmt"

	"godotvariant/internal/fault"
)

// The kinds of errors, for errors.Is. Errors of the file system and of a reader or writer are
// wrapped, so errors.Is(err, fs.ErrNotExist) works for [Open].
var (
	// ErrFormat is returned if the file is damaged, or not of the Container that the options
	// require. Godot: ERR_FILE_UNRECOGNIZED for a wrong magic, ERR_FILE_CORRUPT for the rest.
	ErrFormat = fault.NewKind("format", "damaged container")

	// ErrChecksum is returned if the decrypted bytes do not have the MD5 in the header: the key is
	// wrong or the file is damaged, and no reader can tell which. It is also returned for a
	// compressed block with a wrong checksum (Adler-32, CRC-32). Godot: ERR_FILE_CORRUPT.
	ErrChecksum = fault.NewKind("checksum", "checksum mismatch")

	// ErrTruncated is returned if the file ends too early. It is variant.ErrTruncated, and also
	// matches io.ErrUnexpectedEOF. Godot: ERR_FILE_CORRUPT or ERR_FILE_EOF.
	ErrTruncated = fault.ErrTruncated

	// ErrLimit is returned if the file exceeds Options.Limits, or if the container cannot hold all
	// bytes to write. It is variant.ErrLimit.
	ErrLimit = fault.ErrLimit

	// ErrChanged is returned if the file to replace does not have the Sum that [File.CloseIf]
	// expects.
	ErrChanged = fault.NewKind("changed", "changed meanwhile")

	// ErrUnsupported is returned for a compression that is neither built in nor in
	// Options.Compressors.
	ErrUnsupported = fault.NewKind("unsupported", "unsupported")

	// ErrKey is returned if the file is encrypted and the options have neither key nor password, or
	// if the key is not 32 bytes long. Godot: ERR_INVALID_PARAMETER.
	ErrKey = fault.NewKind("key", "no usable key")

	// ErrOptions is returned if the options contradict each other, for example a key for a plain
	// file.
	ErrOptions = fault.NewKind("options", "invalid options")
)

// An Error is an error in the contents of a file. It wraps a kind, such as [ErrFormat],
// or the error of the underlying reader or writer.
type Error struct {
	Op        string    // "read" or "write"
	Container Container // of the file, as far as it was detected
	// Offset is a number of bytes from the start of the container. For a fault in decrypted bytes
	// it is the offset of the field in the header.
	Offset int64
	Err    error
}

// Error returns the text: godot: read GCPF (compressed) at offset 47: unexpected end of data.
func (e *Error) Error() string {
	return fmt.Sprintf("godot: %s %s at offset %d: %v", e.Op, e.Container, e.Offset, e.Err)
}

// Unwrap returns the kind, with its details.
func (e *Error) Unwrap() error { return e.Err }
