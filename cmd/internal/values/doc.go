// Package values has what the programs ask about values of all types: their parts, the names of
// their types and components, and the zero of a type.
package values
