package savefile

import (
	"bytes"
	"io"

	"godotvariant/variant"
)

// Inspect reads the header of a file and returns the container of the file. It reads at most 44
// bytes, and needs no key. It does not check the bytes after the header. A file without a known
// magic is Plain, even if it is empty. Inspect distinguishes the two encrypted containers only by
// the mode word. One in 2³² files of Godot 4 has the mode word of Godot 3 by chance, and Inspect
// returns the wrong container for it. Errors are variant.ErrTruncated for a header that is not
// complete, ErrFormat for a header with impossible values, and the errors of r.
func Inspect(r io.Reader) (Info, error) {
	head := make([]byte, gdecMaxHeader)
	n, err := io.ReadFull(r, head)

	err = short(err)
	if err != nil && err != variant.ErrTruncated {
		return Info{}, err
	}

	head = head[:n]
	switch containerOf(head) {
	case Compressed:
		h, err := parseGCPF(head)
		if err != nil {
			return Info{Container: Compressed}, err
		}
		return h.info(), nil

	case Plain:
		return Info{Container: Plain, Size: -1}, nil
	}

	list, err := candidates(head, Auto)
	if err != nil {
		return Info{Container: Encrypted4}, err
	}

	return list[0].info(), nil
}

// containerOf finds the container by its magic. For every encrypted file it returns Encrypted4. The
// header and the checksum show later which of the two formats the file has.
func containerOf(head []byte) Container {
	switch {
	case bytes.HasPrefix(head, []byte(gcpfMagic)):
		return Compressed
	case bytes.HasPrefix(head, []byte(gdecMagic)), bytes.HasPrefix(head, []byte(gdecMagicBE)):
		return Encrypted4
	}
	return Plain
}
