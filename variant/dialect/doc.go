// Package dialect describes the wire formats of engines as data: the types of values, their IDs, and
// the rules by which an engine writes them.
package dialect
