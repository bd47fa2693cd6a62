package transport

import (
	"context"
	"net"
	"strings"

	"godotvariant/internal/fault"
)

// Listen returns a listener of a network: "tcp", "unix", "udp", or a variant of these, such as
// "tcp4". It calls [Stream] or [Datagrams] with their default options.
func Listen(network, address string) (Listener, error) {
	switch {
	case isDatagram(network):
		c, err := net.ListenPacket(network, address)
		if err != nil {
			return nil, err
		}
		return Datagrams(c, DatagramOptions{}), nil

	case isStream(network):
		l, err := net.Listen(network, address)
		if err != nil {
			return nil, err
		}
		return Stream(l, StreamOptions{}), nil

	default:
		return nil, unknownNetwork(network)
	}
}

// Dial connects to a server. The argument network has the same values as in [Listen]. Over UDP the
// Conn proves its address when the server asks for a proof, and then sends its earlier messages
// again.
func Dial(ctx context.Context, network, address string) (Conn, error) {
	if !isDatagram(network) && !isStream(network) {
		return nil, unknownNetwork(network)
	}

	var d net.Dialer
	c, err := d.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}

	if isDatagram(network) {
		return newDatagramClient(c), nil
	}
	return NewStream(c, StreamOptions{}), nil
}

func isDatagram(network string) bool { return strings.HasPrefix(network, "udp") }

func isStream(network string) bool { return strings.HasPrefix(network, "tcp") || network == "unix" }

func unknownNetwork(network string) error {
	return fault.Options("unknown network %q: want tcp, unix or udp", network)
}
