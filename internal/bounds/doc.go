// Package bounds has no code but tests of what functions cost: memory for each byte of input, and
// time in proportion to it, with data that is built to cost much.
package bounds
