// Package browse shows the values of a file as a tree in a terminal. The user can fold, search and
// change them. The package does not read or write files itself: a [File] does that, and it also
// parses the text that the user types.
//
//	up, down, page up, page down   move
//	right, left                    unfold and fold
//	enter                          edit a value, invert a bool, unfold a container
//	/ and n                        search, and find the next match
//	d                              delete
//	u, ctrl+r                      undo and redo
//	s                              show the changes, and write them after y
//	q                              leave
package browse
