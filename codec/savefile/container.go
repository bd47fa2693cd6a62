package savefile

import "strconv"

// Container is the format in which a save file holds its plain bytes.
type Container uint8

// The containers. Auto is the zero value. With Auto a reader detects the container, and a writer
// writes Plain. Godot: FileAccess.open, open_compressed, and open_encrypted or
// open_encrypted_with_pass; Godot 3: the same methods of File.
const (
	Auto       Container = iota
	Plain                // no container
	Compressed           // "GCPF", the same in all versions
	Encrypted3           // "GDEC" of Godot 2 and 3 and Pandemonium: AES-256-ECB
	Encrypted4           // "GDEC" of Godot 4: AES-256-CFB with an IV
)

var containerNames = [...]string{
	"auto", "plain", "GCPF (compressed)", "GDEC (encrypted, Godot 3)", "GDEC (encrypted, Godot 4)",
}

// String returns the name of the container, with its magic.
func (c Container) String() string {
	if int(c) < len(containerNames) {
		return containerNames[c]
	}
	return "container " + strconv.Itoa(int(c))
}

// Encrypted reports whether the container needs a key.
func (c Container) Encrypted() bool { return c == Encrypted3 || c == Encrypted4 }

// Compression is the method that compresses the blocks of a compressed file. Its values are Godot's
// mode words in the header. Godot: FileAccess.CompressionMode; Godot 3: File.CompressionMode.
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
