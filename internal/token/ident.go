package token

import "unicode"

// IsIdentifier reports whether s is an identifier of GDScript: a letter or underscore, followed by
// letters, digits and underscores. A name that is written without quotes, such as a class, must be
// an identifier: an engine could read any other name as code.
func IsIdentifier(s string) bool {
	return isIdentifier(s) || isUnicodeIdentifier(s)
}

func isUnicodeIdentifier(s string) bool {
	for i, c := range s {
		if c != '_' && !unicode.IsLetter(c) && (i == 0 || !unicode.IsDigit(c)) {
			return false
		}
	}
	return s != ""
}

// isIdentifier is like IsIdentifier, for ASCII.
func isIdentifier(s string) bool {
	for i := range len(s) {
		if !isNameByte(s[i]) && (i == 0 || !isDigit(s[i])) {
			return false
		}
	}
	return s != ""
}

// isNameByte reports whether a name may begin with c.
func isNameByte(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
