package savefile

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5" //nolint:gosec // the file format asks for MD5
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"hash"
	"io"
	"slices"

	"godotvariant/internal/fault"
	"godotvariant/variant"
)

// An encrypted file. Godot 3 can also write the integers big-endian.
//
//	Godot 3    Godot 4
//	 0  4       0  4    "GDEC"
//	 4  4       –  –    mode, always 1
//	 8 16       4 16    MD5 of the plain bytes
//	24  8      20  8    plain size L
//	 –  –      28 16    IV
//	32  …      44  …    ciphertext, L rounded up to 16 with zeros
const (
	gdecMagic     = "GDEC"
	gdecMagicBE   = "CEDG"
	gdecMode      = 1
	gdecMaxHeader = 44
)

// A gdecLayout has the offsets of the fields. 0 means that there is no such field.
type gdecLayout struct {
	container           Container
	magic               string
	order               byteOrder
	mode, sum, size, iv int
	body                int
}

type byteOrder interface {
	binary.ByteOrder
	binary.AppendByteOrder
}

var (
	gdec3   = gdecLayout{Encrypted3, gdecMagic, binary.LittleEndian, 4, 8, 24, 0, 32}
	gdec3BE = gdecLayout{Encrypted3, gdecMagicBE, binary.BigEndian, 4, 8, 24, 0, 32}
	gdec4   = gdecLayout{Encrypted4, gdecMagic, binary.LittleEndian, 0, 4, 20, 28, 44}
)

type gdec struct {
	sum  [md5.Size]byte
	size uint64
	iv   [ivSize]byte
}

func (l gdecLayout) append(dst []byte, h gdec) []byte {
	dst = append(dst, l.magic...)
	if l.mode != 0 {
		dst = l.order.AppendUint32(dst, gdecMode)
	}

	dst = append(dst, h.sum[:]...)
	dst = l.order.AppendUint64(dst, h.size)

	if l.iv != 0 {
		dst = append(dst, h.iv[:]...)
	}

	return dst
}

func (l gdecLayout) parse(head []byte) (h gdec, err error) {
	if len(head) < l.body {
		return h, l.error(len(head), fmt.Errorf("%w in the header", variant.ErrTruncated))
	}

	if l.mode != 0 && l.order.Uint32(head[l.mode:]) != gdecMode {
		return h, l.error(l.mode, fmt.Errorf("%w: mode %d instead of %d", ErrFormat,
			l.order.Uint32(head[l.mode:]), gdecMode))
	}

	h.sum = [md5.Size]byte(head[l.sum:])
	h.size = l.order.Uint64(head[l.size:])

	if l.iv != 0 {
		h.iv = [ivSize]byte(head[l.iv:])
	}

	return h, nil
}

// encrypt and decrypt overwrite data. The length of data is a multiple of the cipher block. They
// also replace the IV with the IV for the data that follows.
func (l gdecLayout) encrypt(c cipher.Block, iv *[ivSize]byte, data []byte) {
	if l.container == Encrypted3 {
		encryptECB(c, data)
	} else {
		encryptCFB(c, iv, data)
	}
}

func (l gdecLayout) decrypt(c cipher.Block, iv *[ivSize]byte, data []byte) {
	if l.container == Encrypted3 {
		decryptECB(c, data)
	} else {
		decryptCFB(c, iv, data)
	}
}

func (l gdecLayout) error(offset int, err error) error {
	return &Error{variant.OpRead, l.container, int64(offset), err}
}

// A candidate is a layout that a header may have.
type candidate struct {
	gdecLayout
	head gdec
}

// candidates returns the layouts that the header and the options allow. The most likely layout
// comes first: Godot 3 has the mode word where Godot 4 has the start of an MD5. If no layout is
// possible, the error says why.
func candidates(head []byte, want Container) (list []candidate, err error) {
	err = &Error{variant.OpRead, want, 0, fmt.Errorf("%w: it begins with %q", ErrFormat,
		head[:min(4, len(head))])}
	for _, l := range []gdecLayout{gdec3, gdec3BE, gdec4} {
		if !bytes.HasPrefix(head, []byte(l.magic)) || want != Auto && want != l.container {
			continue
		}

		var h gdec
		h, err = l.parse(head)
		if err == nil {
			list = append(list, candidate{l, h})
		}
	}

	if list != nil {
		return list, nil
	}

	return nil, err
}

// A gdecWriter holds all plain bytes, because the header has their checksum.
type gdecWriter struct {
	w      io.Writer
	layout gdecLayout
	key    cipher.Block
	head   gdec
	sum    hash.Hash // of the plain bytes
	parts  [][]byte  // the plain bytes; each part but the last has gdecPart bytes
}

func newGDECWriter(w io.Writer, o Options) (*gdecWriter, error) {
	key, err := aes.NewCipher(o.Key)
	if err != nil {
		return nil, fmt.Errorf("godot: %w: %w", ErrKey, err)
	}

	sum := md5.New() //nolint:gosec // the format has an MD5
	g := &gdecWriter{w: w, layout: gdec4, key: key, sum: sum}

	if o.Container == Encrypted3 {
		g.layout = gdec3
		if o.BigEndian {
			g.layout = gdec3BE
		}
	}

	if o.IV != nil {
		g.head.iv = [ivSize]byte(o.IV)
	} else if _, err := rand.Read(g.head.iv[:]); err != nil {
		return nil, fmt.Errorf("godot: write %s: %w", g.layout.container, err)
	}

	return g, nil
}

// gdecPart is the number of bytes that are encrypted or decrypted together. It is a multiple of the
// cipher block.
const gdecPart = 64 << 10

func (g *gdecWriter) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0; {
		last := len(g.parts) - 1
		if last < 0 || len(g.parts[last]) == gdecPart {
			g.parts = append(g.parts, nil)
			last++
		}

		n := min(gdecPart-len(g.parts[last]), len(rest))
		g.parts[last] = append(g.parts[last], rest[:n]...)
		rest = rest[n:]
	}

	g.head.size += uint64(len(p))
	return g.sum.Write(p)
}

// finish writes the header, and encrypts and writes the parts.
func (g *gdecWriter) finish() error {
	g.head.sum = [md5.Size]byte(g.sum.Sum(nil))
	if _, err := g.w.Write(g.layout.append(nil, g.head)); err != nil {
		return err
	}

	iv := g.head.iv
	for _, part := range g.parts {
		padding := padded(uint64(len(part))) - uint64(len(part)) // only the last part needs it
		part = append(part, make([]byte, padding)...)
		g.layout.encrypt(g.key, &iv, part)
		if _, err := g.w.Write(part); err != nil {
			return err
		}
	}

	return nil
}

// readGDEC reads and decrypts a file. The file does not contain the version of Godot. So readGDEC
// decrypts it in every layout that the options and the length of the file allow, and compares the
// MD5.
//
// An undamaged file fits only one layout, because the layouts have the length at different offsets.
// If a file of Godot 3 is read in the layout of Godot 4, the length seems to be 2³² times the real
// length or more (about 2 GiB if the file is empty). The file is too short for such a length. A
// file of Godot 4 fits the layout of Godot 3 only if its checksum begins with the mode word. This
// is true for one file in 2³².
func readGDEC(r *counter, head []byte, o Options) ([]byte, Info, error) {
	head, err := fill(r, head, gdecMaxHeader)
	if err != nil && !isShort(err) {
		return nil, Info{}, &Error{variant.OpRead, Encrypted4, r.n, err}
	}

	list, err := candidates(head, o.Container)
	if err != nil {
		return nil, Info{}, err
	}

	guess := list[0]
	info := guess.info()

	if o.Key == nil {
		return nil, info, guess.error(0, fmt.Errorf("%w: give Options.Key or Options.Password",
			ErrKey))
	}

	key, err := aes.NewCipher(o.Key)
	if err != nil {
		return nil, info, guess.error(0, fmt.Errorf("%w: %w", ErrKey, err))
	}

	// Usually the plain size in the header is within the limit in only one layout. Then the bytes
	// are decrypted in this layout while they are read.
	likely := slices.DeleteFunc(slices.Clone(list), func(c candidate) bool {
		return c.head.size > uint64(o.Limits.MaxSize)
	})
	early := func([]byte) {}
	var first *decryption
	if len(likely) == 1 {
		first = newDecryption(likely[0], key)
		early = first.decrypt
	}

	data, err := readAll(r, head, o.Limits.MaxSize, early)
	if err != nil {
		return nil, info, guess.error(int(r.n), fault.Stream(err))
	}

	misfit := guess.fit(len(data), o)
	list = slices.DeleteFunc(list, func(c candidate) bool { return c.fit(len(data), o) != nil })
	if len(list) == 0 {
		return nil, info, misfit
	}

	for i, c := range list {
		d := first
		whole := data
		if d == nil {
			d = newDecryption(c, key)
			if i < len(list)-1 {
				whole = bytes.Clone(data) // the next layout needs the ciphertext
			}
			d.decrypt(whole)
		}

		if [md5.Size]byte(d.sum.Sum(nil)) == c.head.sum {
			plain := whole[c.body : c.body+int(padded(c.head.size))]
			extra := len(data) - c.body - len(plain)
			return plain[:c.head.size], c.info(), c.strict(plain, extra, o)
		}
	}

	likeliest := list[0]
	return nil, likeliest.info(),
		likeliest.error(likeliest.sum, fmt.Errorf("%w: wrong key or damaged file", ErrChecksum))
}

// A decryption decrypts a file in place, while the file is read.
type decryption struct {
	candidate
	key  cipher.Block
	iv   [ivSize]byte
	done uint64    // decrypted bytes
	sum  hash.Hash // MD5 of the plain bytes without the padding
}

func newDecryption(c candidate, key cipher.Block) *decryption {
	sum := md5.New() //nolint:gosec // the format has an MD5
	return &decryption{candidate: c, key: key, iv: c.head.iv, sum: sum}
}

// decrypt decrypts the complete blocks that were read since the last call.
func (d *decryption) decrypt(file []byte) {
	body := file[d.body:]
	end := min(uint64(len(body))/blockSize*blockSize, padded(d.head.size))
	if end <= d.done {
		return
	}

	d.candidate.decrypt(d.key, &d.iv, body[d.done:end])
	if size := min(end, d.head.size); size > d.done {
		_, _ = d.sum.Write(body[d.done:size]) // a hash has no errors
	}
	d.done = end
}

func (c candidate) info() Info {
	return Info{Container: c.container, Size: int64(min(c.head.size, 1<<63-1)),
		BigEndian: c.order == binary.BigEndian}
}

// fit compares the length in the header with the limits, and with the length n of the file.
func (c candidate) fit(n int, o Options) error {
	if c.head.size > uint64(o.Limits.MaxSize) {
		return c.error(c.size, fmt.Errorf("%w: %d plain bytes, Limits.MaxSize is %d",
			variant.ErrLimit, c.head.size, o.Limits.MaxSize))
	}

	if have := uint64(n - c.body); have < padded(c.head.size) {
		return c.error(n, fmt.Errorf("%w: %d bytes of ciphertext instead of %d",
			variant.ErrTruncated, have, padded(c.head.size)))
	}

	return nil
}

// strict checks, in strict mode, that the padding is zero and that no bytes follow it.
func (c candidate) strict(plain []byte, extra int, o Options) error {
	if !o.Strict {
		return nil
	}
	if extra > 0 {
		return c.error(c.body+len(plain), fmt.Errorf("%w: bytes after the end", ErrFormat))
	}

	for _, b := range plain[c.head.size:] {
		if b != 0 {
			return c.error(c.body+len(plain)-blockSize, fmt.Errorf("%w: padding that is not zero",
				ErrFormat))
		}
	}

	return nil
}

// readAll returns head and the bytes after it, which it reads from r. It stops one byte after the
// greatest length that a file within the limit can have. After each part it calls the function look
// with all bytes so far.
func readAll(r *counter, head []byte, limit int64, look func([]byte)) ([]byte, error) {
	const most = 1<<63 - 1 - gdecMaxHeader - blockSize - 1
	rest := min(limit, most) + gdecMaxHeader + blockSize + 1 - int64(len(head))

	buf := bytes.NewBuffer(head)
	if in, ok := r.r.(interface{ Len() int }); ok { // the number of remaining bytes is known
		n := min(int64(in.Len()), rest)
		buf.Grow(int(max(n, 0)) + bytes.MinRead)
	}

	for {
		n, err := buf.ReadFrom(io.LimitReader(r, min(rest, gdecPart)))
		look(buf.Bytes())
		rest -= n

		if err != nil || n < gdecPart || rest == 0 {
			return buf.Bytes(), err
		}
	}
}
