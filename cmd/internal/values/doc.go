// Package values has facts about values of all types for the programs: their parts, the names of
// their types and components, and the zero of a type.
package values
