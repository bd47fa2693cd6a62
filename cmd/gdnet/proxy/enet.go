package proxy

import (
	"bytes"
	"context"
	"errors"
	"net"
	"slices"
	"sync"
	"time"

	"godotvariant/codec/transport"
	"godotvariant/codec/transport/enet"
)

// limitsENet are the limits that ENet has in an engine.
var limitsENet = enet.Limits{MaxPacket: maxENet, MaxWaiting: maxENet}

// maxENet is the length in bytes of the longest packet that ENet accepts in an engine.
const maxENet = 32 << 20

// serveENet accepts clients until ctx is done, and then disconnects them. For each client, the
// proxy connects to the server with the ID of the client.
func (p *Proxy) serveENet(ctx context.Context, l *enet.Listener) error {
	return acceptAll(ctx, p, l, p.join)
}

// join connects one client with the server.
func (p *Proxy) join(ctx context.Context, from transport.Conn) {
	carryFrames(from)
	layer := enet.LayerOf(from)
	open := Record{
		Conn: int(p.lastID.Add(1)), From: client, Kind: kindOpen,
		Note: from.RemoteAddr().String(), Peer: peerID(from), Game: gameOf(layer),
	}
	p.add(open)

	to, err := dialENet(ctx, p.To, layer, open.Peer)
	if err != nil {
		p.add(Record{Conn: open.Conn, From: server, Kind: kindEnd, Note: err.Error()})
		leave(from, err)
		return
	}

	stop := context.AfterFunc(ctx, func() {
		go leave(from, transport.ErrClosed)
		leave(to, transport.ErrClosed)
	})
	defer stop()

	var answers sync.WaitGroup
	answers.Go(func() { p.passAll(open.Conn, server, to, from) })
	p.passAll(open.Conn, client, from, to)
	answers.Wait()
}

// passAll forwards the messages of one side until one of the sides has disconnected.
func (p *Proxy) passAll(id int, side string, src, dst transport.Conn) {
	for {
		m, err := src.Receive()
		if err != nil {
			// Record the end before the other side learns of it.
			p.add(Record{Conn: id, From: side, Kind: kindEnd, Note: endOf(err)})
			leave(dst, err)
			return
		}

		p.addMessage(id, side, m) // before Send, so that it precedes its answer in the capture
		err = dst.Send(m)
		if err != nil && !errors.Is(err, net.ErrClosed) {
			p.add(Record{Conn: id, From: side, Kind: kindNote,
				Note: "not passed on: " + err.Error()})
		}
	}
}

// addMessage records a message. A message over the limit is recorded in pieces.
func (p *Proxy) addMessage(id int, side string, m transport.Message) {
	r := Record{Conn: id, From: side, Kind: kindPacket, Channel: m.Channel}
	if m.Delivery != transport.Reliable {
		r.Delivery = m.Delivery.String()
	}

	data := bytes.Clone(m.Data)
	if len(data) <= p.MaxFrame {
		r.Packet = data
		p.add(r)
		return
	}

	r.Kind = kindBytes
	for piece := range slices.Chunk(data, 32<<10) {
		r.Packet = piece
		p.add(r)
	}
}

// message returns the message that a record describes.
func (r Record) message() transport.Message {
	m := transport.Message{Data: r.Packet, Channel: r.Channel}
	for _, d := range []transport.Delivery{transport.UnreliableOrdered, transport.Unreliable} {
		if d.String() == r.Delivery {
			m.Delivery = d
		}
	}

	return m
}

// endOf returns the note for the end of a connection. If the end is orderly, the note is "".
func endOf(err error) string {
	var end *enet.DisconnectError
	orderly := errors.As(err, &end) && end.Data == 0
	if orderly || errors.Is(err, net.ErrClosed) {
		return ""
	}

	return err.Error()
}

// leave disconnects from one side, and tells that side the reason. After an orderly end it waits at
// most one second for the answer of that side.
func leave(c transport.Conn, why error) {
	atOnce := time.AfterFunc(time.Second, func() { c.Close(transport.ErrSlow) })
	defer atOnce.Stop()
	c.Close(why)
}

// An enetLink is a link over ENet.
type enetLink struct{ transport.Conn }

func (l *enetLink) send(r Record) error { return l.Send(r.message()) }

func (l *enetLink) receive(emit func(kind string, part []byte)) {
	for {
		m, err := l.Receive()
		if err != nil {
			return
		}
		emit(kindPacket, bytes.Clone(m.Data))
	}
}

func (l *enetLink) closeWrite() bool { return false }
func (l *enetLink) close()           { leave(l.Conn, nil) }

// dialENet connects to a server as a client with the given ID.
func dialENet(
	ctx context.Context, to string, l enet.Layer, id int32,
) (transport.Conn, error) {
	c, err := enet.Dial(ctx, to, enet.Options{Layer: l, ID: id, Limits: limitsENet})
	if err != nil {
		return nil, err
	}

	carryFrames(c)
	return c, nil
}

// carryFrames makes a connection of Godot 3 put each message in a frame, as over WebSocket. For
// other connections it does nothing.
func carryFrames(c transport.Conn) {
	if c, ok := c.(interface{ CarryFrames() }); ok {
		c.CarryFrames()
	}
}

// peerID returns the ID of a client of Godot's multiplayer, or 0.
func peerID(c transport.Conn) int32 {
	if c, ok := c.(interface{ PeerID() int32 }); ok {
		return c.PeerID()
	}

	return 0
}
