package probe

import "slices"

// guesses are the other forms, in the order in which they are tried. A text of one kind can begin as
// one of another: a ConfigFile begins with a bracket, as JSON and a resource do, and base64 ends with
// =, as a key does.
var guesses = []Form{
	{Name: "zlib", Class: Layer, is: isZlib},
	{Name: "resource", is: isResource},
	{Name: "json", is: isJSON},
	{Name: "base64", Class: Layer, is: isBase64},
	{Name: "config", is: isConfig},
	{Name: "text", is: isPlain},
}

// Forms returns the forms that a file may have that begins with head, in the order in which they are
// tried.
func Forms(head []byte) (found []Form) {
	for _, f := range slices.Concat(magics, guesses) {
		if f.fits(head) {
			found = append(found, f)
		}
	}
	return found
}

// Is reports whether a file that begins with head may have the form with a name.
func Is(name string, head []byte) bool {
	return slices.ContainsFunc(Forms(head), func(f Form) bool { return f.Name == name })
}

// isZlib reports whether bytes begin with a header of zlib: a window of 32 KiB, and a correct
// check.
func isZlib(head []byte) bool {
	return len(head) > 2 && head[0] == 0x78 && (int(head[0])<<8|int(head[1]))%31 == 0
}
