// Package compress opens compressed datagrams of ENet. Each function decompresses src to dst, and
// returns the length of the result. A result longer than dst is an error.
package compress

import "errors"

// ErrDamaged is the error for data that no compressor writes, or that is too long after
// decompression.
var ErrDamaged = errors.New("enet: damaged compressed datagram")
