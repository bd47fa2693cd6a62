package udp

import (
	"errors"
	"io"
	"net"
	"net/netip"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// A script is a packet connection whose reads return the given errors in turn. For the error nil,
// the read returns a datagram.
type script struct {
	net.PacketConn
	errs []error
}

func (s *script) ReadFrom(b []byte) (int, net.Addr, error) {
	err := s.errs[0]
	s.errs = s.errs[1:]
	if err != nil {
		return 0, nil, err
	}
	from := netip.MustParseAddrPort("[::ffff:10.0.0.1]:7")
	return copy(b, "abc"), net.UDPAddrFromAddrPort(from), nil
}

// TestReader: Read passes a datagram on, and returns false if none comes before the deadline. A
// socket has failed if it is closed, or after more than 100 errors in a row.
func TestReader(t *testing.T) {
	var single = errors.New("connection refused")
	var many []error
	for range maxErrors {
		many = append(many, single)
	}

	s := &script{errs: append(append([]error{nil, os.ErrDeadlineExceeded}, many...), nil)}
	s.errs = append(s.errs, many...)
	s.errs = append(s.errs, os.ErrDeadlineExceeded, single, nil)
	datagrams := 0
	r := New(s).Reader(func(from netip.AddrPort, datagram []byte) {
		require.Equal(t, "10.0.0.1:7", from.String())
		require.Equal(t, "abc", string(datagram))
		datagrams++
	})

	require.True(t, r.Read())
	require.False(t, r.Read())
	for range many {
		require.False(t, r.Read())
		require.NoError(t, r.Err)
	}
	require.True(t, r.Read(), "the count begins again")

	for range many {
		require.False(t, r.Read())
	}
	require.False(t, r.Read())
	require.NoError(t, r.Err, "the deadline is no error")
	require.False(t, r.Read())
	require.Equal(t, single, r.Err)
	require.Equal(t, 2, datagrams)

	for _, end := range []error{net.ErrClosed, io.EOF} {
		s := &script{errs: []error{nil, single, nil, end}}
		read := 0
		err := New(s).ReadAll(func(netip.AddrPort, []byte) { read++ })
		require.Equal(t, end, err)
		require.Equal(t, 2, read)
	}
}

// TestHost: a host is one IPv4 address in any form, or all IPv6 addresses with the same first 64
// bits.
func TestHost(t *testing.T) {
	for a, want := range map[string]string{
		"10.0.0.1":                "10.0.0.1",
		"::ffff:10.0.0.1":         "10.0.0.1",
		"2001:db8::1":             "2001:db8::",
		"2001:db8:0:0:ffff::1":    "2001:db8::",
		"2001:db8:0:1:8000::1":    "2001:db8:0:1::",
		"2001:db8:0:ffff::1":      "2001:db8:0:ffff::",
		"fe80::8000:0:0:1%eth0":   "fe80::",
		"1:2:3:4:ffff:ffff:8:9":   "1:2:3:4::",
		"1:2:3:8004:7fff:ffff::9": "1:2:3:8004::",
	} {
		require.Equal(t, want, Host(netip.MustParseAddr(a)).String(), a)
	}
}
