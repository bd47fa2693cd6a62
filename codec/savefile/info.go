package savefile

import "fmt"

// Info describes a file by its header.
type Info struct {
	Container   Container
	Compression Compression // Compressed: the mode word
	BlockSize   int         // Compressed: plain bytes in each block; engines write 4096
	Blocks      int         // Compressed: number of blocks; the last block may be empty
	Size        int64       // number of plain bytes; -1 for a plain file, which has no header
	BigEndian   bool        // Encrypted3: the header is big-endian, see Options.BigEndian
	Sum         Sum         // checksum of the file on disk, for WriteFileIf; only ReadFile sets it
}

// String returns one line, such as "GCPF (compressed): FastLZ, 100000 bytes, blocks: 25".
func (i Info) String() string {
	switch {
	case i.Container == Compressed:
		return fmt.Sprintf("%s: %s, %d bytes, blocks: %d", i.Container, i.Compression, i.Size,
			i.Blocks)

	case i.Container.Encrypted() && i.BigEndian:
		return fmt.Sprintf("%s: %d bytes, big-endian header", i.Container, i.Size)
	case i.Container.Encrypted():
		return fmt.Sprintf("%s: %d bytes", i.Container, i.Size)
	}

	return i.Container.String()
}
