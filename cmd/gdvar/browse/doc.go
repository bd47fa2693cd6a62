// Package browse shows the values of a file as a tree in a terminal. The user can fold, search and
// change them. The package does not read or write files itself: a [File] does that, and it also
// parses the text that the user types. [Keys] lists the keys.
package browse

// Keys is the list of keys that ? shows.
const Keys = `up, down, k, j        move
page up, page down    move by a screen; also b and f, or space
home, end, g, G       move to the first or the last value
right, left, l, h     unfold and fold; left moves to the parent of a folded value
enter, e              edit a value, invert a bool, unfold a container
/ and n               search, and find the next match: words, type:Color, key:hp,
                      value:Tia, >1000, changed:
d, delete             delete
u, ctrl+r             undo and redo
s                     show the changes, and write them after y
?                     this list
esc                   back; in the tree it takes a message away
q                     leave, and ask before changes are dropped`
