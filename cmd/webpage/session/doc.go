// Package session is the program behind the page. It holds a save file, and may hold a second file
// for a comparison. It answers the calls of the page. It does not depend on a browser. The page
// calls a function by its name, with arguments and a result in JSON, see [Session.Call].
//
// The packages below it do not know the session:
//
//   - message has the texts of answers and errors.
//   - outline has the parts of a value, and the visible rows of the tree.
//   - look makes a short text for each value, and guesses the meaning of a number.
//   - layout has the position of each value in the bytes.
//   - format has the names of engines, framings and containers, and parses bytes and keys that a
//     user enters.
//   - input reads what a user enters.
//   - journal has the edits with undo and redo.
//   - search finds values, and program writes code that builds them.
package session
