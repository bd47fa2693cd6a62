package savefile

import (
	"fmt"
	"strconv"
)

// Format is what surrounds the plain bytes of a save file.
type Format uint8

// The formats. Auto is the zero value: a reader finds out by itself, a writer writes Plain.
const (
	Auto       Format = iota
	Plain             // nothing around the bytes. Godot: FileAccess.open, File.open
	Compressed        // "GCPF", the same in all versions. Godot: open_compressed
	Encrypted3        // "GDEC" as Godot 2 and 3 and Pandemonium write it: AES-256-ECB. Godot: open_encrypted, open_encrypted_with_pass
	Encrypted4        // "GDEC" as Godot 4 writes it: AES-256-CFB with an IV. Godot: open_encrypted, open_encrypted_with_pass
)

var formatNames = [...]string{"auto", "plain", "GCPF (compressed)", "GDEC (encrypted, Godot 3)", "GDEC (encrypted, Godot 4)"}

// String names the format with the magic that files of it begin with.
func (f Format) String() string {
	if int(f) < len(formatNames) {
		return formatNames[f]
	}
	return "format " + strconv.Itoa(int(f))
}

// Encrypted says whether the format needs a key.
func (f Format) Encrypted() bool { return f == Encrypted3 || f == Encrypted4 }

// Compression is the mode word of a compressed file. The values are Godot's. Godot: FileAccess.CompressionMode.
type Compression uint32

// The compressions. FastLZ is the zero value and the default of open_compressed.
const (
	FastLZ    Compression = 0 // built in
	Deflate   Compression = 1 // built in; zlib streams
	Zstandard Compression = 2 // needs Options.Codecs; since Godot 3.0
	Gzip      Compression = 3 // built in; since Godot 3.0
	Brotli    Compression = 4 // needs Options.Codecs; Godot 4 reads it and never writes it
)

var compressionNames = [...]string{"FastLZ", "Deflate", "Zstandard", "Gzip", "Brotli"}

// String is Godot's name for the compression.
func (c Compression) String() string {
	if c < Compression(len(compressionNames)) {
		return compressionNames[c]
	}
	return "compression mode " + strconv.FormatUint(uint64(c), 10)
}

// Limits bound what a file may make the reader allocate. Zero means the default. They are checked before anything is allocated, and
// what remains is read in growing steps: a header of 16 bytes that promises 200 MiB costs nothing until the bytes arrive.
type Limits struct {
	Size  int64 // plain bytes in the file, and bytes in its block list; default 256 MiB
	Block int   // plain bytes in one compressed block; default 1 MiB. Engines always write 4096
}

// The defaults of Limits.
const (
	DefaultSize  = 256 << 20
	DefaultBlock = 1 << 20
)

// Codec compresses and decompresses single blocks of a compressed file. Either function may be nil if only the other direction
// is needed. A Codec is used by one reader or writer at a time unless you share it; then its functions must allow that.
type Codec struct {
	// Compress appends to dst one complete stream that holds src (at most 4096 bytes, possibly none).
	Compress func(dst, src []byte) ([]byte, error)

	// Decompress appends to dst what the stream src holds. dst is empty and has room for every honest block: a stream that
	// would go beyond cap(dst) should be given up with an error instead of growing dst, because src is not to be trusted.
	Decompress func(dst, src []byte) ([]byte, error)
}

// Options say how to read or write a file. The zero value reads every plain and compressed file and writes plain ones.
// Options are never changed by this package and may be shared by goroutines.
type Options struct {
	// Format: a reader insists on it and reports ErrFormat for anything else (Auto takes what it finds); a writer writes it.
	// A program that relies on files being encrypted must insist: with Auto a plain file is welcome, key or not.
	Format Format

	// Compression is for writing Compressed; readers take the file's.
	Compression Compression

	// Key is the AES-256 key, 32 bytes. Godot: open_encrypted.
	Key []byte
	// Password is the alternative to Key, see [PasswordKey]. Godot: open_encrypted_with_pass.
	Password string

	// IV, 16 bytes, is for writing Encrypted4 the same way twice, in tests. Leave it nil otherwise: a fresh one comes from
	// crypto/rand, and two files under one key and one IV give away how far they begin alike and more.
	IV []byte

	// BigEndian writes the header of Encrypted3 as Godot 3 does when endian_swap is set before open_encrypted. Readers find out by
	// themselves.
	BigEndian bool

	// Strict makes a reader refuse what engines never look at: a missing "GCPF" at the end, bytes behind the end, padding
	// that isn't zero.
	Strict bool

	Limits Limits

	// Codecs adds compressions, or replaces built-in ones. See the package comment for Zstandard.
	Codecs map[Compression]Codec
}

// Like returns o set to write a file in the container that info describes, so that an edited save goes back the way
// it came. Limits and codecs stay those of o, key and password too if the container is an encrypted one. An IV is dropped,
// since none may be used twice.
func (o Options) Like(info Info) Options {
	o.Format, o.Compression, o.BigEndian, o.IV = info.Format, info.Compression, info.BigEndian, nil
	if !info.Format.Encrypted() {
		o.Key, o.Password = nil, ""
	}
	return o
}

// checked fills in the defaults and refuses what can't be meant.
func (o Options) checked() (Options, error) {
	if o.Format > Encrypted4 {
		return o, fmt.Errorf("savefile: %w: no such format: %d", ErrOptions, o.Format)
	}
	if o.Limits.Size < 0 || o.Limits.Block < 0 {
		return o, fmt.Errorf("savefile: %w: negative limit", ErrOptions)
	}
	if o.Limits.Size == 0 {
		o.Limits.Size = DefaultSize
	}
	if o.Limits.Block == 0 {
		o.Limits.Block = DefaultBlock
	}
	switch {
	case o.Key != nil && o.Password != "":
		return o, fmt.Errorf("savefile: %w: both a key and a password", ErrOptions)
	case o.Key != nil && len(o.Key) != keySize:
		return o, fmt.Errorf("savefile: %w: it has %d bytes, Godot wants %d", ErrKey, len(o.Key), keySize)
	case o.Password != "":
		o.Key = PasswordKey(o.Password)
	}
	return o, nil
}

// checkedToWrite also refuses what a reader may ignore but a writer would silently drop.
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
		return o, fmt.Errorf("savefile: %w: give Options.Key or Options.Password to write %s", ErrKey, o.Format)
	case !o.Format.Encrypted() && o.Key != nil:
		return o, fmt.Errorf("savefile: %w: a key, but the format is %s: set Options.Format to Encrypted3 or Encrypted4", ErrOptions, o.Format)
	case o.Format != Compressed && o.Compression != FastLZ:
		return o, fmt.Errorf("savefile: %w: a compression, but the format is %s", ErrOptions, o.Format)
	case o.Format != Encrypted4 && o.IV != nil:
		return o, fmt.Errorf("savefile: %w: an IV, but the format is %s", ErrOptions, o.Format)
	case o.IV != nil && len(o.IV) != ivSize:
		return o, fmt.Errorf("savefile: %w: the IV has %d bytes instead of %d", ErrOptions, len(o.IV), ivSize)
	case o.Format != Encrypted3 && o.BigEndian:
		return o, fmt.Errorf("savefile: %w: BigEndian, but the format is %s", ErrOptions, o.Format)
	}
	return o, nil
}
