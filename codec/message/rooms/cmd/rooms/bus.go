package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"os"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"godotvariant/codec/message/rooms"
	"godotvariant/codec/message/rooms/natsd"
)

// busSettings are the settings of the connection to NATS.
type busSettings struct {
	url      string // URLs of NATS servers; empty to start one in this process
	ca       string // file with the certificates of the servers' authority, or empty
	creds    string // file with credentials, or empty
	listen   string // address of the started server for other processes, or empty
	folder   string // folder of the started server; empty for a temporary folder
	sync     bool   // whether the started server waits for the disk
	replicas int
}

// A bus is the connection to NATS, and the server in this process if there is one.
type bus struct {
	conn   *nats.Conn
	server *server.Server
	temp   string // temporary folder, deleted at the end
}

// openBus opens the connection. While no NATS server can be reached, it tries again until ctx is
// done: after a power cut a process may be there before NATS.
func openBus(ctx context.Context, s busSettings) (b *bus, err error) {
	b = new(bus)
	defer func() {
		if err != nil {
			b.close()
		}
	}()

	var options []nats.Option
	if s.ca != "" {
		options = append(options, nats.RootCAs(s.ca))
	}
	if s.creds != "" {
		options = append(options, nats.UserCredentials(s.creds))
	}
	if s.url == "" {
		if err := b.start(s); err != nil {
			return b, err
		}
		options = append(options, nats.InProcessServer(b.server))
	}

	b.conn, err = connect(ctx, s.url, options)
	return b, err
}

// connect connects to NATS. It tries again while that may help, until ctx is done.
func connect(ctx context.Context, url string, options []nats.Option) (*nats.Conn, error) {
	for {
		conn, err := rooms.Connect(url, options...)
		if err == nil || !isAway(err) {
			return conn, err
		}

		slog.Warn("NATS can't be reached", "url", url, "error", err)
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(reconnect):
		}
	}
}

// reconnect is the time between two attempts to reach NATS at the start.
const reconnect = 200 * time.Millisecond

// isAway reports whether the error is of a server that is not there, or not ready, rather than of
// wrong settings.
func isAway(err error) bool {
	var network *net.OpError
	return errors.As(err, &network) || errors.Is(err, nats.ErrNoServers) ||
		errors.Is(err, nats.ErrTimeout) || errors.Is(err, io.EOF)
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

	b.server, err = natsd.Start(natsd.Options{
		Address: s.listen, Folder: s.folder, SyncAlways: s.sync,
	})
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
