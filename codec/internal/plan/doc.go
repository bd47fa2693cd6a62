// Package plan implements codec.Marshal and codec.Unmarshal: it reads and writes Go values.
//
// A plan has the functions that write and read values of one Go type. Each file has the plans of
// one kind of type, for both directions.
package plan
