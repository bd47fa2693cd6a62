// Package notation is what types need to have text and JSON: a list of arguments to read or to
// write, in constructor text, Vector2(1, 2.5), as in canonical JSON,
// {"args":[1.0,2.5],"type":"Vector2"}. A type of your own has both with these methods, see
// variant.Constructible:
//
//	func (Health) TypeName() string { return "Health" }
//
//	func (h Health) ToArgs(w notation.ArgsWriter) { notation.PutInt32s(w, h.Now, h.Max) }
//
//	func (Health) FromArgs(a notation.Args) variant.Variant {
//		c := notation.Int32s(a, 2)
//		return Health{c[0], c[1]}
//	}
//
// Values are read by the packages codec/text and codec/jsonvar, whose errors are of type
// [*Error].
package notation
