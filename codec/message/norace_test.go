//go:build !race

package message_test

const raced = false
