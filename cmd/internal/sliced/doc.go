// Package sliced divides long work with values into slices, so that a program with one thread can
// handle other calls between two slices. It reads and writes packets, converts values and makes
// texts of values.
//
// A long container is cut into runs of its parts. A run is a container of the same kind that has
// only these parts, so that the functions of the library also work on a run. Package sliced removes
// the beginning and the end of the container from the result for each run. The rest of each result
// is a piece of the result for the whole container. If a result depends on all parts, package
// sliced does not divide the container.
package sliced
