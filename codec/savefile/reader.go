package savefile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Reader gives the plain bytes of a save file. It is not for use by several goroutines at once.
type Reader struct {
	info Info
	body io.Reader
	file io.Closer // what Close closes, nil after NewReader
	err  error     // sticky; io.EOF at the end
}

// NewReader finds out what r holds, checks its header against the options and returns a reader of the plain bytes.
// Like gzip.NewReader it reads from r at once: the header of a compressed file; all of an encrypted one, because only the MD5 of
// everything shows that the key is right. It doesn't close r, and doesn't read past the last block of a compressed file
// unless Options.Strict has it look for the end.
//
// Errors are those of this package, *[Error] with one exception: options that contradict themselves have no offset.
func NewReader(r io.Reader, o Options) (*Reader, error) {
	reader, _, err := open(r, o)
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

// Unpack is NewReader for a whole file in memory: it returns the plain bytes, which never alias data. Info is also there when the
// error is about something behind the header, such as a missing key.
func Unpack(data []byte, o Options) ([]byte, Info, error) {
	return unpack(bytes.NewReader(data), o)
}

// ReadFile is Unpack for a file on disk.
func ReadFile(path string, o Options) ([]byte, Info, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, Info{}, err
	}
	defer f.Close()
	plain, info, err := unpack(f, o)
	if err != nil {
		return nil, info, fmt.Errorf("%s: %w", path, err)
	}
	return plain, info, nil
}

// Info says what was found.
func (r *Reader) Info() Info { return r.info }

// Read implements io.Reader. What it returned before an error was good: blocks are checked before they are given out.
func (r *Reader) Read(p []byte) (int, error) {
	if r.err != nil {
		return 0, r.err
	}
	if len(p) == 0 {
		return 0, nil
	}
	n, err := r.body.Read(p)
	r.err = err
	return n, err
}

// Close ends reading, and closes the file if [Open] opened one.
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

func unpack(r io.Reader, o Options) ([]byte, Info, error) {
	reader, info, err := open(r, o)
	if err != nil {
		return nil, info, err
	}
	plain, err := io.ReadAll(reader)
	if err != nil {
		return nil, info, err
	}
	return plain, info, nil
}

// open does the work of NewReader and keeps what it learned when it fails.
func open(src io.Reader, o Options) (*Reader, Info, error) {
	o, err := o.checked()
	if err != nil {
		return nil, Info{}, err
	}
	r := &counter{r: src}
	head, err := fill(r, nil, len(gcpfMagic))
	if err != nil && !isShort(err) {
		return nil, Info{}, &Error{"read", o.Format, r.n, err}
	}
	found := formatOf(head)
	if o.Format == Plain {
		found = Plain
	}
	if o.Format != Auto && o.Format != found && !(o.Format.Encrypted() && found.Encrypted()) {
		return nil, Info{}, &Error{"read", o.Format, 0, fmt.Errorf("%w: it begins with %q", ErrFormat, head)}
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
		return &Reader{info: info, body: bytes.NewReader(plain)}, info, nil
	}
	info := Info{Format: Plain, Size: -1}
	return &Reader{info: info, body: &plainReader{io.MultiReader(bytes.NewReader(head), r), o.Limits.Size}}, info, nil
}

// plainReader passes bytes through as far as the limit allows.
type plainReader struct {
	r    io.Reader
	left int64
}

func (p *plainReader) Read(b []byte) (int, error) {
	if int64(len(b)) > p.left {
		b = b[:p.left+1] // the byte too many shows that there is one
	}
	n, err := p.r.Read(b)
	if int64(n) > p.left {
		return int(p.left), &Error{"read", Plain, 0, fmt.Errorf("%w: the file is longer than Limits.Size", ErrLimit)}
	}
	p.left -= int64(n)
	return n, err
}

// counter knows the offset for errors.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// fill reads until head has n bytes. It returns what there is.
func fill(r io.Reader, head []byte, n int) ([]byte, error) {
	have := len(head)
	head = append(head, make([]byte, n-have)...)
	got, err := io.ReadFull(r, head[have:])
	if err != nil {
		err = short(err)
	}
	return head[:have+got], err
}

func isShort(err error) bool { return errors.Is(err, ErrTruncated) }
