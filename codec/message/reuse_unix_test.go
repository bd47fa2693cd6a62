//go:build unix

package message_test

import "syscall"

// reuseAddress allows a socket the address of another that has just been closed.
func reuseAddress(_, _ string, c syscall.RawConn) error {
	return c.Control(func(fd uintptr) {
		syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1)
	})
}
