package rooms

import (
	"log/slog"
	"time"

	"github.com/nats-io/nats.go"
)

// Connect connects to NATS servers with the options that a [Host] needs. The URLs are separated by
// commas. Further options may follow, such as nats.InProcessServer, nats.UserCredentials, and for
// TLS nats.RootCAs and nats.ClientCert.
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
