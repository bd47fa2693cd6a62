package savefile

import (
	"fmt"
	"strconv"
)

// Format is the container of a save file.
type Format uint8

// The formats. Auto is the zero value: a reader detects the format, a writer writes
// Plain. Godot: FileAccess.open, open_compressed, and open_encrypted or
// open_encrypted_with_pass; Godot 3: the same methods of File.
const (
	Auto       Format = iota
	Plain             // no container
	Compressed        // "GCPF", the same in all versions
	Encrypted3        // "GDEC" of Godot 2 and 3 and Pandemonium: AES-256-ECB
	Encrypted4        // "GDEC" of Godot 4: AES-256-CFB with an IV
)

var formatNames = [...]string{
	"auto", "plain", "GCPF (compressed)", "GDEC (encrypted, Godot 3)", "GDEC (encrypted, Godot 4)",
}

// String returns the name of the format, with its magic.
func (f Format) String() string {
	if int(f) < len(formatNames) {
		return formatNames[f]
	}
	return "format " + strconv.Itoa(int(f))
}

// Encrypted reports whether the format needs a key.
func (f Format) Encrypted() bool { return f == Encrypted3 || f == Encrypted4 }

// Compression is the mode word of a compressed file. The values are Godot's. Godot:
// FileAccess.CompressionMode; Godot 3: File.CompressionMode.
type Compression uint32

// The compressions. FastLZ is the zero value and the default of open_compressed.
const (
	FastLZ    Compression = 0 // built in
	Deflate   Compression = 1 // built in; zlib streams
	Zstandard Compression = 2 // needs Options.Compressors; since Godot 3.0
	Gzip      Compression = 3 // built in; since Godot 3.0
	Brotli    Compression = 4 // needs Options.Compressors; Godot 4 reads it and never writes it
)

var compressionNames = [...]string{"FastLZ", "Deflate", "Zstandard", "Gzip", "Brotli"}

// String returns Godot's name of the compression.
func (c Compression) String() string {
	if c < Compression(len(compressionNames)) {
		return compressionNames[c]
	}
	return "compression mode " + strconv.FormatUint(uint64(c), 10)
}

// Limits bound the memory of a reader. Zero means the default. They are checked before anything is
// allocated, and memory grows with the bytes that arrive: a header that claims 200 MiB allocates
// nothing until they do.
type Limits struct {
	Size  int64 // plain bytes in the file, and bytes in its block list; default 256 MiB
	Block int   // plain bytes in one compressed block; default 1 MiB. Engines always write 4096
}

// The defaults of Limits.
const (
	DefaultSize  = 256 << 20
	DefaultBlock = 1 << 20
)

// A Compressor compresses and decompresses single blocks of a compressed file. A function that is not
// needed may be nil. If several readers and writers share a Compressor, its functions must be safe for
// concurrent use.
type Compressor struct {
	// Compress appends to dst one complete stream of src, which has at most 4096 bytes
	// and may be empty.
	Compress func(dst, src []byte) ([]byte, error)

	// Decompress appends to dst the contents of the stream src. dst is empty, and its capacity
	// is enough for any valid block. Since src is not trusted, a longer stream should be an
	// error: do not let dst grow.
	Decompress func(dst, src []byte) ([]byte, error)
}

// Options say how to read or write a file. The zero value reads every plain and compressed file and
// writes plain ones. This package never modifies Options, and goroutines may share them.
type Options struct {
	// Format is the format to write. A reader returns ErrFormat for a file of another
	// format; with Auto it reads all. A program that relies on encryption must set it: with
	// Auto a plain file is read, with or without a key.
	Format Format

	// Compression is for writing Compressed. Readers use that of the file.
	Compression Compression

	// Key is the AES-256 key, 32 bytes. Godot: open_encrypted.
	Key []byte
	// Password is an alternative to Key, see [PasswordKey]. Godot: open_encrypted_with_pass.
	Password string

	// IV, 16 bytes, makes writing Encrypted4 reproducible, for tests. Otherwise leave it nil:
	// then a new one comes from crypto/rand. Two files with the same key and IV show how many
	// bytes at their start are equal, and more.
	IV []byte

	// BigEndian writes the header of Encrypted3 as Godot 3 does when endian_swap is set before
	// open_encrypted. Readers detect it.
	BigEndian bool

	// Strict makes a reader return an error for what engines ignore: a missing "GCPF" at the
	// end, bytes after the end, padding that is not zero.
	Strict bool

	Limits Limits

	// Compressors adds compressions, or replaces built-in ones. The package comment has an example
	// for Zstandard.
	Compressors map[Compression]Compressor
}

// Like returns o changed to write the container that info describes, so that an edited save has the
// same container as before. It keeps limits and codecs, and key and password if the container is
// encrypted. It removes an IV, since an IV must not be used twice.
func (o Options) Like(info Info) Options {
	o.Format = info.Format
	o.Compression = info.Compression
	o.BigEndian = info.BigEndian
	o.IV = nil

	if !info.Format.Encrypted() {
		o.Key = nil
		o.Password = ""
	}

	return o
}

// checked fills in the defaults, and returns an error for invalid options.
func (o Options) checked() (Options, error) {
	if o.Format > Encrypted4 {
		return o, fmt.Errorf("godot: %w: no such format: %d", ErrOptions, o.Format)
	}
	if o.Limits.Size < 0 || o.Limits.Block < 0 {
		return o, fmt.Errorf("godot: %w: negative limit", ErrOptions)
	}
	if o.Limits.Size == 0 {
		o.Limits.Size = DefaultSize
	}
	if o.Limits.Block == 0 {
		o.Limits.Block = DefaultBlock
	}

	switch {
	case o.Key != nil && o.Password != "":
		return o, fmt.Errorf("godot: %w: both a key and a password", ErrOptions)
	case o.Key != nil && len(o.Key) != keySize:
		return o, fmt.Errorf("godot: %w: it has %d bytes instead of %d", ErrKey, len(o.Key),
			keySize)

	case o.Password != "":
		o.Key = PasswordKey(o.Password)
	}

	return o, nil
}

// checkedToWrite also returns an error for options that only a reader may ignore.
func (o Options) checkedToWrite() (Options, error) {
	o, err := o.checked()
	if err != nil {
		return o, err
	}

	if o.Format == Auto {
		o.Format = Plain
	}

	switch {
	case o.Format.Encrypted() && o.Key == nil:
		return o, fmt.Errorf("godot: %w: give Options.Key or Options.Password to write %s",
			ErrKey, o.Format)

	case !o.Format.Encrypted() && o.Key != nil:
		return o, fmt.Errorf("godot: %w: a key, but the format is %s: set Options.Format to Encrypted3 or Encrypted4", ErrOptions, o.Format)

	case o.Format != Compressed && o.Compression != FastLZ:
		return o, fmt.Errorf("godot: %w: a compression, but the format is %s", ErrOptions,
			o.Format)

	case o.Format != Encrypted4 && o.IV != nil:
		return o, fmt.Errorf("godot: %w: an IV, but the format is %s", ErrOptions, o.Format)

	case o.IV != nil && len(o.IV) != ivSize:
		return o, fmt.Errorf("godot: %w: the IV has %d bytes instead of %d", ErrOptions,
			len(o.IV), ivSize)

	case o.Format != Encrypted3 && o.BigEndian:
		return o, fmt.Errorf("godot: %w: BigEndian, but the format is %s", ErrOptions, o.Format)
	}

	return o, nil
}
