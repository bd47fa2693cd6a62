// Package notation has the words of Godot's constructor text, Vector2(1, 2.5), and of
// canonical JSON, {"args":[1.0,2.5],"type":"Vector2"}: names, brackets, numbers, quoted
// strings and lists of arguments. It knows no values. Package variant and the packages
// that read and print values are built on it.
//
// Types of your own need [Args] and [ArgsWriter] to have text and JSON, see
// variant.Constructible:
//
//	func (h Health) ToArgs(w notation.ArgsWriter) { notation.PutInt32s(w, h.Now, h.Max) }
//
//	func (Health) FromArgs(a notation.Args) variant.Variant {
//		c := notation.Int32s(a, 2)
//		return Health{c[0], c[1]}
//	}
//
// Whole values are read by the packages codec/text and codec/jsonvar, whose errors are
// of type [*Error].
package notation
