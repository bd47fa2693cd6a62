//go:build !purego

package codec_test

const purego = false
