//go:build purego

package codec_test

// purego: packed arrays are read element by element, and each read is a step of a trace.
const purego = true
