package rooms

import (
	"context"
	"fmt"
	"net/url"

	"godotvariant/codec/transport"
	"godotvariant/codec/transport/websocket"
)

// dial connects to a gateway at an address, such as "tcp://host:7400".
func dial(ctx context.Context, address string) (transport.Conn, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}

	switch u.Scheme {
	case "tcp", "udp":
		return transport.Dial(ctx, u.Scheme, u.Host)
	case "ws", "wss":
		return websocket.Dial(ctx, address)
	}

	return nil, fmt.Errorf("rooms: address %q does not begin with tcp, udp or ws", address)
}
