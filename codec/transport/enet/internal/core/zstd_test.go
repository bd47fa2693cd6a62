package core

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"io"
)

// recordedDecompressors returns the functions of package compress, and a function for zstd, which
// only recorded sessions need. A program passes its function for zstd in enet.Options.
func recordedDecompressors() []Decompress { return append(decompressors(), zstd) }

// zstd opens datagrams that are compressed by zstd. The standard library reads zstd only in
// sections of ELF files. So the function puts the bytes into such a section.
func zstd(dst, src []byte) (int, error) {
	file, err := elf.NewFile(bytes.NewReader(elfWith(src, len(dst))))
	if err != nil {
		return 0, err
	}

	opened, err := io.ReadAll(file.Sections[1].Open())
	if err != nil {
		return 0, err
	}
	if len(opened) > len(dst) {
		return 0, io.ErrShortBuffer
	}

	return copy(dst, opened), nil
}

// elfWith returns an ELF file. Its section 1 has bytes that are compressed by zstd. Its section 0
// is empty, as in every ELF file.
func elfWith(compressed []byte, size int) []byte {
	const section, names, header = 1, 2, 64
	var chdr bytes.Buffer
	_ = binary.Write(&chdr, binary.LittleEndian, elf.Chdr64{
		Type: uint32(elf.COMPRESS_ZSTD), Size: uint64(size), Addralign: 1,
	})
	body := append(chdr.Bytes(), compressed...)

	var file bytes.Buffer
	write := func(part any) { _ = binary.Write(&file, binary.LittleEndian, part) }
	ident := [elf.EI_NIDENT]byte{
		0x7f, 'E', 'L', 'F', byte(elf.ELFCLASS64), byte(elf.ELFDATA2LSB), byte(elf.EV_CURRENT),
	}
	write(elf.Header64{
		Ident: ident, Type: uint16(elf.ET_REL), Machine: uint16(elf.EM_X86_64),
		Version: uint32(elf.EV_CURRENT), Shoff: header, Ehsize: header, Shentsize: header,
		Shnum: names + 1, Shstrndx: names,
	})

	end := uint64(header * (2 + names))
	write(elf.Section64{})
	write(elf.Section64{
		Type: uint32(elf.SHT_PROGBITS), Flags: uint64(elf.SHF_COMPRESSED), Off: end,
		Size: uint64(len(body)), Addralign: section,
	})
	write(elf.Section64{Type: uint32(elf.SHT_STRTAB), Off: end + uint64(len(body)), Size: 1})
	file.Write(body)
	file.WriteByte(0) // name of all sections
	return file.Bytes()
}
