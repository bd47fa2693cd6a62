// Package plan reads and writes Go values: what codec.Marshal and codec.Unmarshal do.
//
// A plan is how values of one Go type are written and read. Each file has one kind of type, in both
// directions.
package plan
