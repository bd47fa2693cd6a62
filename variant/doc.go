// Package variant has the interface that every Godot value implements, the simple values and the
// containers, and the functions for values of all types: to compare, search, change and print them.
//
// # Values
//
// A [Variant] is a plain Go value. Build it as a literal, and use a type switch to read it:
//
//	level := variant.NewDictionary(
//		variant.KV("name", variant.String("Harbour")),
//		variant.KV("spawn", math.Vector3{X: 1, Y: 2, Z: 3}),
//		variant.KV("waves", variant.NewArray(variant.Int(3), variant.Int(5))),
//	)
//
//	switch v := v.(type) {
//	case variant.Int:
//		…
//	case math.Vector3:
//		…
//	}
//
// This package has [Nil], [Bool], [Int], [Float], [String], [StringName], [Array] and [Dictionary].
// Package math has vectors, matrices and colors, package packed the packed arrays, package objects
// the objects, node paths and handles. Package codec encodes and decodes all values. Its page lists
// the types of all engines.
//
// Only Pandemonium 5, a fork of Godot 3, has [TypedArray] and [PackedTypedArray].
//
// # Reading and changing a value
//
//   - [As] returns a value as a Go type, if it has that type.
//   - [Dictionary.Get] returns the value of a key, and tree.Get also as a Go type:
//     tree.Get[variant.Int](player, "hp").
//   - tree.Lookup returns the part at a path: tree.Lookup(v, "player.bag[0].id").
//   - tree.Walk yields a value and all values in it.
//   - tree.Set changes a part: tree.Set(v, "player.at.x", variant.Float(5)). tree.Delete
//     removes one. Both return a new value, which shares all other parts with v.
//   - tree.Clone returns a copy that shares no memory with the value.
//   - [Equal] compares bit by bit, tree.EqualApprox within a tolerance, [KeyEqual] as keys of a
//     Dictionary. tree.Compare is a total order, for sorted keys.
//   - tree.Diff returns the changes from one value to another. tree.Patch.Apply makes them, and
//     tree.Patch.String prints them for people.
//
// A difference prints as
//
//	@ $["player"]["hp"]
//	- 10
//	+ 7
//
// # Text and JSON of a value
//
// A Dictionary with the keys hp and at has these forms:
//
//	%v, String()                       {"hp": 10, "at": Vector2(0.5, 2)}
//	%+v                                the same with one pair a line
//	%#v                                variant.Dictionary{Pairs: []variant.Pair{{Key: …
//	text.Format(v, nil)                what var_to_str(v) returns, digit by digit
//	… with a codec of Godot 3          what var2str(v) returns
//	text.Str.Format(v, nil)            what str(v) and print(v) show
//	text.Lossless.Format(v, nil)       all of the value: var_to_str loses -0.0, for instance
//	jsonvar.Format(v, nil)             {"args":["s:hp","i:10"],"type":"Dictionary"}, what
//	                                   JSON.from_native(v) returns
//	jsonvar.Relaxed.Format(v, nil)     {"hp":10,"at":{"x":0.5,"y":2}}, for people and web tools
//	inspect.Dump(w, packet, options)   the bytes, field by field, with the error at its place
//
// GDScript and str_to_var read the text of %v. text.Parse reads text, with errors that give line,
// column and path. jsonvar.Parse reads the JSON of jsonvar.Format, which is called canonical.
// json.Marshal writes canonical JSON too, and json.Unmarshal reads it into a codec.Value.
// json.Unmarshal can't read JSON into a Dictionary or an Array, because only a codec knows the
// types of the parts.
//
// Text, paths and errors are safe to log and to show in a terminal. They escape a control character
// in data in the form that Godot reads, such as \u001b. A String that is printed alone is not
// escaped: use %q, or [Text]. A class name that is not an identifier is in quotes, so that no part
// of it is read as another value.
//
// # Terms
//
// A packet is one encoded value: a header of 4 bytes, which has the ID of the type and flags, and a
// payload, which has the value. The comment of each type shows its payload as a table; an offset in
// it counts from the start of the packet. A frame is a packet with its length before it.
//
// A [Dialect] is the wire format of one family of engines, or of one published document. The
// precision is the width of the components of vectors. A format is a dialect and all options, as
// tables. A cursor is a [Reader] or a [Writer]: it reads or writes one packet from its start to its
// end.
//
// # A type of your own
//
// A program may have types that no engine has. Implement Variant with a payload of whole
// 4-byte words, and register a zero value with a codec.Registry. Encode and Decode mirror
// each other line by line:
//
//	type Health struct{ Now, Max int32 }
//
//	func (Health) Type() variant.Type { return variant.TypeCustom }
//
//	func (h Health) Encode(w *variant.Writer) error {
//		w.Int32(h.Now)
//		w.Int32(h.Max)
//		return w.Err()
//	}
//
//	func (Health) Decode(r *variant.Reader) (variant.Variant, error) {
//		return variant.Result(r, Health{Now: r.Int32(), Max: r.Int32()})
//	}
//
// The errors of [Writer] and [Reader] are sticky, so a method checks nothing in between.
// A container calls [Writer.Value] and [Reader.Value] for its parts. It calls
// [Reader.CountParts] and [Reader.Reserve] before it makes a slice for them.
//
// A type may implement more interfaces:
//
//   - [Named] gives it a name in text, JSON and errors.
//   - [Constructible] lets it be written as text and JSON, and read from them.
//   - [Container] lets tree.Walk and tree.Lookup find its parts, and [TextPrinter] prints them.
//     The type's methods for package encoding, encoding/json and log/slog call
//     [Printer.Marshal], [JSON] and [LogValue].
//   - [PartSetter] lets tree.Set, tree.Delete and the like change its parts.
//
// # How a packet is read and written
//
// A packet is read in two steps. The first step finds the header in the table of the format, which
// has all facts about packets with this header. The second step reads the payload: it builds a
// value, sets a Go value, or only validates the bytes. Types of your own and keys of dictionaries
// are read by the type's Decode method. A packet is written in two steps as well: the header, then
// the payload.
//
// # Errors
//
// Errors of values, in packets, text, JSON and in memory, are an [*Error]. It has the operation,
// the path to the value, which tree.Lookup accepts, and the type of the value. Errors of decoding
// have an offset, and errors of text and JSON also have a line and a column. [KindOf] returns the
// name of the kind, for metrics. Use errors.Is with the variables that begin with Err to find the
// kind. The page of package codec lists the errors of each function.
package variant
