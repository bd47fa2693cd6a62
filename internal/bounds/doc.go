// Package bounds has only tests. They measure what functions cost: memory for each byte of input,
// and time in proportion to it, with data that is built to cost much.
package bounds
