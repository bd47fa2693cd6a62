package configfile

import (
	"strings"
	"unicode/utf8"

	"godotvariant/variant"
)

const byteOrderMark = "\uFEFF"

var (
	keyEscapes     = strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	sectionEscapes = strings.NewReplacer(`]`, `\]`)
)

// encodeKey returns a key as Godot 4 writes it. Godot: String.property_name_encode.
func encodeKey(key string) string {
	for _, c := range key {
		if c <= ' ' || c >= 0x7F || strings.ContainsRune(`=";[]`, c) {
			return `"` + keyEscapes.Replace(key) + `"`
		}
	}
	return key
}

// encodeSection returns the heading that the engine reads as a section with this name. Godot 3 has
// no escape, and reads bytes as Latin-1.
func encodeSection(name string, godot3 bool) string {
	if godot3 {
		return "[" + toLatin1(name) + "]"
	}
	return "[" + sectionEscapes.Replace(name) + "]"
}

// decodeKey returns a key without quotes as engines read it: without the space around it, and with
// each byte as a character of Latin-1.
func decodeKey(bytes string) string {
	return fromLatin1(bytes, func(c byte) bool { return c > ' ' })
}

// decodeSection returns the name between the brackets of a heading as an engine reads it.
func decodeSection(bytes string, godot3 bool) string {
	if godot3 {
		return strings.Trim(fromLatin1(bytes, func(c byte) bool { return c != 0 }), space)
	}

	name, _, _ := strings.Cut(strings.ReplaceAll(bytes, `\]`, `]`), "\x00")
	return strings.Trim(decodeUTF8(name), space)
}

// space has the characters that engines trim from both ends of the name of a section.
const space = "\x01\x02\x03\x04\x05\x06\x07\b\t\n\v\f\r\x0e\x0f" +
	"\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f "

// decodeString returns the text that an engine reads from the bytes of a string in a value. As in
// engines, a NUL in the bytes is an error.
func decodeString(bytes string, godot3 bool) (string, error) {
	switch {
	case strings.IndexByte(bytes, 0) >= 0:
		return "", variant.ErrNUL
	case godot3 && !utf8.ValidString(bytes):
		return fromLatin1(bytes, func(byte) bool { return true }), nil
	default:
		return decodeUTF8(bytes), nil
	}
}

// fromLatin1 reads bytes as Latin-1. The result has only the bytes c for which used(c) is true.
func fromLatin1(bytes string, used func(c byte) bool) string {
	var b strings.Builder
	for i := range len(bytes) {
		if used(bytes[i]) {
			b.WriteRune(rune(bytes[i]))
		}
	}
	return b.String()
}

// toLatin1 returns s with one byte for each character of Latin-1. Other characters keep their bytes
// in UTF-8.
func toLatin1(s string) string {
	var b []byte
	for _, c := range s {
		if c <= 0xFF {
			b = append(b, byte(c))
		} else {
			b = utf8.AppendRune(b, c)
		}
	}
	return string(b)
}

// decodeUTF8 returns text as Godot 4 reads it: without a byte order mark, and with U+FFFD for each
// byte that is not UTF-8. An incomplete character in front of another character becomes one U+FFFD.
func decodeUTF8(bytes string) string {
	bytes = strings.TrimPrefix(bytes, byteOrderMark)
	if utf8.ValidString(bytes) {
		return bytes
	}

	var b strings.Builder
	for bytes != "" {
		c, n := utf8.DecodeRuneInString(bytes)
		if c == utf8.RuneError && n == 1 {
			n = cutOff(bytes)
		}
		b.WriteRune(c)
		bytes = bytes[n:]
	}

	return b.String()
}

// cutOff returns the length of the incomplete character at the start of bytes, if another character
// follows it. Otherwise it returns 1.
func cutOff(bytes string) int {
	size := 1
	switch c := bytes[0]; {
	case c >= 0xC2 && c < 0xE0:
		size = 2
	case c >= 0xE0 && c < 0xF0:
		size = 3
	case c >= 0xF0 && c < 0xF5:
		size = 4
	}

	n := 1
	for n < size && n < len(bytes) && bytes[n]&0xC0 == 0x80 {
		n++
	}

	if n == size || n == len(bytes) {
		return 1
	}

	return n
}
