package document

import "bytes"

// A hint says what a file is that is not a save, and what a user can do with it.
type hint struct {
	at    int
	magic string
	text  string
}

// hints are for files that are often near saves or in the folders of games.
var hints = []hint{
	{0, "\x89PNG\r\n\x1a\n", "it is a PNG image"},
	{0, "\xff\xd8\xff", "it is a JPEG image"},
	{8, "WEBP", "it is a WebP image"},
	{8, "WAVE", "it is a WAV sound"},
	{0, "OggS", "it is an Ogg sound"},
	{0, "ID3", "it is an MP3 sound"},
	{0, "GDPC", "it is a PCK, the files of an exported game: GDRE tools takes them out"},
	{0, "PK\x03\x04", "it is a ZIP archive: unzip it, and show the files in it"},
	{0, "SQLite format 3\x00", "it is a SQLite database: sqlite3 opens it"},
	{0, "GDSC", "it is a compiled script: GDRE tools decompiles it"},
	{0, "GDST", "it is an imported texture of Godot 3: the image in the project is the source"},
	{0, "GST2", "it is an imported texture of Godot 4: the image in the project is the source"},
	{0, "glTF", "it is a glTF model"},
	{0, "\x7fELF", "it is a program for Linux; a game may have its PCK at the end"},
	{0, "MZ", "it is a program for Windows; a game may have its PCK at the end"},
	{0, "\xfe\xff", "it is text in UTF-16: save it in UTF-8"},
	{0, "\xff\xfe", "it is text in UTF-16: save it in UTF-8"},
	{0, "7z\xbc\xaf\x27\x1c", "it is a 7z archive: unpack it, and show the files in it"},
	{0, "Rar!", "it is a RAR archive: unpack it, and show the files in it"},
	{0, "%PDF", "it is a PDF document"},
	{0, "RSRC", "it is a resource"},
	{0, "RSCC", "it is a resource"},
	{0, "ECFG", "it is a project.binary"},
}

// hintOf returns a sentence about a file that begins with head, or "".
func hintOf(head []byte) string {
	for _, h := range hints {
		if len(head) > h.at && bytes.HasPrefix(head[h.at:], []byte(h.magic)) {
			return h.text
		}
	}

	return ""
}

// isPlainText reports whether the only control characters in b are tabs and line breaks.
func isPlainText(b []byte) bool {
	return !bytes.ContainsFunc(b, func(r rune) bool {
		return r < ' ' && r != '\t' && r != '\r' && r != '\n'
	})
}
