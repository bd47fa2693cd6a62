package main

import (
	"log/slog"
	"os"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"godotvariant/codec/message/rooms/natsd"
)

// busSettings are the settings of the connection to NATS.
type busSettings struct {
	url      string // URLs of NATS servers; empty to start one in this process
	listen   string // address of the started server for other processes, or empty
	folder   string // folder of the started server; empty for a temporary folder
	replicas int
}

// A bus is the connection to NATS, and the server in this process if there is one.
type bus struct {
	conn   *nats.Conn
	server *server.Server
	temp   string // temporary folder, deleted at the end
}

func openBus(s busSettings) (b *bus, err error) {
	b = new(bus)
	defer func() {
		if err != nil {
			b.close()
		}
	}()

	var via nats.Option = func(*nats.Options) error { return nil }
	if s.url == "" {
		if err := b.start(s); err != nil {
			return b, err
		}
		via = nats.InProcessServer(b.server)
	}

	b.conn, err = nats.Connect(s.url, via,
		nats.MaxReconnects(-1),
		nats.ReconnectWait(100*time.Millisecond),
		nats.ReconnectBufSize(-1), // a late renewal of a lease is useless, so nothing is buffered
		nats.RetryOnFailedConnect(false),
		nats.Timeout(time.Second),
		nats.FlusherTimeout(time.Second),
		nats.PingInterval(500*time.Millisecond), // two missing answers end the connection
		nats.MaxPingsOutstanding(2),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			slog.Warn("NATS is away", "error", err)
		}),
		nats.ReconnectHandler(func(c *nats.Conn) {
			slog.Info("NATS is back", "url", c.ConnectedUrl())
		}),
		nats.ErrorHandler(func(_ *nats.Conn, sub *nats.Subscription, err error) {
			slog.Warn("NATS", "error", err)
		}))

	return b, err
}

// start starts a server in this process.
func (b *bus) start(s busSettings) (err error) {
	if s.folder == "" {
		b.temp, err = os.MkdirTemp("", "rooms")
		if err != nil {
			return err
		}
		s.folder = b.temp
	}

	b.server, err = natsd.Start(s.listen, s.folder)
	if err == nil && s.listen != "" {
		slog.Info("NATS", "url", b.server.ClientURL())
	}

	return err
}

func (b *bus) close() {
	if b.conn != nil {
		b.conn.Close()
	}

	if b.server != nil {
		b.server.Shutdown()
		b.server.WaitForShutdown()
	}

	if b.temp != "" {
		_ = os.RemoveAll(b.temp) // files left in a temporary folder do no harm
	}
}
