package edit

import (
	"errors"

	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// An Operation is an edit that a user asks for.
type Operation interface {
	// Plan returns the changes that the edit makes in the value root. The Reader must be for the
	// file with this value.
	Plan(r Reader, root variant.Variant) (Plan, error)
}

// A Plan has the changes of one operation, as a patch and as a list for the user.
type Plan struct {
	// Patch makes the edit.
	Patch tree.Patch
	// Done says for each value how it changes, in the order of the paths that the user has given.
	Done []Done
}

// A Done describes how one value changes.
type Done struct {
	// Path is the path as the user has written it. For a pattern it is the path of one value.
	Path variant.Path
	// Place is the place of the value before all changes of the operation.
	Place Place
	// New is the value after the operation. It is nil for a value that is deleted.
	New variant.Variant
	// Name is the new key or name of a value that is renamed, otherwise nil.
	Name variant.Variant
}

// The errors of operations that can't be done at a place. [*Mismatch] is the error of a value that
// does not fit.
var (
	// ErrRoot is the error of an operation that can't be done with the root, such as deleting or
	// renaming it.
	ErrRoot = errors.New("that can't be done with the whole file: name a value in it")
	// ErrNoName is the error of renaming a part that has no name, such as an item of an Array.
	ErrNoName = errors.New("only keys of a Dictionary and properties can be renamed")
	// ErrNoKey is the error of an operation without a key or name.
	ErrNoKey = errors.New("the new key is empty")
	// ErrNoCopy is the error of duplicating a value if no new key is found for the copy. No key is
	// found if the value is a property, if its key is neither text nor an int, or if nearly 10,000
	// similar keys exist already.
	ErrNoCopy = errors.New("the copy needs a key of its own: insert it with a new key")
	// ErrNoPlace is the error for an index that an array does not have.
	ErrNoPlace = errors.New("the value can't be moved to this position")
)

// Inverse returns the patch that undoes a patch.
func Inverse(p tree.Patch) tree.Patch {
	back := make(tree.Patch, 0, len(p))

	for i := len(p) - 1; i >= 0; i-- {
		c := p[i]
		switch c.Kind {
		case tree.Added:
			c.Kind = tree.Removed
		case tree.Removed:
			c.Kind = tree.Added
		}

		c.Old, c.New = c.New, c.Old
		back = append(back, c)
	}

	return back
}
