package savefile

import (
	"errors"
	"fmt"
	"io"
)

// The kinds of failure, for errors.Is. Errors from the file system and from a wrapped reader or writer are kept as they
// are, so errors.Is(err, fs.ErrNotExist) works on what [Open] returns.
var (
	// ErrFormat: the bytes contradict their own header, or are not the Format that the options insist on.
	// Godot: ERR_FILE_UNRECOGNIZED for a wrong magic, ERR_FILE_CORRUPT for the rest.
	ErrFormat = errors.New("damaged container")

	// ErrChecksum: the decrypted bytes don't have the MD5 that the header names. Almost always the key is wrong; otherwise the
	// file was damaged. Nothing tells the two apart. Also a block whose own checksum (Adler-32, CRC-32) fails.
	// Godot: ERR_FILE_CORRUPT.
	ErrChecksum = errors.New("checksum mismatch")

	// ErrTruncated: the file ends too early. It also matches io.ErrUnexpectedEOF. Godot: ERR_FILE_CORRUPT or
	// ERR_FILE_EOF.
	ErrTruncated error = truncated{}

	// ErrLimit: the file asks for more than Options.Limits allows, or for more than the format can hold when writing.
	ErrLimit = errors.New("limit exceeded")

	// ErrUnsupported: a compression that this package doesn't have and Options.Codecs doesn't bring.
	ErrUnsupported = errors.New("unsupported")

	// ErrKey: the file is encrypted and the options name neither key nor password, or the key isn't 32 bytes long.
	// Godot: ERR_INVALID_PARAMETER.
	ErrKey = errors.New("no usable key")

	// ErrOptions: the options contradict each other, for instance a key for a plain file.
	ErrOptions = errors.New("invalid options")
)

// Error says what failed and where in the container. Every error about the contents of a file is one; it wraps one of the
// kinds above or the error of the underlying reader or writer.
type Error struct {
	Op     string // "read" or "write"
	Format Format // what the file was taken for
	Offset int64  // position in the container, in bytes; after decryption there is none and it is the start of the field to blame
	Err    error
}

func (e *Error) Error() string {
	return fmt.Sprintf("savefile: %s %s at offset %d: %v", e.Op, e.Format, e.Offset, e.Err)
}

// Unwrap gives the kind together with its details.
func (e *Error) Unwrap() error { return e.Err }

type truncated struct{}

func (truncated) Error() string        { return "unexpected end of file" }
func (truncated) Is(target error) bool { return target == io.ErrUnexpectedEOF }

// short turns the two ways in which a reader says "no more" into ErrTruncated, and leaves real I/O errors alone.
func short(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return ErrTruncated
	}
	return err
}
