// Package wire has cursors over the bytes of packets: headers, numbers, text, counts and depth. It
// does not build values.
package wire
