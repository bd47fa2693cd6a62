package resource

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"godotvariant/codec/savefile"
	"godotvariant/variant"
)

const (
	magicPlain      = "RSRC"
	magicCompressed = "RSCC"
)

// Decode reads a file from its bytes. The first bytes decide the form: RSRC, RSCC, or text. Engines
// decide by the extension and refuse, for example, RSRC in a .tres.
//
// The error is an [*variant.Error] with an offset for a binary file, and a [*variant.Error] with
// line and column for text. Both have a path, which [File.Lookup] takes. In a compressed file the
// offset counts from the start of the container, or, if all blocks were inflated, from the start of
// the inflated bytes. Kinds:
//
//	variant.ErrTruncated    the file ends too early, or a count claims more than the file holds
//	variant.ErrSyntax       bytes that no engine writes or reads
//	variant.ErrNUL          a NUL in a string of a text
//	variant.ErrUTF8         a string of a text that is not UTF-8
//	variant.ErrUnknownType  a value of an unknown type, or a format or an engine that is too new
//	variant.ErrNotFound     a reference to an ID, or an index of a name, that does not exist
//	variant.ErrDepth        values nest deeper than Limits.MaxDepth, at most 100
//	variant.ErrLimit        more bytes than Limits.MaxSize
//	variant.ErrUnsupported  a compression that is not in Compressors
//	savefile.ErrFormat      damaged blocks
//
// Decode reads some files that engines refuse, if no data is lost: it accepts any name of a class,
// and does not look for external files.
func Decode(data []byte, o Options) (*File, error) {
	if len(data) > o.maxSize() {
		return nil, failure(0, tooLong("the file"))
	}

	switch {
	case bytes.HasPrefix(data, []byte(magicPlain)):
		return parseBinary(data, len(magicPlain), o)

	case bytes.HasPrefix(data, []byte(magicCompressed)):
		inflated, err := inflate(data, o)
		if err != nil {
			return nil, err
		}

		f, err := parseBinary(inflated, 0, o)
		if err == nil {
			f.Compressed = true
		}
		return f, err
	}

	return parseText(string(data), o)
}

// ReadFile is [Decode] for a file on disk. It reads no more than Limits.MaxSize of the codec. The
// text of the error begins with the name of the file.
func ReadFile(name string, o Options) (*File, error) {
	in, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()

	data, err := io.ReadAll(io.LimitReader(in, int64(o.maxSize())+1))
	if err != nil {
		return nil, err
	}

	f, err := Decode(data, o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return f, nil
}

// inflate returns the bytes in a compressed file. The container has the layout of
// FileAccess.open_compressed with another magic:
//
//	offset  length  type    field
//	     0       4          "RSCC", and not "GCPF"
//	     4       4  uint32  compression
//	     8       4  uint32  block size, 4096
//	    12       4  uint32  size of the inflated bytes
//	    16                  as in package savefile
//
// The container is always little-endian; the inflated bytes may be big-endian.
func inflate(data []byte, o Options) ([]byte, error) {
	as := io.MultiReader(strings.NewReader("GCPF"), bytes.NewReader(data[len(magicCompressed):]))
	limit := min(int64(o.maxSize()), int64(len(data))*maxInflation)

	r, err := savefile.NewReader(as, savefile.Options{
		Container:   savefile.Compressed,
		Limits:      savefile.Limits{MaxSize: limit},
		Compressors: o.Compressors,
	})
	if err != nil {
		return nil, containerError(err)
	}

	inflated, err := io.ReadAll(r)
	if err != nil {
		return nil, containerError(err)
	}
	return inflated, nil
}

// containerError converts an error of package savefile to an error of this package. It keeps the
// kind.
func containerError(err error) error {
	var e *savefile.Error
	if !errors.As(err, &e) {
		return failure(0, err)
	}

	if errors.Is(e.Err, variant.ErrLimit) {
		return failure(int(e.Offset), fmt.Errorf("%w: RSCC: %w", variant.ErrLimit, e.Err))
	}
	return failure(int(e.Offset), fmt.Errorf("RSCC: %w", e.Err))
}

func tooLong(what string) error {
	return variant.Because(variant.ErrLimit, what+" is longer than Limits.MaxSize")
}
