package plan

import (
	"strings"
	"unicode"
)

// A Naming has the same values as codec.Naming. It says how the key of a field without a tag
// follows from its name in Go.
type Naming uint8

const (
	SnakeCase Naming = iota
	FieldName
)

// key returns the key of a field. The argument name is the name of the field in Go.
func (n Naming) key(name string) string {
	if n == FieldName {
		return name
	}
	return Snake(name)
}

// Snake converts a Go name to the form in which Godot 4 writes names in scripts. TakeDamage becomes
// take_damage, and Node2D becomes node_2d. Godot: String.to_snake_case.
func Snake(name string) string {
	var b strings.Builder
	letters := []rune(name)

	for i, c := range letters {
		if i > 0 && beginsWord(letters, i) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(c))
	}

	return b.String()
}

// beginsWord reports whether letter number i begins a word, by the rule of
// String::_separate_compound_words in the engine. The letter must not be the first one.
func beginsWord(letters []rune, i int) bool {
	before := letters[i-1]
	c := letters[i]
	beforeLower := i+1 < len(letters) && isLower(letters[i+1])

	switch {
	case unicode.IsUpper(c):
		return isLower(before) || beforeLower && (unicode.IsUpper(before) || isDigit(before))
	case isLower(c):
		return isDigit(before) && beforeLower
	case isDigit(c):
		return unicode.IsUpper(before) || isLower(before)
	default:
		return false
	}
}

// isLower reports whether the engine treats c as a lower case letter. It also treats ª as a lower
// case letter.
func isLower(c rune) bool { return unicode.In(c, unicode.Lower, unicode.Other_Lowercase) }

// isDigit reports whether the engine treats c as a digit. It treats only 0 to 9 as digits, and no
// other digits of Unicode.
func isDigit(c rune) bool { return '0' <= c && c <= '9' }
