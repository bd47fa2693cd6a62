package savefile

import (
	"cmp"
	"fmt"

	"godotvariant/variant"
)

// Limits bound the memory of a reader. Zero means the default. They are checked before anything is
// allocated, and the memory grows only with the bytes that arrive. So a header that claims 200 MiB
// does not allocate 200 MiB. The defaults of MaxBlock and MaxRatio accept all files that engines
// write.
type Limits struct {
	// MaxSize is the greatest number of plain bytes in the file, and of bytes in the list of block
	// lengths of a compressed file. 0 means 256 MiB.
	MaxSize int64
	// MaxBlock is the greatest number of plain bytes in one compressed block. 0 means 64 KiB.
	// Engines write blocks of 4096.
	MaxBlock int
	// MaxRatio is the greatest number of plain bytes for each byte of a compressed file. 0 means
	// 512. For zeros in blocks of 4096 bytes the ratio is less than 256. For larger blocks of
	// Deflate it can be 1000.
	MaxRatio int
}

// The defaults of Limits.
const (
	defaultSize  = 256 << 20
	defaultBlock = 64 << 10
	defaultRatio = 512
)

// A Compressor compresses and decompresses single blocks of a compressed file. A function that is
// not needed may be nil. If several readers and writers share a Compressor, its functions must be
// safe for concurrent use.
type Compressor struct {
	// Compress appends one complete stream of src to dst. The argument src has at most 4096 bytes,
	// and may be empty.
	Compress func(dst, src []byte) ([]byte, error)

	// Decompress appends the contents of the stream src to dst. The argument dst is empty, and its
	// capacity is sufficient for any valid block. The stream is not trusted, so a longer content
	// must be an error: do not let dst grow.
	Decompress func(dst, src []byte) ([]byte, error)
}

// Options say how to read or write a file. The zero value reads every plain and compressed file and
// writes plain files. This package never modifies Options, and goroutines may share them.
type Options struct {
	// Container is the container to write. A reader returns ErrFormat for a file in another
	// container; with Auto it reads every container. A program that relies on encryption must set
	// Container: with Auto, a reader with a key also accepts a plain file.
	Container Container

	// Compression is the compression of a new Compressed file. A reader ignores it, because the
	// header of the file says which compression the file has.
	Compression Compression

	// Key is the AES-256 key. It has 32 bytes. Godot: open_encrypted.
	Key []byte
	// Password is an alternative to Key, see [PasswordKey]. Godot: open_encrypted_with_pass.
	Password string

	// IV makes writing Encrypted4 reproducible, for tests. It has 16 bytes. Otherwise leave it nil,
	// so that each file gets a new IV from crypto/rand. If two files have the same key and IV, an
	// attacker can see how many bytes at their start are equal, and more.
	IV []byte

	// BigEndian writes the header of Encrypted3 as Godot 3 does when endian_swap is set before
	// open_encrypted. Readers detect the byte order.
	BigEndian bool

	// Strict makes a reader return an error for faults that engines ignore: a missing "GCPF" at the
	// end, bytes after the end, padding that is not zero.
	Strict bool

	Limits Limits

	// Compressors adds compressions, or replaces built-in ones. The package comment has an example
	// for Zstandard.
	Compressors map[Compression]Compressor
}

// Like returns a copy of o that writes the container that info describes, so that an edited save
// keeps its container. It keeps limits and compressors, and key and password if the container is
// encrypted. It removes an IV, because an IV must not be used twice.
func (o Options) Like(info Info) Options {
	o.Container = info.Container
	o.Compression = info.Compression
	o.BigEndian = info.BigEndian
	o.IV = nil

	if !info.Container.Encrypted() {
		o.Key = nil
		o.Password = ""
	}

	return o
}

// checked fills in the defaults, and returns an error for invalid options.
func (o Options) checked() (Options, error) {
	if o.Container > Encrypted4 {
		return o, fmt.Errorf("godot: %w: no such container: %d", variant.ErrOptions, o.Container)
	}
	if o.Limits.MaxSize < 0 || o.Limits.MaxBlock < 0 || o.Limits.MaxRatio < 0 {
		return o, fmt.Errorf("godot: %w: negative limit", variant.ErrOptions)
	}

	o.Limits.MaxSize = cmp.Or(o.Limits.MaxSize, defaultSize)
	o.Limits.MaxBlock = cmp.Or(o.Limits.MaxBlock, defaultBlock)
	o.Limits.MaxRatio = cmp.Or(o.Limits.MaxRatio, defaultRatio)

	switch {
	case o.Key != nil && o.Password != "":
		return o, fmt.Errorf("godot: %w: both a key and a password", variant.ErrOptions)
	case o.Key != nil && len(o.Key) != keySize:
		return o, fmt.Errorf("godot: %w: it has %d bytes instead of %d", ErrKey, len(o.Key),
			keySize)

	case o.Password != "":
		o.Key = PasswordKey(o.Password)
	}

	return o, nil
}

// checkedToWrite is like checked. It also returns an error for options with which a file can be
// read but not written.
func (o Options) checkedToWrite() (Options, error) {
	o, err := o.checked()
	if err != nil {
		return o, err
	}

	if o.Container == Auto {
		o.Container = Plain
	}

	switch {
	case o.Container.Encrypted() && o.Key == nil:
		return o, fmt.Errorf("godot: %w: give Options.Key or Options.Password to write %s",
			ErrKey, o.Container)

	case !o.Container.Encrypted() && o.Key != nil:
		return o, fmt.Errorf("godot: %w: a key, but the container is %s: "+
			"set Options.Container to Encrypted3 or Encrypted4", variant.ErrOptions, o.Container)

	case o.Container != Compressed && o.Compression != FastLZ:
		return o, fmt.Errorf("godot: %w: a compression, but the container is %s",
			variant.ErrOptions, o.Container)

	case o.Container != Encrypted4 && o.IV != nil:
		return o, fmt.Errorf("godot: %w: an IV, but the container is %s", variant.ErrOptions,
			o.Container)

	case o.IV != nil && len(o.IV) != ivSize:
		return o, fmt.Errorf("godot: %w: the IV has %d bytes instead of %d", variant.ErrOptions,
			len(o.IV), ivSize)

	case o.Container != Encrypted3 && o.BigEndian:
		return o, fmt.Errorf("godot: %w: BigEndian, but the container is %s", variant.ErrOptions,
			o.Container)
	}

	return o, nil
}
