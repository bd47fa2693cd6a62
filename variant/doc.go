// Package variant is the kernel of godotvariant. It has the interface that every Godot
// value implements, the values without a package of their own, and the cursors that
// values are written and read with.
//
// # Values
//
// A [Variant] is a plain Go value. Build it as a literal, and use a type switch to read
// it:
//
//	level := variant.NewDictionary(
//		variant.KV("name", variant.String("Harbour")),
//		variant.KV("spawn", math.Vector3{X: 1, Y: 2, Z: 3}),
//		variant.KV("waves", variant.NewArray(variant.Int(3), variant.Int(5))),
//	)
//
// This package has [Nil], [Bool], [Int], [Float], [String], [StringName], [Array] and
// [Dictionary]. Package math has vectors, matrices and colors, package packed the packed
// arrays, package objects the objects, node paths and handles. Package codec encodes and
// decodes all of them.
//
// [Equal] compares values bit by bit, [EqualApprox] within a tolerance, [KeyEqual] as keys of
// a dictionary. [Compare] sorts them. [Walk] visits a value and all values inside it. [As],
// [Get] and [Lookup] return one part of a value. %v prints what GDScript reads, %#v what Go
// reads.
//
// [Set] and [Delete] change one part. They return a new value, which shares the parts that did
// not change; [Clone] returns a copy that shares nothing. [Diff] returns the changes from one
// value to another, and [Patch.Apply] makes them.
//
// # Terms
//
// A packet is one value on the wire: a header of 4 bytes, which holds the ID of the type
// and flags, and a payload. A frame is a packet after its length. A [Dialect] is the wire
// format of one family of engines, or of one published document. The precision is the
// width of a vector's components. A [Format] is a dialect with all options, compiled.
//
// # One way through
//
// A packet is read in two steps. The first compares its header with the forms of the
// format, in which everything that a header implies is worked out; the second reads the
// payload. An Int is built in one place, skipped in one place where the data is only
// validated, and read into a Go value in one place. Keys of dictionaries, and packets that
// are traced, are read by the type's Decode method. A packet is written in two steps as
// well: the header, then the payload.
//
// # A type of your own
//
// Implement Variant with a payload of whole 4-byte words, and register a zero value with a
// codec.Registry. Encode and Decode mirror each other line by line:
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
// [Reader.CountParts] and [Reader.Owe] before it makes a slice for them.
//
// Optional interfaces give the type more: [Named] a name in text, JSON and errors,
// [Constructible] text and JSON in both directions, [Container] and [TextPrinter] parts
// that are walked and printed, [PartSetter] parts that can be changed.
//
// # Errors
//
// Errors of encoding, decoding, converting, looking up, changing and printing are an [*Error]
// with path and type, and those of reading and writing bytes have an offset. Errors of reading text and
// JSON are a [*notation.Error] with line, column and path. Use errors.Is with the variables that
// begin with Err to find the kind. The page of package codec lists which errors come out of
// which function.
package variant
