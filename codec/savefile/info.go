package savefile

import (
	"bytes"
	"fmt"
	"io"
)

// Info describes a file by its header.
type Info struct {
	Format      Format
	Compression Compression // Compressed: the mode word
	BlockSize   int         // Compressed: plain bytes in each block, 4096 from every engine
	Blocks      int         // Compressed: number of blocks, one of them possibly empty
	Size        int64       // plain bytes; -1 for a plain file, which has no header
	BigEndian   bool        // Encrypted3: the header is big-endian, see Options.BigEndian
}

// String returns one line, such as "GCPF (compressed): FastLZ, 100000 bytes, blocks: 25".
func (i Info) String() string {
	switch {
	case i.Format == Compressed:
		return fmt.Sprintf("%s: %s, %d bytes, blocks: %d", i.Format, i.Compression, i.Size,
			i.Blocks)

	case i.Format.Encrypted() && i.BigEndian:
		return fmt.Sprintf("%s: %d bytes, big-endian header", i.Format, i.Size)
	case i.Format.Encrypted():
		return fmt.Sprintf("%s: %d bytes", i.Format, i.Size)
	}

	return i.Format.String()
}

// Inspect returns what the header of a file says. It reads at most 44 bytes, needs no key
// and no codec, and verifies nothing. It tells the two encrypted formats apart by the
// mode word alone, which is wrong for one in 2³² files of Godot 4. Errors are
// ErrTruncated for a file that ends inside its header, ErrFormat for impossible values,
// and those of r.
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

// formatOf returns the format by its magic. For encrypted files that is Encrypted4; the header and
// the checksum decide which one it is.
func formatOf(head []byte) Format {
	switch {
	case bytes.HasPrefix(head, []byte(gcpfMagic)):
		return Compressed
	case bytes.HasPrefix(head, []byte(gdecMagic)), bytes.HasPrefix(head, []byte(gdecMagicBE)):
		return Encrypted4
	}
	return Plain
}
