package rooms

import (
	"context"
	"fmt"
	"net/url"

	"godotvariant/codec/message"
	"godotvariant/codec/transport"
	"godotvariant/codec/transport/websocket"
)

// dial connects to a gateway at an address, such as "tcp://host:7400".
func dial[C any](
	ctx context.Context, address string, mux *message.Mux[C],
) (*message.Client[C], error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}

	switch u.Scheme {
	case "tcp", "udp":
		conn, err := transport.Dial(ctx, u.Scheme, u.Host)
		if err != nil {
			return nil, err
		}
		return message.NewClient(ctx, conn, mux), nil
	case "ws", "wss":
		conn, err := websocket.Dial(ctx, address)
		if err != nil {
			return nil, err
		}
		return message.NewClient(ctx, conn, mux), nil
	}

	return nil, fmt.Errorf("rooms: address %q does not begin with tcp, udp or ws", address)
}
