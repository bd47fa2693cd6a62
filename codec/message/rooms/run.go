package rooms

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"godotvariant/codec/transport"
	"godotvariant/codec/transport/websocket"
)

// drainTime is the time that Run has for giving its rooms away.
const drainTime = 10 * time.Second

// Run runs a program with rooms. It calls [Connect] with the argument nats, the URLs of NATS
// servers, and then calls [Open]. It accepts clients at the addresses until ctx is done, and then
// drains for at most 10 s. An address begins with its network, such as "tcp://:7400", "udp://:7400"
// or "ws://:7401". Programs that need more, such as TLS or a port for metrics, call Connect and
// Open themselves.
func Run(ctx context.Context, nats string, c Config, addresses ...string) error {
	conn, err := Connect(ctx, nats)
	if err != nil {
		return err
	}
	defer conn.Close()

	host, err := Open(ctx, conn, c)
	if err != nil {
		return err
	}

	err = host.serve(ctx, addresses)
	patience, cancel := context.WithTimeout(context.Background(), drainTime)
	defer cancel()
	return errors.Join(err, host.Drain(patience))
}

// serve accepts clients at addresses until ctx is done.
func (h *Host) serve(ctx context.Context, addresses []string) error {
	var all []transport.Listener
	defer func() {
		for _, l := range all {
			_ = l.Close() // the listener may be closed already
		}
	}()

	for _, address := range addresses {
		l, err := listen(address)
		if err != nil {
			return err
		}
		all = append(all, l)
	}

	ended := make(chan error, 1)
	go func() { ended <- h.Server().Serve(all...) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
		return nil
	}
}

// listen listens at an address such as "tcp://:7400".
func listen(address string) (transport.Listener, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}

	switch u.Scheme {
	case "tcp", "udp":
		return transport.Listen(u.Scheme, u.Host)
	case "ws":
		return websocket.Listen(u.Host, websocket.Options{})
	}

	return nil, fmt.Errorf("rooms: address %q does not begin with tcp, udp or ws", address)
}
