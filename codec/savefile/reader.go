package savefile

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"os"

	"godotvariant/internal/fault"
	"godotvariant/variant"
)

// A Reader reads the plain bytes of a save file. It is not safe for concurrent use. The zero Reader
// behaves like a closed Reader.
type Reader struct {
	info Info
	body io.Reader
	file io.Closer // file to close; nil without a file
	err  error     // error of all later calls; io.EOF at the end
}

// NewReader detects the container of r, checks its header against the options, and returns a reader
// of the plain bytes. Like gzip.NewReader it reads from r at once. It reads only the header of a
// compressed file, but the whole of an encrypted file, because only the MD5 of all bytes shows
// whether the key is right. NewReader does not close r. The Reader reads no bytes after the last
// block of a compressed file, except with Options.Strict, which checks the end.
//
// Some readers, such as a bytes.Reader, have a method Len() int, which returns the number of bytes
// that are left. For such a reader NewReader allocates the memory of an encrypted file only once.
//
// Every error is an *[Error], except for invalid options, which have no offset.
func NewReader(r io.Reader, o Options) (*Reader, error) {
	reader, _, err := openReader(r, o)
	return reader, err
}

// Open opens a file for reading, see [NewReader]. Close closes it.
func Open(path string, o Options) (*Reader, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}

	r, err := NewReader(f, o)
	if err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}

	r.file = f
	return r, nil
}

// Decode is like NewReader, for a file in memory. It returns the plain bytes, which never alias
// data. If the header is valid, it returns the Info even with an error, such as a missing key.
func Decode(data []byte, o Options) ([]byte, Info, error) {
	return unpack(bytes.NewReader(data), o)
}

// ReadFile is like Decode, for a file on disk. It reads the file to its end, and sets Info.Sum.
func ReadFile(path string, o Options) ([]byte, Info, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, Info{}, err
	}
	defer f.Close()

	h := sha256.New()
	plain, info, err := unpack(io.TeeReader(f, h), o)
	if err != nil {
		return nil, info, fmt.Errorf("%s: %w", path, err)
	}

	info.Sum, err = sumOf(h, f)
	if err != nil {
		return nil, info, err
	}

	return plain, info, nil
}

// Info describes the file by its header.
func (r *Reader) Info() Info { return r.info }

// Read implements io.Reader. Bytes that it returned before an error are valid: each block
// is checked before any of it is returned.
func (r *Reader) Read(p []byte) (int, error) {
	if r.err != nil {
		return 0, r.err
	}
	if r.body == nil {
		return 0, fs.ErrClosed
	}
	if len(p) == 0 {
		return 0, nil
	}

	n, err := r.body.Read(p)
	r.err = err
	return n, err
}

// Close ends reading. After Close, Read returns fs.ErrClosed. Close closes the file that [Open] has
// opened, but not the reader of [NewReader]. A second call does nothing.
func (r *Reader) Close() error {
	if r.err == fs.ErrClosed {
		return nil
	}

	r.err = fs.ErrClosed
	if r.file == nil {
		return nil
	}

	return r.file.Close()
}

// A wholeBody is the body of a file whose plain bytes are all in memory.
type wholeBody struct {
	*bytes.Reader
	plain []byte
}

func unpack(r io.Reader, o Options) ([]byte, Info, error) {
	reader, info, err := openReader(r, o)
	if err != nil {
		return nil, info, err
	}

	if whole, ok := reader.body.(*wholeBody); ok {
		n := len(whole.plain)
		return whole.plain[:n:n], info, nil
	}

	plain, err := io.ReadAll(reader)
	if err != nil {
		return nil, info, err
	}

	return plain, info, nil
}

// openReader is like NewReader, and also returns the Info after an error.
func openReader(src io.Reader, o Options) (*Reader, Info, error) {
	o, err := o.checked()
	if err != nil {
		return nil, Info{}, err
	}

	r := &counter{r: src}
	head, err := fill(r, nil, len(gcpfMagic))
	if err != nil && !isShort(err) {
		return nil, Info{}, &Error{variant.OpRead, o.Container, r.n, err}
	}

	found := containerOf(head)

	if o.Container == Plain {
		found = Plain
	}

	want := o.Container
	encrypted := want.Encrypted() && found.Encrypted() // the reader tries both encrypted containers
	if want != Auto && want != found && !encrypted {
		return nil, Info{}, &Error{variant.OpRead, o.Container, 0,
			fmt.Errorf("%w: it begins with %q", ErrFormat, head)}
	}

	switch found {
	case Compressed:
		body, info, err := newGCPFReader(r, head, o)
		if err != nil {
			return nil, info, err
		}
		return &Reader{info: info, body: body}, info, nil

	case Encrypted4:
		plain, info, err := readGDEC(r, head, o)
		if err != nil {
			return nil, info, err
		}
		body := &wholeBody{Reader: bytes.NewReader(plain), plain: plain}
		return &Reader{info: info, body: body}, info, nil
	}

	info := Info{Container: Plain, Size: -1}
	return &Reader{info: info,
			body: &plainReader{r: io.MultiReader(bytes.NewReader(head), r),
				left: o.Limits.MaxSize}},
		info, nil
}

// A plainReader reads bytes up to a limit.
type plainReader struct {
	r    io.Reader
	left int64
	n    int64 // bytes read
}

func (p *plainReader) Read(b []byte) (int, error) {
	if int64(len(b)) > p.left {
		b = b[:p.left+1] // one more byte, to find out whether the file is too long
	}

	n, err := p.r.Read(b)
	if int64(n) > p.left {
		return int(p.left), &Error{variant.OpRead, Plain, 0,
			fmt.Errorf("%w: the file is longer than Limits.MaxSize", variant.ErrLimit)}
	}

	p.left -= int64(n)
	p.n += int64(n)

	if err != nil && err != io.EOF {
		err = &Error{variant.OpRead, Plain, p.n, fault.Stream(err)}
	}

	return n, err
}
