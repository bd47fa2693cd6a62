// Package files opens and replaces the files that a command line names. The flags of the command
// line say how the files are read.
package files

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/kinds"
	"godotvariant/cmd/internal/probe"
	"godotvariant/cmd/internal/program"
	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
)

// An Opener opens files and replaces them.
type Opener struct {
	*program.Run

	Flags Flags
	Ask   func(prompt string) (string, error) // asks the user for a password

	parsed  *document.Options // options from the flags; nil until Options is called
	told    map[string]bool   // names of the files about which Notice has told the user
	drained map[string][]byte // the bytes of pipes that Again has read
	reserve []byte            // see spareMemory
}

// Open opens a file for reading it record by record. The caller closes the file.
func (p *Opener) Open(name string, mode codec.Mode) (*document.Reader, io.Closer, error) {
	in, o, err := p.Input(name)
	if err != nil {
		return nil, nil, err
	}

	o.Mode = mode
	r, err := document.Open(in, o)
	if err != nil {
		in.Close()
		return nil, nil, p.Unread(name, err)
	}

	p.Notice(name, &r.Format)
	return r, in, nil
}

// Read reads an entire file. For a damaged file it returns the readable values and the error.
func (p *Opener) Read(name string) (*document.Document, error) {
	d, _, err := p.Load(name)
	return d, err
}

// LoadToWrite is like Load, for a file that will be replaced. It must be a regular file.
func (p *Opener) LoadToWrite(name string) (*document.Document, []byte, error) {
	b, err := p.BytesToWrite(name)
	if err != nil {
		return nil, nil, err
	}

	d, err := b.Document()
	return d, b.Data, err
}

// Load is like Read, and also returns the bytes of the file.
func (p *Opener) Load(name string) (*document.Document, []byte, error) {
	b, err := p.ToRead(name)
	if err != nil {
		return nil, nil, err
	}

	d, err := b.Document()
	return d, b.Data, err
}

// Bytes are the bytes of a file, with the options for reading it.
type Bytes struct {
	Data []byte

	name    string
	opener  *Opener
	options document.Options
}

// BytesToWrite returns the bytes of a file that will be replaced. It must be a regular file.
func (p *Opener) BytesToWrite(name string) (*Bytes, error) {
	stat, err := os.Stat(name)
	if name != program.Stdin && err == nil && !stat.Mode().IsRegular() && !stat.IsDir() {
		return nil, errors.New("it is not a regular file, and only these are replaced")
	}

	return p.ToRead(name)
}

// ToRead returns the bytes of a file.
func (p *Opener) ToRead(name string) (*Bytes, error) {
	in, o, err := p.Input(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	o.Save.Limits.MaxSize = o.MaxRecord

	data, err := readUpTo(in, o.Save.Limits.MaxSize+maxHeader, Length(name))
	return &Bytes{Data: data, name: name, opener: p, options: o}, err
}

// Document reads the values. For a damaged file it returns the readable values and the error.
func (b *Bytes) Document() (*document.Document, error) {
	d, err := document.Read(b.Data, b.options)
	if d != nil {
		b.opener.Notice(b.name, &d.Format)
	}

	return d, b.opener.Unread(b.name, err)
}

// LeastInPlace is the minimum number of plain bytes of a save that is read in place. The values of
// a shorter save are built in memory.
const LeastInPlace = 4 << 20

// InPlace opens a save that is read and edited in place. It returns span.ErrWhole for any other
// file.
func (b *Bytes) InPlace() (*document.InPlace, error) {
	o := b.options
	o.InPlace = LeastInPlace

	plain := int64(len(b.Data))
	if info, err := savefile.Inspect(bytes.NewReader(b.Data)); err == nil {
		plain = max(plain, info.Size)
	}

	before := SpareGarbage(plain)
	f, err := b.inPlace(o)
	if err != nil {
		before()
	}

	return f, err
}

// SpareGarbage does nothing for a short file. For a long file it collects the garbage now, and
// makes the garbage collector run often. Each run of the collector is short, because most of the
// memory in use is the bytes of the file, in which there are no pointers to follow. The function
// undo restores the old setting of the collector.
func SpareGarbage(length int64) (undo func()) {
	if length <= largeFile {
		return func() {}
	}

	before := debug.SetGCPercent(inPlacePercent)
	debug.FreeOSMemory()

	return func() { debug.SetGCPercent(before) }
}

// inPlace is like InPlace, with options.
func (b *Bytes) inPlace(o document.Options) (*document.InPlace, error) {
	f, err := document.ReadInPlace(b.Data, o)
	if err == nil {
		b.opener.Notice(b.name, &f.Format)
	}
	return f, err
}

// readUpTo reads a file up to a limit in bytes. The argument length is the probable length of the
// file.
func readUpTo(r io.Reader, limit, length int64) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(int(min(limit, length)) + bytes.MinRead)
	_, err := io.Copy(&b, io.LimitReader(r, limit))

	return b.Bytes(), err
}

// maxHeader is an upper limit for the number of bytes that a container has in addition to the plain
// bytes.
const maxHeader = 1 << 20

// A Source is an open file that can look ahead.
type Source struct {
	*bufio.Reader
	io.Closer
}

// Source returns a Source for an open file. Its reads fail once the run is interrupted.
func (p *Opener) Source(r io.Reader, c io.Closer) Source {
	return Source{bufio.NewReaderSize(interruptibleReader{p.Context, r}, readAhead), c}
}

// readAhead is the number of bytes that are read together.
const readAhead = 64 << 10

// An interruptibleReader is a reader that returns an error once the context is done.
type interruptibleReader struct {
	ctx context.Context
	r   io.Reader
}

func (i interruptibleReader) Read(b []byte) (int, error) {
	if err := i.ctx.Err(); err != nil {
		return 0, err
	}
	return i.r.Read(b)
}

// Input opens a file. It returns the options of the command line, completed with a password or key
// if the file needs one.
func (p *Opener) Input(name string) (in Source, o document.Options, err error) {
	o, err = p.Options()
	if err != nil {
		return in, o, err
	}

	in = p.Source(p.In, io.NopCloser(nil))

	if data, ok := p.drained[name]; ok {
		in = p.Source(bytes.NewReader(data), io.NopCloser(nil))
	} else if name != program.Stdin {
		f, err := os.Open(name)
		if err != nil {
			return in, o, err
		}

		if stat, err := f.Stat(); err == nil && stat.IsDir() {
			f.Close()
			return in, o, errors.New("it is a folder (gdvar scan looks through folders)")
		}

		o.Length = Length(name)
		p.spareMemory(o.Length)
		in = p.Source(p.Progress().Reader(f, name, Length(name)), f)
	}

	head, _ := in.Peek(savefileHeader)
	info, err := savefile.Inspect(bytes.NewReader(head))
	p.spareMemory(info.Size)
	if err == nil && info.Container.Encrypted() && o.Save.Key == nil && o.Save.Password == "" {
		o.Save.Password, err = p.Ask("Password of " + name + ": ")
		if err != nil {
			in.Close()
			return in, o, p.Explained(savefile.ErrKey)
		}
	}

	return in, o, nil
}

// spareMemory makes the garbage collector run more often while a large file is read. The values of
// a file need many times as much memory as its bytes, so this saves much memory.
//
// For a file that is read record by record, little memory is in use, so the garbage collector would
// run all the time. The reserve counts as memory in use, and prevents that. Nothing touches the
// reserve.
func (p *Opener) spareMemory(length int64) {
	if length > largeFile && p.reserve == nil {
		debug.SetGCPercent(largePercent)
		p.reserve = make([]byte, reserved)
	}
}

const (
	largeFile    = 8 << 20
	largePercent = 50
	reserved     = 32 << 20

	inPlacePercent = 5
)

// savefileHeader is the largest number of bytes that savefile.Inspect reads.
const savefileHeader = 44

// Options returns the options of the command line. It reads a password file only once, because the
// file may be a pipe.
func (p *Opener) Options() (document.Options, error) {
	if p.parsed == nil {
		o, err := p.Flags.parse(p.Env)
		if err != nil {
			return o, err
		}
		p.parsed = &o
	}
	return *p.parsed, nil
}

// Explained returns err with the flags that help the user, if there are such flags.
func (p *Opener) Explained(err error) error {
	var dialect *codec.DialectError
	var container *savefile.Error
	switch {
	case errors.As(err, &dialect):
		return fmt.Errorf("%w (--engine %s?)", err, probe.EngineName(dialect.Detected))

	case errors.Is(err, savefile.ErrKey):
		return fmt.Errorf("%w (give the password with --password-file or in %s, "+
			"or the key with --key-file)",
			err, p.Flags.PasswordEnv)

	case errors.Is(err, savefile.ErrChecksum) && errors.As(err, &container) &&
		container.Container.Encrypted():
		return fmt.Errorf("%w (is the password right?)", err)

	case errors.Is(err, probe.ErrValues):
		return fmt.Errorf("%w (--max-values is %d million)", err, p.Flags.MaxValues)
	case errors.Is(err, variant.ErrLimit), errors.Is(err, document.ErrLong):
		return fmt.Errorf("%w (--max-size is %d)", err, p.Flags.MaxSize)
	}

	return err
}

// Unread is like Explained, for the error of a file that can't be read. Texts of several kinds have
// the same beginning, so the error may also name the kind that the file's name or its first bytes
// suggest.
func (p *Opener) Unread(name string, err error) error {
	err = p.Explained(err)
	said := probe.OfName(name)

	var kind *document.KindError
	switch {
	case errors.As(err, &kind) && kind.Kind == kinds.Project:
		return err // no file of another kind begins like a project.binary
	case errors.As(err, &kind) && said == "":
		return fmt.Errorf("%w (it begins as a file of the kind %s; --kind names another one)", err,
			kind.Kind)
	case errors.As(err, &kind) && said != kind.Kind:
		return fmt.Errorf("%w (its name says %s, and it begins as %s; --kind names the right one)",
			err, said, kind.Kind)
	case errors.Is(err, probe.ErrUnknown) && said != "" && p.Flags.Kind == kindAuto:
		return fmt.Errorf("%w (its name says %s: --kind %[2]s says why it is none)", err, said)
	}

	return err
}

// Notice tells the user once if the name of a file belongs to another kind than its bytes. It also
// tells the user once if engines read a byte order mark as part of the first key.
func (p *Opener) Notice(name string, f *document.Format) {
	odd := p.Flags.Kind == kindAuto && probe.Contradicts(name, f.Kind)
	marked := kinds.IsMarked(f.Body())
	if p.told[name] || !odd && !marked {
		return
	}

	if p.told == nil {
		p.told = map[string]bool{}
	}
	p.told[name] = true

	if marked {
		p.Message("%s: it begins with a byte order mark, which engines read as part of the first "+
			"key", name)
	}
	if odd {
		p.Message("%s: its name says %s, and its bytes are those of the kind %s; --kind names the "+
			"right one", name, probe.OfName(name), cmp.Or(f.Kind, KindSave))
	}
}

// Length returns the length of a regular file. For other files it returns 0.
func Length(name string) int64 {
	if stat, err := os.Stat(name); err == nil && stat.Mode().IsRegular() {
		return stat.Size()
	}

	return 0
}
