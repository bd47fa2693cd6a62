package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"godotvariant/codec/message/rooms"
	"godotvariant/codec/message/rooms/lifecycle"
	"godotvariant/codec/message/rooms/metrics"
	"godotvariant/codec/message/rooms/ticket"
)

// alivePeriod is the time between two health reports to Agones. Agones expects one every 5 s.
const alivePeriod = 2 * time.Second

// An operatorPort is the HTTP port for operators: metrics, health and readiness.
type operatorPort struct {
	listener net.Listener
	server   *http.Server
	agones   lifecycle.SDK // nil without Agones
}

// openOperatorPort opens the port. The port answers until close is called, even while the host
// drains.
func openOperatorPort(ctx context.Context, address string, host *rooms.Host,
	m *metrics.Metrics) (*operatorPort, error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}

	process := processOf(host)
	mux := http.NewServeMux()
	mux.Handle("/", lifecycle.Handler(process))
	mux.Handle("GET /metrics", m.Handler())

	p := &operatorPort{
		listener: listener,
		server:   httpServer(mux),
		agones:   lifecycle.FromEnvironment(),
	}
	go func() {
		if err := p.server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			slog.Error("the port for operators has closed", "error", err)
		}
	}()

	if p.agones != nil {
		go lifecycle.Report(ctx, p.agones, process, alivePeriod, slog.Default())
	}

	return p, nil
}

// processOf returns a host in the form that package lifecycle reports to an orchestrator. A process
// with rooms or players is busy.
func processOf(host *rooms.Host) lifecycle.Process {
	return lifecycle.Process{
		Alive: func() error { host.Stats(); return nil }, // Stats does not return if the host hangs
		Ready: host.Ready,
		Busy: func() bool {
			s := host.Stats()
			return s.Rooms > 0 || s.Visitors > 0
		},
		Counts: func() map[string]int {
			s := host.Stats()
			return map[string]int{"rooms": s.Rooms, "players": s.Visitors}
		},
	}
}

// close tells Agones that the process has ended its work, and closes the port.
func (p *operatorPort) close(ctx context.Context) error {
	var err error
	if p.agones != nil {
		err = p.agones.Shutdown(ctx)
	}
	return errors.Join(err, p.server.Shutdown(ctx))
}

// verifier returns the function that checks the tokens of clients. With a public key a token is a
// ticket. Without a key the token is the name of the player.
func verifier(publicKey string) (rooms.Verify, error) {
	if publicKey == "" {
		slog.Warn("no -ticket-key: anybody may join under any name")
		return nil, nil
	}

	key, err := ticket.ParsePublicKey(publicKey)
	if err != nil {
		return nil, err
	}

	return func(token string) (rooms.Player, error) {
		t, err := ticket.Verify(key, token)
		return rooms.Player{ID: t.Player, Room: t.Room, Expires: t.Expires}, err
	}, nil
}
