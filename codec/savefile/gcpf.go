package savefile

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"godotvariant/internal/fastlz"
	"godotvariant/internal/fault"
	"godotvariant/variant"
)

// A compressed file, all integers little-endian:
//
//	 0  4  "GCPF"
//	 4  4  compression
//	 8  4  block size, 4096
//	12  4  plain size T
//	16  …  T / block size + 1 block lengths, 4 bytes each
//	 …  …  the blocks, each a complete stream
//	 …  4  "GCPF"
//
// If T is a multiple of the block size, the last block is a stream of no plain bytes.
const (
	gcpfMagic  = "GCPF"
	gcpfHeader = 16
	gcpfBlock  = 4096
)

type gcpf struct {
	mode      Compression
	blockSize uint32
	size      uint32
}

func (h gcpf) append(dst []byte) []byte {
	dst = append(dst, gcpfMagic...)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(h.mode))
	dst = binary.LittleEndian.AppendUint32(dst, h.blockSize)
	return binary.LittleEndian.AppendUint32(dst, h.size)
}

func parseGCPF(head []byte) (h gcpf, err error) {
	if len(head) < gcpfHeader {
		return h, gcpfError(int64(len(head)), fmt.Errorf("%w in the header", variant.ErrTruncated))
	}

	h.mode = Compression(binary.LittleEndian.Uint32(head[4:]))
	h.blockSize = binary.LittleEndian.Uint32(head[8:])
	h.size = binary.LittleEndian.Uint32(head[12:])

	if h.blockSize == 0 {
		return h, gcpfError(8, fmt.Errorf("%w: block size 0", ErrFormat))
	}

	return h, nil
}

func (h gcpf) blocks() int64 { return int64(h.size/h.blockSize) + 1 }

func (h gcpf) info() Info {
	return Info{Container: Compressed, Compression: h.mode, BlockSize: int(h.blockSize),
		Blocks: int(h.blocks()), Size: int64(h.size)}
}

func (h gcpf) check(l Limits) error {
	switch {
	case int64(h.blockSize) > int64(l.MaxBlock):
		return gcpfError(8, fmt.Errorf("%w: blocks of %d bytes, Limits.MaxBlock is %d",
			variant.ErrLimit, h.blockSize, l.MaxBlock))

	case int64(h.size) > l.MaxSize:
		return gcpfError(12, fmt.Errorf("%w: %d plain bytes, Limits.MaxSize is %d",
			variant.ErrLimit, h.size, l.MaxSize))

	case h.blocks()*4 > max(l.MaxSize, gcpfBlock):
		return gcpfError(12, fmt.Errorf("%w: a list of %d blocks, Limits.MaxSize is %d",
			variant.ErrLimit, h.blocks(), l.MaxSize))
	}

	return nil
}

// longest returns the greatest length of a compressed block. Compressors add a few per cent to
// bytes that do not compress.
func (h gcpf) longest() int64 { return 2*int64(h.blockSize) + 1024 }

// A gcpfWriter compresses each block when it is full. It stores the results until the end, because
// the lengths of all blocks come before the first block.
type gcpfWriter struct {
	w          io.Writer
	mode       Compression
	compressor Compressor
	plain      []byte // the block that is being filled
	lengths    []byte // the lengths of the blocks, as bytes of the file
	packed     []byte
	size       uint64
}

func newGCPFWriter(w io.Writer, o Options) (*gcpfWriter, error) {
	c, err := o.compressorOf(o.Compression)
	if err == nil && c.Compress == nil {
		err = fmt.Errorf("%w: the compressor for %s only decompresses", variant.ErrUnsupported,
			o.Compression)
	}

	if err != nil {
		return nil, fmt.Errorf("godot: write %s: %w", Compressed, err)
	}

	return &gcpfWriter{w: w, mode: o.Compression, compressor: c, plain: make([]byte, 0, gcpfBlock)},
		nil
}

func (g *gcpfWriter) Write(p []byte) (n int, err error) {
	if g.size+uint64(len(p)) > math.MaxUint32 {
		return 0, &Error{variant.OpWrite, Compressed, 12,
			fmt.Errorf("%w: the container ends at 4 GiB", variant.ErrLimit)}
	}

	for n < len(p) {
		k := min(len(p)-n, gcpfBlock-len(g.plain))
		g.plain = append(g.plain, p[n:n+k]...)
		n += k
		g.size += uint64(k)

		if len(g.plain) == gcpfBlock {
			if err := g.flush(); err != nil {
				return n, err
			}
		}
	}

	return n, nil
}

// flush compresses the current block, which may be empty.
func (g *gcpfWriter) flush() error {
	if g.mode == FastLZ {
		for len(g.plain) < fastlz.MinInput {
			g.plain = append(g.plain, 0)
		}
	}

	start := len(g.packed)
	packed, err := g.compressor.Compress(g.packed, g.plain)
	if err != nil {
		return &Error{variant.OpWrite, Compressed, 0,
			fmt.Errorf("block %d: %s: %w", len(g.lengths)/4, g.mode, err)}
	}

	g.packed = packed
	g.plain = g.plain[:0]
	g.lengths = binary.LittleEndian.AppendUint32(g.lengths, uint32(len(packed)-start))

	return nil
}

func (g *gcpfWriter) finish() error {
	if err := g.flush(); err != nil {
		return err
	}

	head := gcpf{g.mode, gcpfBlock, uint32(g.size)}.append(nil)
	if _, err := g.w.Write(append(head, g.lengths...)); err != nil {
		return err
	}

	_, err := g.w.Write(append(g.packed, gcpfMagic...))
	return err
}

// A gcpfReader holds the lengths of all blocks, and one block.
type gcpfReader struct {
	r          *counter
	head       gcpf
	compressor Compressor
	strict     bool
	lengths    []uint32
	next       int          // number of the next block
	packed     bytes.Buffer // the compressed block
	block      []byte       // memory for the decompressed block
	plain      []byte       // the part of the block that was not read yet
}

func newGCPFReader(r *counter, head []byte, o Options) (*gcpfReader, Info, error) {
	head, err := fill(r, head, gcpfHeader)
	if err != nil {
		return nil, Info{}, gcpfError(r.n, err)
	}

	h, err := parseGCPF(head)
	if err != nil {
		return nil, Info{Container: Compressed}, err
	}

	info := h.info()
	c, err := o.compressorOf(h.mode)
	if err == nil && c.Decompress == nil {
		err = fmt.Errorf("%w: the compressor for %s only compresses", variant.ErrUnsupported,
			h.mode)
	}

	if err != nil {
		return nil, info, gcpfError(4, err)
	}
	if err := h.check(o.Limits); err != nil {
		return nil, info, err
	}

	g := &gcpfReader{r: r, head: h, compressor: c, strict: o.Strict}
	if err := g.readLengths(); err != nil {
		return nil, info, err
	}

	return g, info, g.checkRatio(o.Limits.MaxRatio)
}

// checkRatio returns an error if the file has too many plain bytes for its length.
func (g *gcpfReader) checkRatio(most int) error {
	length := int64(gcpfHeader + 4*len(g.lengths))
	for _, n := range g.lengths {
		length += int64(n)
	}

	if int64(g.head.size)/length >= int64(most) {
		return gcpfError(12, fmt.Errorf("%w: %d plain bytes in a file of %d, Limits.MaxRatio is %d",
			variant.ErrLimit, g.head.size, length, most))
	}

	return nil
}

func (g *gcpfReader) readLengths() error {
	part := make([]byte, 4096)
	for left := g.head.blocks() * 4; left > 0; {
		part = part[:min(int64(len(part)), left)]
		at := g.r.n

		if _, err := io.ReadFull(g.r, part); err != nil {
			return gcpfError(g.r.n, fmt.Errorf("%w in the block list", short(err)))
		}

		for i := 0; i < len(part); i += 4 {
			n := binary.LittleEndian.Uint32(part[i:])
			if int64(n) > g.head.longest() {
				err := fmt.Errorf("%w: block %d takes %d bytes for %d plain ones", ErrFormat,
					len(g.lengths), n, g.head.blockSize)
				return gcpfError(at+int64(i), err)
			}

			g.lengths = append(g.lengths, n)
		}

		left -= int64(len(part))
	}

	return nil
}

func (g *gcpfReader) Read(p []byte) (int, error) {
	for len(g.plain) == 0 {
		if g.next == len(g.lengths) {
			return 0, g.end()
		}
		if err := g.readBlock(); err != nil {
			return 0, err
		}
	}

	n := copy(p, g.plain)
	g.plain = g.plain[n:]
	return n, nil
}

func (g *gcpfReader) readBlock() error {
	at := g.r.n
	number := g.next
	length := int64(g.lengths[g.next])
	want := int(g.head.blockSize)

	if number == len(g.lengths)-1 {
		want = int(g.head.size % g.head.blockSize)
	}

	g.next++
	g.packed.Reset()

	if _, err := io.CopyN(&g.packed, g.r, length); err != nil {
		return gcpfError(g.r.n, fmt.Errorf("%w in block %d", short(err), number))
	}
	if want == 0 && length == 0 {
		return nil // an empty last block needs no stream, although engines write one
	}
	if g.block == nil {
		g.block = make([]byte, 0, max(min(g.head.blockSize, g.head.size), fastlz.MinInput))
	}

	plain, err := g.compressor.Decompress(g.block[:0], g.packed.Bytes())
	if err != nil {
		return gcpfError(at, fmt.Errorf("block %d: %s: %w", number, g.head.mode, blockError(err)))
	}

	if g.head.mode == FastLZ && want < fastlz.MinInput &&
		len(plain) > want && len(plain) <= fastlz.MinInput {
		plain = plain[:want] // a FastLZ writer pads a short block with zeros
	}

	if len(plain) != want {
		return gcpfError(at, fmt.Errorf("%w: block %d holds %d plain bytes instead of %d",
			ErrFormat, number, len(plain), want))
	}

	g.plain = plain
	return nil
}

// end returns io.EOF. In strict mode it first checks the bytes after the last block.
func (g *gcpfReader) end() error {
	if !g.strict {
		return io.EOF
	}

	at := g.r.n
	tail, err := io.ReadAll(io.LimitReader(g.r, int64(len(gcpfMagic)+1)))
	switch {
	case err != nil:
		return gcpfError(g.r.n, fault.Stream(err))
	case string(tail) != gcpfMagic:
		return gcpfError(at, fmt.Errorf("%w: %q instead of %q at the end", ErrFormat, tail,
			gcpfMagic))
	}

	g.strict = false
	return io.EOF
}

func gcpfError(offset int64, err error) error {
	return &Error{variant.OpRead, Compressed, offset, err}
}
