package token

import "unicode"

// IsIdentifier reports whether s is an identifier of GDScript: a letter or underscore, followed by
// letters, digits and underscores. A name that is written without quotes, such as a class, must be
// an identifier: an engine could read any other name as code.
func IsIdentifier(s string) bool {
	for i, c := range s {
		if c != '_' && !unicode.IsLetter(c) && (i == 0 || !unicode.IsDigit(c)) {
			return false
		}
	}
	return s != ""
}
