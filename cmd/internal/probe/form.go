package probe

import "slices"

// guesses are the forms that can't be recognized by fixed first bytes, in the order in which they
// are tried. Texts of different kinds can have the same beginning. A ConfigFile begins with a
// bracket, like JSON and a resource. A text of base64 has =, like a key of a ConfigFile. A save
// can't be text, because the header of each value has zero bytes.
var guesses = []Form{
	{Name: "zlib", Class: Layer, is: isZlib},
	{Name: "resource", is: isResource},
	{Name: "json", is: isJSON},
	{Name: "base64", Class: Layer, Loose: true, is: isBase64},
	{Name: "config", is: isConfig},

	{Name: "save", Class: Records, is: isAny},
	{Name: "fastlz", Class: Layer, Loose: true, is: isFastLZ},
	{Name: "header", Class: Header, is: isAny},
	{Name: PlainText, is: isPlain},
	{Name: "damaged", Class: Broken, is: isAny},
}

// PlainText is the name of the form of a text that has no other form.
const PlainText = "text"

// Forms returns the forms that a file with the first bytes head may have, in the order in which
// they are tried.
func Forms(head []byte) (found []Form) {
	for _, f := range slices.Concat(magics, guesses) {
		if f.fits(head) {
			found = append(found, f)
		}
	}
	return found
}

// Is reports whether a file that begins with head may have the form with this name.
func Is(name string, head []byte) bool {
	return slices.ContainsFunc(Forms(head), func(f Form) bool { return f.Name == name })
}

// isAny accepts all files. It is for forms that can't be recognized by their first bytes.
func isAny([]byte) bool { return true }

// isZlib reports whether bytes begin with a header of zlib: a window of 32 KiB, and a correct
// check.
func isZlib(head []byte) bool {
	return len(head) > 2 && head[0] == 0x78 && (int(head[0])<<8|int(head[1]))%31 == 0
}

// isFastLZ reports whether bytes may begin a block of FastLZ: the three highest bits of the first
// byte are the level, which is 0 or 1.
func isFastLZ(head []byte) bool { return len(head) > 0 && head[0]>>5 < 2 && !IsText(head) }
