/*
Package dialect describes the wire formats of engines as data: the types of values, their IDs, and
the rules by which an engine writes them. It has no code for values, and reads no bytes.

Package codec has the dialects of the engines and of the published pages, such as codec.Godot4, and
documents them. For any other engine, change the [Spec] of the nearest engine:

	spec := codec.Godot3.Spec()
	spec.Name = "MyFork"
	spec.Types = append(spec.Types, dialect.TypeVector4)
	fork, err := dialect.New(spec)

The constants of [Type], and [Single], [Double] and [Flag64], have aliases in package variant.
*/
package dialect
