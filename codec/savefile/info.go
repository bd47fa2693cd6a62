package savefile

import "fmt"

// Info describes a file by its header.
type Info struct {
	Format      Format
	Compression Compression // Compressed: the mode word
	BlockSize   int         // Compressed: plain bytes in each block, 4096 from every engine
	Blocks      int         // Compressed: number of blocks; the last one may be empty
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
