// Package browse shows the values of a file as a tree in a terminal, where they are
// folded, searched and changed. It knows nothing of files: a [File] reads text as values
// and writes them.
//
//	up, down, page up, page down   move
//	right, left                    unfold and fold
//	enter                          edit a value, turn a bool, unfold a container
//	/ and n                        search, and find the next
//	d                              delete
//	u, ctrl+r                      undo, and undo it not
//	s                              show what was changed, and write it after y
//	q                              leave
package browse
