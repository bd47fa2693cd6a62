// Package variant is the kernel of godotvariant: the interface that every Godot
// value implements, the values that are not of a package of their own, and the cursors
// that values are written and read with.
//
// # Values
//
// A [Variant] is a plain Go value, to be built as a literal and to be switched on:
//
//	level := variant.NewDictionary(
//		variant.KV("name", variant.String("Harbour")),
//		variant.KV("spawn", math.Vector3{X: 1, Y: 2, Z: 3}),
//		variant.KV("waves", variant.NewArray(variant.Int(3), variant.Int(5))),
//	)
//
// This package has [Nil], [Bool], [Int], [Float], [String], [StringName],
// [Array] and [Dictionary]. Package math has the vectors and their like,
// packed the packed arrays, objects the objects, node paths and handles.
// Package codec turns all of them into bytes and back.
//
// [Equal] compares values bit by bit, [KeyEqual] as keys of a dictionary;
// [Walk] visits a value and all inside of it; [As] and [Dictionary.Get] reach
// for one; %v prints what GDScript would read, %#v what Go would.
//
// # Terms
//
// A packet is one value on the wire: a header of 4 bytes, which holds the ID of
// its type and flags, and a payload. A frame is a packet with its length before
// it. A [Dialect] is what one family of engines, or one published page, writes;
// the precision is the width of a vector's components; a [Format] is a dialect
// and all options together, compiled.
//
// # A type of your own
//
// Implement Variant with a payload of whole 4-byte words, and register a zero
// value of it with a codec.Registry. Encode and Decode mirror each other line by line:
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
// A type that is [Named] has a name in text, JSON and errors. One that is [Constructible]
// can be written as text and JSON, and read by codec/text and codec/jsonvar.
//
// The errors of [Writer] and [Reader] stick, so nothing is checked in between.
// A container calls [Writer.Value] and [Reader.Value] for what is inside, and
// [Reader.CountParts] and [Reader.Owe] before it makes room for them.
//
// # Errors
//
// Every error is an [*Error] with offset, path and type; errors.Is finds its
// kind, one of the variables that begin with Err.
package variant
