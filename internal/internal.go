// Package internal has code that the module's packages share and programs can't use.
package internal

// A Dialect has the value of an exported variable of package dialect and a copy that no program can
// change. Both are of type *dialect.Dialect.
type Dialect struct {
	Name, Own any
	Page      bool // defined by a published page, not by an engine
}

// Dialects has all dialects: those of engines, newest first, then those of pages. Package dialect
// sets it.
var Dialects []Dialect
