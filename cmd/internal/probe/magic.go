package probe

import (
	"bytes"
	"slices"
)

// Look is the number of bytes at the start of a file that are used to find its form.
const Look = 4096

// A Form is one of the forms of files that this package detects, such as PNG, JSON or a save.
type Form struct {
	// Name is the name of the form: png, zlib, config.
	Name string
	// Class says what programs can do with files of the form.
	Class Class
	// Mime is the media type of the form, which browsers know.
	Mime string
	// Hint is a sentence about the form. The error of a file that can't be read has it. It may have
	// advice for the user. It is empty for containers, layers and forms without fixed first bytes.
	Hint string
	// Loose marks a form that other bytes may have by chance: their beginning may look like the
	// form, and they may even be readable as the form. A file counts as this form only if its
	// content has a known form.
	Loose bool

	magic string                 // each file of this form has these bytes
	at    int                    // offset of these bytes in the file
	is    func(head []byte) bool // reports whether a file has this form; if nil, magic decides
}

// A Class says what programs can do with the files of a form.
type Class uint8

const (
	Kind      Class = iota // a file whose values are read
	Layer                  // a form around the bytes of another form
	Container              // one of Godot's containers, which package savefile opens
	Foreign                // a file of another program
	Records                // a save, which has no fixed first bytes
	Header                 // other data, and then a save or a text
	Broken                 // a save that can be read only in part
)

const octets = "application/octet-stream"

// magics are the forms that are recognized by fixed first bytes. They are tried before all others.
var magics = []Form{
	{Name: "gcpf", Class: Container, Mime: octets, magic: "GCPF"},
	{Name: "gdec", Class: Container, Mime: octets, magic: "GDEC"},

	{Name: "project.binary", magic: "ECFG", Mime: octets, Hint: "it is a project.binary"},
	{Name: "resource", magic: "RSRC", Mime: octets, Hint: "it is a resource"},
	{Name: "resource", magic: "RSCC", Mime: octets, Hint: "it is a resource"},

	{Name: "png", Class: Foreign, magic: "\x89PNG\r\n\x1a\n", Mime: "image/png",
		Hint: "it is a PNG image"},
	{Name: "jpeg", Class: Foreign, magic: "\xff\xd8\xff", Mime: "image/jpeg",
		Hint: "it is a JPEG image"},
	{Name: "webp", Class: Foreign, magic: "WEBP", at: 8, Mime: "image/webp",
		Hint: "it is a WebP image"},
	{Name: "wav", Class: Foreign, magic: "WAVE", at: 8, Mime: "audio/wav",
		Hint: "it is a WAV sound"},
	{Name: "ogg", Class: Foreign, magic: "OggS", Mime: "audio/ogg", Hint: "it is an Ogg sound"},
	{Name: "mp3", Class: Foreign, magic: "ID3", Mime: "audio/mpeg", Hint: "it is an MP3 sound"},
	{Name: "pck", Class: Foreign, magic: "GDPC", Mime: octets,
		Hint: "it is a PCK, the files of an exported game: GDRE tools takes them out"},
	{Name: "zip", Class: Foreign, magic: "PK\x03\x04", Mime: "application/zip",
		Hint: "it is a ZIP archive: unzip it, and show the files in it"},
	{Name: "sqlite", Class: Foreign, magic: "SQLite format 3\x00", Mime: octets,
		Hint: "it is a SQLite database: sqlite3 opens it"},
	{Name: "gdsc", Class: Foreign, magic: "GDSC", Mime: octets,
		Hint: "it is a compiled script: GDRE tools decompiles it"},
	{Name: "texture", Class: Foreign, magic: "GDST", Mime: octets,
		Hint: "it is an imported texture of Godot 3: the image in the project is the source"},
	{Name: "texture", Class: Foreign, magic: "GST2", Mime: octets,
		Hint: "it is an imported texture of Godot 4: the image in the project is the source"},
	{Name: "glb", Class: Foreign, magic: "glTF", Mime: "model/gltf-binary",
		Hint: "it is a glTF model"},
	{Name: "elf", Class: Foreign, magic: "\x7fELF", Mime: octets,
		Hint: "it is a program for Linux; a game may have its PCK at the end"},
	{Name: "exe", Class: Foreign, magic: "MZ\x90", Mime: octets,
		Hint: "it is a program for Windows; a game may have its PCK at the end"},
	{Name: "utf16", Class: Foreign, magic: "\xfe\xff", Mime: "text/plain",
		Hint: "it is text in UTF-16: save it in UTF-8"},
	{Name: "utf16", Class: Foreign, magic: "\xff\xfe", Mime: "text/plain",
		Hint: "it is text in UTF-16: save it in UTF-8"},
	{Name: "7z", Class: Foreign, magic: "7z\xbc\xaf\x27\x1c", Mime: "application/x-7z-compressed",
		Hint: "it is a 7z archive: unpack it, and show the files in it"},
	{Name: "rar", Class: Foreign, magic: "Rar!\x1a", Mime: "application/vnd.rar",
		Hint: "it is a RAR archive: unpack it, and show the files in it"},
	{Name: "pdf", Class: Foreign, magic: "%PDF-", Mime: "application/pdf",
		Hint: "it is a PDF document"},

	{Name: "gzip", Class: Layer, magic: "\x1f\x8b\x08", Mime: "application/gzip"},
	{Name: "zstd", Class: Layer, magic: "\x28\xb5\x2f\xfd", Mime: "application/zstd"},
}

// Magic returns the form whose fixed first bytes the file has. The second result is false if there
// is no such form. A text has no fixed first bytes.
func Magic(head []byte) (Form, bool) {
	i := slices.IndexFunc(magics, func(f Form) bool { return f.fits(head) })
	if i < 0 {
		return Form{}, false
	}
	return magics[i], true
}

// fits reports whether a file that begins with head may have the form.
func (f Form) fits(head []byte) bool {
	if f.is != nil {
		return f.is(head)
	}
	return len(head) > f.at && bytes.HasPrefix(head[f.at:], []byte(f.magic))
}
