package token

import "unicode"

// IsIdentifier reports whether s is a name as GDScript has it: a letter or underscore, and then
// letters, digits and underscores. Text that is written without quotes, such as the name of a
// class, must be one: an engine could take any other for code.
func IsIdentifier(s string) bool {
	for i, c := range s {
		if c != '_' && !unicode.IsLetter(c) && (i == 0 || !unicode.IsDigit(c)) {
			return false
		}
	}
	return s != ""
}
