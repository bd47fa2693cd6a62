package parse

import "godotvariant/variant"

// A Made is an object that an engine makes, or a file that an engine loads, while it reads a text.
// The parser reports it even if the value of the text does not contain it, for example because an
// equal key comes later, or because the file is the script of an element type.
type Made struct {
	Class string         // class of the object
	File  string         // path or UID of the file; "" for an object
	Steps []variant.Step // steps to the object or file in the value; valid during the call
}
