package format

import (
	"bytes"
	"slices"
)

// A Magic has the first bytes of the files of a kind.
type Magic struct {
	Name  string
	Mime  string
	at    int
	bytes string
}

// magics are the kinds of files that are found in saves and beside them.
var magics = []Magic{
	{"png", "image/png", 0, "\x89PNG\r\n\x1a\n"},
	{"jpeg", "image/jpeg", 0, "\xff\xd8\xff"},
	{"webp", "image/webp", 8, "WEBP"},
	{"wav", "audio/wav", 8, "WAVE"},
	{"ogg", "audio/ogg", 0, "OggS"},
	{"mp3", "audio/mpeg", 0, "ID3"},
	{"pck", "application/octet-stream", 0, "GDPC"},
	{"zip", "application/zip", 0, "PK\x03\x04"},
	{"gzip", "application/gzip", 0, "\x1f\x8b\x08"},
	{"zstd", "application/zstd", 0, "\x28\xb5\x2f\xfd"},
	{"gcpf", "application/octet-stream", 0, "GCPF"},
	{"gdec", "application/octet-stream", 0, "GDEC"},
	{"sqlite", "application/octet-stream", 0, "SQLite format 3\x00"},
	{"gdsc", "application/octet-stream", 0, "GDSC"},
	{"texture", "application/octet-stream", 0, "GDST"},
	{"texture", "application/octet-stream", 0, "GST2"},
	{"rsrc", "application/octet-stream", 0, "RSRC"},
	{"rscc", "application/octet-stream", 0, "RSCC"},
	{"glb", "model/gltf-binary", 0, "glTF"},
	{"elf", "application/octet-stream", 0, "\x7fELF"},
	{"exe", "application/octet-stream", 0, "MZ\x90"},
	{"7z", "application/x-7z-compressed", 0, "7z\xbc\xaf\x27\x1c"},
	{"rar", "application/vnd.rar", 0, "Rar!\x1a"},
	{"pdf", "application/pdf", 0, "%PDF-"},
	{"utf16", "text/plain", 0, "\xfe\xff"},
	{"utf16", "text/plain", 0, "\xff\xfe"},
}

// pictures are the names of images that a browser shows.
var pictures = []string{"png", "jpeg", "webp"}

// Picture reports whether a browser shows the file.
func (m Magic) Picture() bool { return slices.Contains(pictures, m.Name) }

// MagicOf returns the kind of a file by its first bytes.
func MagicOf(b []byte) (Magic, bool) {
	i := slices.IndexFunc(magics, func(m Magic) bool {
		return len(b) > m.at && bytes.HasPrefix(b[m.at:], []byte(m.bytes))
	})
	if i < 0 {
		return Magic{}, false
	}
	return magics[i], true
}
