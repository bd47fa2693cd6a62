package main

import (
	"context"
	"log/slog"
	"os"

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
	listen   string // address at which the started server accepts other processes, or empty
	folder   string // folder of the started server; empty for a temporary folder
	sync     bool   // the started server waits for the disk before it answers
	replicas int
}

// A bus is the connection to NATS, and the server in this process if there is one.
type bus struct {
	conn   *nats.Conn
	server *server.Server
	temp   string // temporary folder, deleted at the end
}

// openBus opens the connection. While it can't reach a NATS server, it tries again until ctx is
// done, because after a power cut a process may start before NATS.
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

	b.conn, err = rooms.Connect(ctx, s.url, options...)
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
		_ = os.RemoveAll(b.temp) // a temporary folder that stays is harmless
	}
}
