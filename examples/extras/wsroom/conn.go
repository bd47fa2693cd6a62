package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/coder/websocket"

	"godotvariant/variant"
)

const (
	// A sub-protocol is this prefix and the name of a dialect: "godot-room.v1.godot3". A packet
	// does not say which engine wrote it, so each client chooses the sub-protocol of its engine.
	// Engines and browsers do it in the same way. It also keeps a client away from a program that
	// is not a room.
	protocol = "godot-room.v1."

	// maxMessage is the longest message in both directions. A Godot client has ring buffers of
	// 64 KiB, which hold one byte less, and packets are multiples of 4 bytes. All messages between
	// two calls of poll must fit in the buffer; the engine drops the rest. A game that expects more
	// calls set_buffers (Godot 3) or sets inbound_buffer_size (Godot 4) before it connects.
	maxMessage = 64<<10 - 4

	maxName = 64 // bytes

	joinTime  = 10 * time.Second // limit for the first message
	writeTime = 5 * time.Second  // limit for one write
	pingTime  = 20 * time.Second // between two pings
)

// ServeHTTP serves one client from its request to its end.
func (r *room) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	var protocols []string
	for _, d := range r.dialects {
		protocols = append(protocols, d.protocol)
	}

	conn, err := websocket.Accept(w, req, &websocket.AcceptOptions{
		Subprotocols:   protocols,
		OriginPatterns: r.origins,
	})
	if err != nil {
		return // Accept has answered
	}
	defer conn.CloseNow()

	// The connection has the client's spelling of the sub-protocol.
	i := slices.Index(protocols, strings.ToLower(conn.Subprotocol()))
	if i < 0 {
		conn.Close(websocket.StatusPolicyViolation,
			"no such sub-protocol: offer "+protocol+"godot4 or "+protocol+"godot3")
		return
	}

	conn.SetReadLimit(maxMessage)

	// The context ends after Close. If it ended while the writer sends a message, the connection
	// would break, and the client would not read the reason.
	ctx, cancel := context.WithCancelCause(req.Context())
	defer cancel(nil)

	err = r.visit(ctx, cancel, conn, r.dialects[i])
	if err != nil && websocket.CloseStatus(err) < 0 {
		conn.Close(websocket.StatusPolicyViolation, cut(err.Error(), 120))
	}
}

// visit reads the messages of a client until it disconnects, sends something wrong, or cancel is
// called. The last write may still be running when it returns.
func (r *room) visit(
	ctx context.Context, cancel context.CancelCauseFunc, conn *websocket.Conn, d dialect,
) error {
	m, err := meet(ctx, conn, d)
	if err != nil {
		return err
	}

	m.kick = func() { cancel(errors.New("too slow")) }
	r.join(m)
	defer r.leave(m)
	go func() { cancel(m.write(ctx, conn)) }()

	var p pace
	for {
		message, err := d.read(ctx, conn)
		if err != nil {
			return errors.Join(context.Cause(ctx), err)
		}

		value, ok := message.Get(variant.String("say"))
		if !ok {
			return errors.New(`a message has the form {"say": value}`)
		}

		r.say(m, value)
		time.Sleep(p.next(time.Now()))
	}
}

// meet waits for {"join": name}.
func meet(ctx context.Context, conn *websocket.Conn, d dialect) (*member, error) {
	ctx, cancel := context.WithTimeout(ctx, joinTime)
	defer cancel()

	message, err := d.read(ctx, conn)
	if err != nil {
		return nil, err
	}

	v, _ := message.Get(variant.String("join"))
	name, ok := variant.As[variant.String](v)
	if !ok || name == "" || len(name) > maxName {
		return nil, fmt.Errorf(
			`the first message has the form {"join": name}, with a name of 1 to %d bytes`, maxName)
	}

	return &member{name: string(name), dialect: d, out: make(chan []byte, maxWaiting)}, nil
}

// read reads one message, which is one packet.
func (d dialect) read(ctx context.Context, conn *websocket.Conn) (variant.Dictionary, error) {
	kind, packet, err := conn.Read(ctx)
	if err != nil {
		return variant.Dictionary{}, err
	}

	if kind != websocket.MessageBinary {
		return variant.Dictionary{},
			errors.New("a text message (Godot 3: set_write_mode(WRITE_MODE_BINARY))")
	}

	v, err := d.codec.Decode(packet)
	if err != nil {
		return variant.Dictionary{}, err
	}

	message, ok := variant.As[variant.Dictionary](v)
	if !ok {
		return variant.Dictionary{}, fmt.Errorf("a message is a Dictionary, not %v", v.Type())
	}

	return message, nil
}

// write sends the queued packets, and a ping from time to time: without pings a dead connection
// would stay.
func (m *member) write(ctx context.Context, conn *websocket.Conn) error {
	alive := time.NewTicker(pingTime)
	defer alive.Stop()

	for {
		var err error
		select {
		case <-ctx.Done():
			return ctx.Err()

		case packet := <-m.out:
			err = within(ctx, writeTime, func(ctx context.Context) error {
				return conn.Write(ctx, websocket.MessageBinary, packet)
			})

		case <-alive.C:
			err = within(ctx, pingTime, conn.Ping)
		}

		if err != nil {
			return err
		}
	}
}

// within calls do with a time limit.
func within(ctx context.Context, limit time.Duration, do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return do(ctx)
}

// cut shortens s to at most n bytes. A closing message has at most 123.
func cut(s string, n int) string { return strings.ToValidUTF8(s[:min(n, len(s))], "") }
