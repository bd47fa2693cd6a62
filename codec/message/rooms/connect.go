package rooms

import (
	"log/slog"
	"time"

	"github.com/nats-io/nats.go"
)

// Connect connects to NATS servers with the options that a [Host] needs: short timeouts, no buffer
// for messages while no server is connected, and reconnecting without end. The URLs are separated
// by commas, such as "nats://a:4222,nats://b:4222". It is an error if none of the servers answers
// within a second. If all servers are away later, the connection reconnects as soon as one is back.
// Meanwhile Host.Ready returns an error, and rooms halt.
//
// Further options replace those of Connect. They are nats.UserCredentials for an account,
// nats.RootCAs and nats.ClientCert for TLS with URLs of the form "tls://a:4222", or
// nats.InProcessServer for a server in the same process. Connect logs with slog.Default() that the
// connection is lost and back; nats.DisconnectErrHandler, nats.ReconnectHandler and
// nats.ErrorHandler replace that.
func Connect(urls string, options ...nats.Option) (*nats.Conn, error) {
	all := []nats.Option{
		nats.MaxReconnects(-1),
		nats.ReconnectWait(100 * time.Millisecond),
		nats.ReconnectBufSize(-1), // a late renewal of a lease is useless, so nothing is buffered
		nats.RetryOnFailedConnect(false),
		nats.Timeout(time.Second),
		nats.FlusherTimeout(time.Second),
		nats.PingInterval(500 * time.Millisecond), // two missing answers end the connection
		nats.MaxPingsOutstanding(2),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil { // nil: the program has closed the connection
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

	return nats.Connect(urls, append(all, options...)...)
}
