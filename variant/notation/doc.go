// Package notation lets types read and write their text and JSON. In both forms a value consists of
// the name of its type and a list of arguments. Constructor text is the expression that makes the
// value in a script, Vector2(1, 2.5). Canonical JSON has the form of Godot's JSON.from_native,
// {"args":[1.0,2.5],"type":"Vector2"}.
//
// Your own type gets both forms with these three methods, see variant.Constructible:
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
// Packages codec/text and codec/jsonvar read whole values. Their errors are a
// *variant.Error with line and column.
package notation
