package wire

import "godotvariant/variant/dialect"

// A Fault describes an error of reading or writing: the offset, the type, the path and the kind.
type Fault struct {
	Offset int
	Type   dialect.Type // type of the value that has the error
	Path   []Step       // path to that value, beginning with the innermost step
	Err    error        // kind of the error
}

// A Step is one step in the path of an error. The caller chooses the type of Key.
type Step struct {
	Kind StepKind
	// Index is the position of an item or pair. A StepKey or StepProperty also has an Index. An
	// error shows this position in place of a long key or name, unless it is NoPosition.
	Index int
	Key   any
	Name  string
}

// NoPosition is the Index of a step whose key or name the program already had in memory, such as
// the key of a struct field. An error always shows such a key or name completely.
const NoPosition = -1

// A StepKind is the kind of a [Step].
type StepKind uint8

const (
	StepIndex    StepKind = iota // the step leads to the item Index
	StepKey                      // the step leads to the value that belongs to Key
	StepPairKey                  // the step leads to the key of the pair Index
	StepProperty                 // the step leads to the property with the name Name
)
