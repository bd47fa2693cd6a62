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
	// protocol and the name of a dialect are a sub-protocol: "godot-room.v1.godot3". A packet does
	// not say which engine wrote it, so each client says it before the first one. Engines and
	// browsers offer sub-protocols in the same way, and neither side talks to something else that
	// listens on the port by chance.
	protocol = "godot-room.v1."

	// maxMessage is the longest message either way. A Godot client has buffers
	// of 64 KiB, of which a ring buffer fills all but one byte, and packets
	// are multiples of 4. All messages that come between two calls of poll
	// must fit in the buffer, else the engine drops what does not: a game
	// with much to hear calls set_buffers (Godot 3) or sets
	// inbound_buffer_size (Godot 4), before it connects.
	maxMessage = 64<<10 - 4

	maxName = 64 // bytes

	maxBurst = 100 // values at once, see pace
	sayTime  = 5 * time.Millisecond

	joinTime  = 10 * time.Second // to say a name
	writeTime = 5 * time.Second  // to take one message
	pingTime  = 20 * time.Second // between signs of life
)

// ServeHTTP is one client's whole visit.
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
		conn.Close(websocket.StatusPolicyViolation, "no such sub-protocol: offer "+protocol+"godot4 or "+protocol+"godot3")
		return
	}

	conn.SetReadLimit(maxMessage)
	// The context ends after Close: if it ended while the writer sends something, the
	// connection would break off and the client would not read why.
	ctx, cancel := context.WithCancelCause(req.Context())
	defer cancel(nil)
	if err := r.visit(ctx, cancel, conn, r.dialects[i]); err != nil && websocket.CloseStatus(err) < 0 {
		conn.Close(websocket.StatusPolicyViolation, cut(err.Error(), 120))
	}
}

// visit reads what a client says until it goes, does something wrong, or cancel is called.
// What it has started to write then may still be under way.
func (r *room) visit(ctx context.Context, cancel context.CancelCauseFunc, conn *websocket.Conn, d dialect) error {
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

// A pace holds up a member that says more than the others can hear: maxBurst values at once, and
// then one in each sayTime. Otherwise they would be sent away as too slow.
type pace struct {
	due time.Time // when all that was said until now would be due, one value in each sayTime
}

// next returns how long to wait after a value before the next is read.
func (p *pace) next(now time.Time) time.Duration {
	if earliest := now.Add(-maxBurst * sayTime); p.due.Before(earliest) {
		p.due = earliest
	}
	p.due = p.due.Add(sayTime)
	return p.due.Sub(now)
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
		return nil, fmt.Errorf(`the first message has the form {"join": name}, the name 1 to %d bytes`, maxName)
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
		return variant.Dictionary{}, errors.New("a text message (Godot 3: set_write_mode(WRITE_MODE_BINARY))")
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

// write sends what is queued, and a ping from time to time: a connection that
// has died without a word is found out by nothing else.
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

func within(ctx context.Context, limit time.Duration, do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return do(ctx)
}

// cut shortens text to n bytes at most. A closing message has room for 123.
func cut(s string, n int) string { return strings.ToValidUTF8(s[:min(n, len(s))], "") }
