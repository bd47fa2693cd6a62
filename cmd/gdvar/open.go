package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"golang.org/x/term"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/cmd/gdvar/kinds"
	"godotvariant/cmd/internal/zstd"
	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
)

// stdin is the name of standard input among the arguments.
const stdin = "-"

// each calls f for each file, which are standard input if there are none. It prints the errors, and
// returns one with the highest exit code.
func (a *app) each(files []string, f func(name string) error) error {
	if len(files) == 0 {
		files = []string{stdin}
	}

	code := 0
	for _, name := range files {
		err := f(name)
		if broken := a.broken(); broken != nil {
			return broken
		}
		code = max(code, a.report(named(name, err)))
	}

	if code == 0 {
		return nil
	}

	return &exit{code: code}
}

// named adds the name of a file to an error that names no file.
func named(name string, err error) error {
	var file *fs.PathError
	if err == nil || name == stdin || errors.As(err, &file) {
		return err
	}
	return fmt.Errorf("%s: %w", name, err)
}

// open opens a file to read it record by record. The caller closes it.
func (a *app) open(name string, mode codec.Mode) (*document.Reader, io.Closer, error) {
	in, o, err := a.input(name)
	if err != nil {
		return nil, nil, err
	}

	o.Mode = mode
	r, err := document.Open(in, o)
	if err != nil {
		in.Close()
		return nil, nil, a.explained(err)
	}

	return r, in, nil
}

// read reads a whole file. Of a damaged file it returns what can be read, and the error.
func (a *app) read(name string) (*document.Document, error) {
	d, _, err := a.load(name)
	return d, err
}

// loadToWrite is load for a file that will be replaced, which must be a regular one.
func (a *app) loadToWrite(name string) (*document.Document, []byte, error) {
	stat, err := os.Stat(name)
	if name != stdin && err == nil && !stat.Mode().IsRegular() && !stat.IsDir() {
		return nil, nil, errors.New("it is not a regular file, and only these are replaced")
	}

	return a.load(name)
}

// load is read that returns the bytes of the file, too.
func (a *app) load(name string) (d *document.Document, data []byte, err error) {
	in, o, err := a.input(name)
	if err != nil {
		return nil, nil, err
	}
	defer in.Close()
	o.Save.Limits.Size = o.MaxRecord

	data, err = readUpTo(in, o.Save.Limits.Size+maxHeader, lengthOf(name))
	if err != nil {
		return nil, nil, err
	}

	d, err = document.Read(data, o)
	return d, data, a.explained(err)
}

// readUpTo reads a file of an expected length, up to a limit.
func readUpTo(r io.Reader, most, expected int64) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(int(min(most, expected)) + bytes.MinRead)
	_, err := io.Copy(&b, io.LimitReader(r, most))

	return b.Bytes(), err
}

// maxHeader is more than a container adds to the plain bytes.
const maxHeader = 1 << 20

// explained adds the flags that help to an error.
func (a *app) explained(err error) error {
	var dialect *codec.DialectError
	var container *savefile.Error
	switch {
	case errors.As(err, &dialect):
		return fmt.Errorf("%w (--engine %s?)", err, document.EngineName(dialect.Detected))

	case errors.Is(err, savefile.ErrKey):
		return fmt.Errorf("%w (give the password with --password-file or in %s, "+
			"or the key with --key-file)",
			err, a.flags.passwordEnv)

	case errors.Is(err, savefile.ErrChecksum) && errors.As(err, &container) &&
		container.Format.Encrypted():
		return fmt.Errorf("%w (is the password right?)", err)

	case errors.Is(err, document.ErrValues):
		return fmt.Errorf("%w (--max-values is %d million)", err, a.flags.maxValues)
	case errors.Is(err, savefile.ErrLimit), errors.Is(err, document.ErrLong):
		return fmt.Errorf("%w (--max-size is %d)", err, a.flags.maxSize)
	}

	return err
}

// A source is an open file whose first bytes have been looked at.
type source struct {
	*bufio.Reader
	io.Closer
}

// source returns an open file, which ends with an error when the run is interrupted.
func (a *app) source(r io.Reader, c io.Closer) source {
	return source{bufio.NewReader(interruptible{a.ctx, r}), c}
}

// An interruptible is a reader until the context ends.
type interruptible struct {
	ctx context.Context
	r   io.Reader
}

func (i interruptible) Read(b []byte) (int, error) {
	if err := i.ctx.Err(); err != nil {
		return 0, err
	}
	return i.r.Read(b)
}

// input opens a file, and returns the options of the command line with what the file needs.
func (a *app) input(name string) (in source, o document.Options, err error) {
	o, err = a.options()
	if err != nil {
		return in, o, err
	}

	in = a.source(a.in, io.NopCloser(nil))

	if name != stdin {
		f, err := os.Open(name)
		if err != nil {
			return in, o, err
		}

		if stat, err := f.Stat(); err == nil && stat.IsDir() {
			f.Close()
			return in, o, errors.New("it is a folder (gdvar scan looks through folders)")
		}

		spareMemory(lengthOf(name))
		in = a.source(a.progress().reader(f, name, lengthOf(name)), f)
	}

	head, _ := in.Peek(savefileHeader)
	info, err := savefile.Inspect(bytes.NewReader(head))
	if err == nil && info.Format.Encrypted() && o.Save.Key == nil && o.Save.Password == "" {
		o.Save.Password, err = a.ask("Password of " + name + ": ")
		if err != nil {
			in.Close()
			return in, o, a.explained(savefile.ErrKey)
		}
	}

	return in, o, nil
}

// spareMemory makes the collector of garbage run sooner when a large file is read. That costs time,
// and much less memory: the values of a file are many times as large as its bytes.
func spareMemory(length int64) {
	if length > largeFile {
		debug.SetGCPercent(largePercent)
	}
}

const (
	largeFile    = 8 << 20
	largePercent = 50
)

// savefileHeader is how many bytes savefile.Inspect reads at most.
const savefileHeader = 44

// options are those of the command line. A password file, which may be a pipe, is read once.
func (a *app) options() (document.Options, error) {
	if a.parsed == nil {
		o, err := a.parseOptions()
		if err != nil {
			return o, err
		}
		a.parsed = &o
	}
	return *a.parsed, nil
}

func (a *app) parseOptions() (o document.Options, err error) {
	f := &a.flags
	if f.maxSize < 1 || f.maxSize > mostMiB {
		return o, fmt.Errorf("--max-size %d: it is from 1 to %d", f.maxSize, mostMiB)
	}

	o.MaxRecord = f.maxSize << 20

	if err := oneOf("color", f.color, colors); err != nil {
		return o, err
	}

	if f.engine != "auto" {
		o.Dialect = document.EngineByName(f.engine)
		if o.Dialect == nil {
			return o, oneOf("engine", f.engine, append([]string{"auto"}, document.EngineNames()...))
		}
	}

	if f.frame != "auto" {
		frame, ok := document.FrameByName(f.frame)
		if !ok {
			return o, oneOf("frame", f.frame, append([]string{"auto"}, document.FrameNames()...))
		}
		o.Framing = &frame
	}

	if err := oneOf("precision", f.precision, precisions); err != nil {
		return o, err
	}

	if f.precision != "auto" {
		p := variant.Single
		if f.precision == "double" {
			p = variant.Double
		}
		o.Precision = &p
	}

	o.Save, err = a.saveOptions()
	if err != nil {
		return o, err
	}

	return o, a.contentOptions(&o)
}

// kindSave is the name of files of records on the command line.
const kindSave = "save"

// anyRatio is a limit that no compression reaches.
const anyRatio = 1 << 30

// contentOptions sets what may be in a file, and how much.
func (a *app) contentOptions(o *document.Options) error {
	f := &a.flags
	if f.maxValues < 1 || f.maxValues > mostMillions {
		return fmt.Errorf("--max-values %d: it is from 1 to %d", f.maxValues, mostMillions)
	}

	if f.at >= 0 {
		o.At = &f.at
	}

	o.MaxValues = f.maxValues * 1_000_000

	if f.sizeSet {
		o.Save.Limits.Ratio = anyRatio
	}

	o.Layers = kinds.Layers()
	settings := kinds.Settings{Compressors: o.Save.Compressors}

	switch f.kind {
	case "auto":
		o.Kinds = kinds.All(settings)
	case kindSave:

	default:
		k, ok := kinds.ByName(f.kind, settings)
		if !ok {
			return oneOf("kind", f.kind, append([]string{"auto", kindSave}, kinds.Names()...))
		}
		o.Kinds = []document.Kind{k}
	}

	return nil
}

// mostMillions is a limit that no memory reaches.
const mostMillions = 1 << 20

// mostMiB is a limit that no memory reaches.
const mostMiB = 1 << 24

// saveOptions has what opens a container.
func (a *app) saveOptions() (o savefile.Options, err error) {
	z, err := zstd.Codec()
	if err != nil {
		return o, err
	}

	o.Compressors = map[savefile.Compression]savefile.Compressor{savefile.Zstandard: z}
	f := &a.flags
	switch {
	case f.keyFile != "" && f.passwordFile != "":
		return o, errors.New("--key-file and --password-file: a file has one of them")
	case f.keyFile != "":
		o.Key, err = readKey(f.keyFile)

	case f.passwordFile != "":
		var b []byte
		b, err = os.ReadFile(f.passwordFile)
		o.Password, _, _ = strings.Cut(string(b), "\n")

		o.Password = strings.TrimSuffix(o.Password, "\r")
		if err == nil && o.Password == "" {
			err = fmt.Errorf("--password-file %s: its first line is empty", f.passwordFile)
		}

	default:
		o.Password = a.env(f.passwordEnv)
	}

	return o, err
}

// readKey reads a key of 32 bytes, or of 64 hexadecimal digits.
func readKey(name string) ([]byte, error) {
	b, err := os.ReadFile(name)
	if err != nil || len(b) == keySize {
		return b, err
	}

	if key, err := hex.DecodeString(strings.TrimSpace(string(b))); err == nil &&
		len(key) == keySize {
		return key, nil
	}

	return nil, fmt.Errorf("--key-file %s: a key is 32 bytes or 64 hexadecimal digits", name)
}

const keySize = 32

// askOnTerminal asks for a password on the terminal of the program, which is not standard input
// when that is a file.
func askOnTerminal(prompt string) (string, error) {
	name := "/dev/tty"

	if runtime.GOOS == "windows" {
		name = "CONIN$"
	}

	tty, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer tty.Close()
	fmt.Fprint(os.Stderr, prompt)
	b, err := term.ReadPassword(int(tty.Fd()))
	fmt.Fprintln(os.Stderr)

	if err == nil && len(b) == 0 {
		err = errors.New("no password")
	}

	return string(b), err
}
