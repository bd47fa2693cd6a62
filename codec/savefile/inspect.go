package savefile

import (
	"bytes"
	"io"
)

// Inspect returns the contents of a file's header. It reads at most 44 bytes, needs no key and no
// codec, and verifies nothing. It tells the two encrypted formats apart by the mode word alone,
// which is wrong for one in 2³² files of Godot 4. Errors are ErrTruncated for a file that ends in
// its header, ErrFormat for impossible values, and the errors of r.
func Inspect(r io.Reader) (Info, error) {
	head := make([]byte, gdecMaxHeader)
	n, err := io.ReadFull(r, head)

	err = short(err)
	if err != nil && err != ErrTruncated {
		return Info{}, err
	}

	head = head[:n]
	switch formatOf(head) {
	case Compressed:
		h, err := parseGCPF(head)
		if err != nil {
			return Info{Format: Compressed}, err
		}
		return h.info(), nil

	case Plain:
		return Info{Format: Plain, Size: -1}, nil
	}

	list, err := candidates(head, Auto)
	if err != nil {
		return Info{Format: Encrypted4}, err
	}

	return list[0].info(), nil
}

// formatOf returns the format by its magic. For every encrypted file it returns Encrypted4; the
// header and the checksum decide which of the two formats the file has.
func formatOf(head []byte) Format {
	switch {
	case bytes.HasPrefix(head, []byte(gcpfMagic)):
		return Compressed
	case bytes.HasPrefix(head, []byte(gdecMagic)), bytes.HasPrefix(head, []byte(gdecMagicBE)):
		return Encrypted4
	}
	return Plain
}
