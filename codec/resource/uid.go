package resource

import (
	"strings"

	"godotvariant/variant"
)

// UID is the number that Godot 4 gives a resource file, so that other files find it after a move.
// Godot: ResourceUID.
type UID int64

// NoUID is the UID of a file that has none. Godot: ResourceUID.INVALID_ID.
const NoUID UID = -1

const (
	uidPrefix = "uid://"
	uidDigits = "abcdefghijklmnopqrstuvwxy012345678"
	noUIDText = uidPrefix + "<invalid>"
)

// String returns the UID in the form of text files: uid:// and the number in base 34, whose digits
// are a to y and 0 to 8. It returns "uid://<invalid>" for NoUID and other negative numbers. Godot:
// ResourceUID.id_to_text.
func (u UID) String() string {
	if u < 0 {
		return noUIDText
	}

	var digits [16]byte
	i := len(digits)
	for {
		i--
		digits[i] = uidDigits[u%UID(len(uidDigits))]
		u /= UID(len(uidDigits))
		if u == 0 {
			return uidPrefix + string(digits[i:])
		}
	}
}

// ParseUID reads a UID from the text that [UID.String] returns. It reads "uid://<invalid>" as
// NoUID. Like engines it keeps the low 63 bits of a number that is too great. The error wraps
// variant.ErrSyntax. Godot: ResourceUID.text_to_id.
func ParseUID(s string) (UID, error) {
	if s == noUIDText {
		return NoUID, nil
	}

	digits, ok := strings.CutPrefix(s, uidPrefix)
	if !ok || digits == "" {
		return NoUID, variant.Because(variant.ErrSyntax, "a UID begins with "+uidPrefix)
	}

	var n uint64
	for i := range len(digits) {
		digit := strings.IndexByte(uidDigits, digits[i])
		if digit < 0 {
			return NoUID, variant.Because(variant.ErrSyntax, "a UID has the digits a-y and 0-8")
		}
		n = n*uint64(len(uidDigits)) + uint64(digit)
	}

	return UID(n &^ (1 << 63)), nil
}
