//go:build !unix

package message_test

import "syscall"

// reuseAddress allows nothing: the system decides.
func reuseAddress(_, _ string, _ syscall.RawConn) error { return nil }
