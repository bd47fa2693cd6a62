package rooms

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"time"

	"github.com/nats-io/nats.go"
)

// Connect connects to NATS servers with the options that a [Host] needs: short timeouts, no buffer
// for messages while no server is connected, and reconnecting without end. The URLs are separated
// by commas, such as "nats://a:4222,nats://b:4222". While no server can be reached, Connect tries
// again until ctx is done. If the settings are wrong, it returns the error at once. If the
// connection is lost later, it reconnects as soon as a server can be reached again. Until then
// Host.Ready returns an error, and rooms halt.
//
// Further options replace those of Connect. Use nats.UserCredentials for an account, nats.RootCAs
// and nats.ClientCert for TLS with URLs of the form "tls://a:4222", and nats.InProcessServer for a
// server in the same process. Connect logs with slog.Default() when the connection is lost, and
// when it is made again. nats.DisconnectErrHandler, nats.ReconnectHandler and nats.ErrorHandler
// replace these logs.
func Connect(ctx context.Context, urls string, options ...nats.Option) (*nats.Conn, error) {
	all := append(defaults(), options...)
	for {
		conn, err := nats.Connect(urls, all...)
		if err == nil || !isAway(err) {
			return conn, err
		}

		slog.Warn("NATS can't be reached", "url", urls, "error", err)
		pause(ctx, reconnect)
		if ctx.Err() != nil {
			return nil, err
		}
	}
}

// reconnect is the time between two attempts to reach NATS at the start.
const reconnect = 200 * time.Millisecond

// isAway reports whether an error means that no server can be reached, or that a server is not
// ready. It returns false if the settings are wrong.
func isAway(err error) bool {
	var network *net.OpError
	return errors.As(err, &network) || errors.Is(err, nats.ErrNoServers) ||
		errors.Is(err, nats.ErrTimeout) || errors.Is(err, io.EOF)
}

// defaults returns the options that a Host needs.
func defaults() []nats.Option {
	return []nats.Option{
		nats.MaxReconnects(-1),
		nats.ReconnectWait(100 * time.Millisecond),
		nats.ReconnectBufSize(-1), // no buffer, because a late renewal of a lease is useless
		nats.RetryOnFailedConnect(false),
		nats.Timeout(time.Second),
		nats.FlusherTimeout(time.Second),
		nats.PingInterval(500 * time.Millisecond), // two missing answers end the connection
		nats.MaxPingsOutstanding(2),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil { // the error is nil if the program has closed the connection
				slog.Warn("NATS is away", "error", err)
			}
		}),
		nats.ReconnectHandler(func(c *nats.Conn) {
			slog.Info("NATS is back", "url", c.ConnectedUrl())
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			slog.Warn("NATS", "error", err)
		}),
	}
}
