package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/coder/websocket"

	"godotvariant/variant"
)

const (
	// protocol is what both sides must offer, so that neither talks to
	// something else that listens on the port by chance.
	protocol = "godot-room.v1"

	// maxMessage is the longest message either way. A Godot client has buffers
	// of 64 KiB, of which a ring buffer fills all but one byte, and packets
	// are multiples of 4. All messages that come between two calls of poll
	// must fit in the buffer, else the engine drops what does not: a game
	// with much to hear calls set_buffers (Godot 3) or sets
	// inbound_buffer_size (Godot 4), before it connects.
	maxMessage = 64<<10 - 4

	maxName = 64 // bytes

	joinTime  = 10 * time.Second // to say a name
	writeTime = 5 * time.Second  // to take one message
	pingTime  = 20 * time.Second // between signs of life
)

// ServeHTTP is one client's whole visit.
func (r *room) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	conn, err := websocket.Accept(w, req, &websocket.AcceptOptions{
		Subprotocols:   []string{protocol},
		OriginPatterns: r.origins,
	})
	if err != nil {
		return // Accept has answered
	}
	defer conn.CloseNow()
	if conn.Subprotocol() != protocol {
		conn.Close(websocket.StatusPolicyViolation, "the sub-protocol is "+protocol)
		return
	}
	conn.SetReadLimit(maxMessage)
	// The context ends after Close: if it ended while the writer sends something, the
	// connection would break off and the client would not read why.
	ctx, cancel := context.WithCancelCause(req.Context())
	defer cancel(nil)
	if err := r.visit(ctx, cancel, conn); err != nil && websocket.CloseStatus(err) < 0 {
		conn.Close(websocket.StatusPolicyViolation, cut(err.Error(), 120))
	}
}

// visit reads what a client says until it goes, does something wrong, or cancel is called.
// What it has started to write then may still be under way.
func (r *room) visit(ctx context.Context, cancel context.CancelCauseFunc, conn *websocket.Conn) error {
	m, err := r.meet(ctx, conn)
	if err != nil {
		return err
	}
	m.kick = func() { cancel(errors.New("too slow")) }
	if err := r.join(m); err != nil {
		return err
	}
	defer r.leave(m)
	go func() { cancel(m.write(ctx, conn)) }()
	for {
		d, err := r.read(ctx, conn)
		if err != nil {
			return errors.Join(context.Cause(ctx), err)
		}
		text, ok := get[variant.String](d, "say")
		if !ok {
			return errors.New(`a message has the form {"say": text}`)
		}
		if err := r.say(m, text); errors.Is(err, variant.ErrLimit) {
			r.refuse(m, "too long for the others")
		} else if err != nil {
			return err
		}
	}
}

// meet waits for {"join": name}.
func (r *room) meet(ctx context.Context, conn *websocket.Conn) (*member, error) {
	ctx, cancel := context.WithTimeout(ctx, joinTime)
	defer cancel()
	d, err := r.read(ctx, conn)
	if err != nil {
		return nil, err
	}
	name, ok := get[variant.String](d, "join")
	if !ok || name == "" || len(name) > maxName {
		return nil, fmt.Errorf(`the first message has the form {"join": name}, the name 1 to %d bytes`, maxName)
	}
	return &member{name: string(name), out: make(chan []byte, maxWaiting)}, nil
}

// read reads one message, which is one packet.
func (r *room) read(ctx context.Context, conn *websocket.Conn) (variant.Dictionary, error) {
	kind, packet, err := conn.Read(ctx)
	if err != nil {
		return variant.Dictionary{}, err
	}
	if kind != websocket.MessageBinary {
		return variant.Dictionary{}, errors.New("a text message (Godot 3: set_write_mode(WRITE_MODE_BINARY))")
	}
	v, err := r.codec.Decode(packet)
	if err != nil {
		return variant.Dictionary{}, err
	}
	d, ok := variant.As[variant.Dictionary](v)
	if !ok {
		return variant.Dictionary{}, fmt.Errorf("a message is a Dictionary, not %v", v.Type())
	}
	return d, nil
}

// refuse tells m alone that the last thing it said went to nobody.
func (r *room) refuse(m *member, why string) {
	packet, err := r.codec.Encode(newEvent("refused", m.name, variant.KV("why", variant.String(why))))
	if err == nil {
		m.send(packet)
	}
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

// get returns the value of a key if it is a T.
func get[T variant.Variant](d variant.Dictionary, key variant.String) (T, bool) {
	v, _ := d.Get(key)
	return variant.As[T](v)
}

// cut shortens text to n bytes, the most that a closing message has room for.
func cut(s string, n int) string { return s[:min(n, len(s))] }
