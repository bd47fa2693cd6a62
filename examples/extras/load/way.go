package main

import (
	"fmt"

	"godotvariant/internal/test/lossy"
)

// A way says how clients and servers are connected: by WebSocket, or by ENet through a network that
// loses some datagrams. The field loss is the percentage of lost datagrams.
type way struct {
	enet bool
	loss int
}

// String returns "websocket", or "enet 5 %".
func (w way) String() string {
	if !w.enet {
		return "websocket"
	}
	return fmt.Sprintf("enet %d %%", w.loss)
}

// variable returns the environment variable that tells a server whether it listens over ENet.
func (w way) variable() string {
	if w.enet {
		return "GDENET=1"
	}
	return "GDENET="
}

// network returns the address for the clients of a server. Over ENet this is the address of a
// network that loses datagrams. The function end ends this network.
func (w way) network(server string) (url string, end func(), err error) {
	if !w.enet {
		return "ws://" + server, func() {}, nil
	}
	n, err := lossy.New(server, lossy.Weather{Loss: float64(w.loss) / 100, Seed: 1})
	if err != nil {
		return "", nil, err
	}
	return "enet://" + n.Addr(), func() { n.Close() }, nil
}
