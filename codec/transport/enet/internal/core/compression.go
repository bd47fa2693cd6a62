package core

import "godotvariant/codec/transport/enet/internal/command"

// A Decompress decompresses src to dst, and returns the length of the result. The argument src is a
// compressed datagram without its head.
type Decompress func(dst, src []byte) (int, error)

// An opener opens the compressed datagrams of one connection. A datagram does not name its
// compression. So the opener tries all functions until a result consists of commands, and then uses
// only this function.
type opener struct {
	known Decompress
}

// open decompresses src, a datagram without its head, to dst. It returns the result, or false if
// the datagram can't be decompressed. The argument candidates has all functions that may be tried.
func (o *opener) open(candidates []Decompress, dst, src []byte) ([]byte, bool) {
	if o.known != nil {
		n, err := o.known(dst, src)
		return dst[:n], err == nil
	}

	for _, decompress := range candidates {
		n, err := decompress(dst, src)
		if err == nil && isCommands(dst[:n]) {
			o.known = decompress
			return dst[:n], true
		}
	}

	return nil, false
}

// isCommands reports whether a datagram without its head consists of commands. Zeros may follow the
// commands.
func isCommands(b []byte) bool {
	any := false
	for {
		_, rest, ok := command.Next(b)
		if !ok {
			break
		}
		any = true
		b = rest
	}

	for _, c := range b {
		if c != 0 {
			return false
		}
	}

	return any
}
