// Package sliced does long work with values part by part, so that a program with one thread can
// answer in between: it reads packets, writes them, converts values and makes texts of them.
//
// A long container is cut into runs of its parts. A run is a container of the same kind that has
// only these parts, so that the functions of the library work on it as they do on the whole. What
// they return for the runs, without the beginning and the end of the container, is what they return
// for the whole. Where this is not so, the container is worked on as a whole.
package sliced

// A Watch is called after each slice of work with the number of bytes that are done so far. It may
// be nil.
type Watch func(done int)
