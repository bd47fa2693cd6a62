// Package wsclient is a game in Go: a client of a multiplayer server, for bots and tests. It is
// short, to be copied together with package wsconn.
package wsclient

import (
	"context"
	"errors"
	"sync"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
	"godotvariant/examples/extras/wsconn"
)

// A Game is a client of a server in Go or in Godot.
type Game struct {
	sync.Mutex // held during each call of the World
	World      *multiplayer.World

	// In and Out are the total lengths of received and sent messages with packets, in bytes.
	In, Out int

	conn   transport.Conn
	queue  *wsconn.Queue
	framed bool // each message is a packet.Frame, as in Godot 3
	id     int32
}

// Join connects to a server. The Options have neither Transport nor ID. Declare nodes in the World,
// and call Listen then.
func Join(ctx context.Context, url string, o multiplayer.Options) (*Game, error) {
	conn, err := wsconn.Dial(ctx, url)
	if err != nil {
		return nil, err
	}

	g := &Game{conn: conn, queue: wsconn.NewQueue(conn, 1024)}
	g.framed = !o.Format.Protocol().Has(packet.CommandSys)
	if err := g.meet(); err != nil {
		g.Leave()
		return nil, err
	}

	o.Transport, o.ID = link{g}, g.id
	g.World = multiplayer.New(o)
	_, err = g.World.Connect(1)
	return g, err
}

// meet takes the first messages of the server: the ID, and in Godot 3 that the server is there.
func (g *Game) meet() error {
	first, err := g.conn.Receive()
	if err != nil {
		return err
	}
	if !g.framed {
		g.id, err = packet.ParseID(first.Data)
		return err
	}

	f, err := packet.ParseFrame(first.Data)
	if err != nil || f.Kind != packet.FrameID {
		return errors.Join(err, errors.New("the first message is not the ID"))
	}
	g.id = f.Peer
	_, err = g.conn.Receive()
	return err
}

// Listen handles the messages of the server, until the connection ends. An error of one packet goes
// to the function refused.
func (g *Game) Listen(refused func(error)) error {
	for {
		m, err := g.conn.Receive()
		if err != nil {
			return err
		}
		if err := g.take(m.Data); err != nil {
			refused(err)
		}
	}
}

// take takes a message of the server.
func (g *Game) take(data []byte) error {
	g.Lock()
	defer g.Unlock()

	m := multiplayer.Message{Data: data}
	if g.framed {
		f, err := packet.ParseFrame(data)
		if err != nil || f.Kind != packet.FramePacket {
			return err // another client has come or left
		}
		m.Data = f.Packet
	}

	g.In += len(data)
	_, err := g.World.Receive(1, m)
	return err
}

// Leave ends the connection.
func (g *Game) Leave() { g.queue.Close() }

// A link is the Transport of a Game's World.
type link struct{ game *Game }

// Send implements multiplayer.Transport.
func (l link) Send(to int32, m multiplayer.Message) (err error) {
	data := m.Data
	if l.game.framed {
		data, err = packet.Frame{From: l.game.id, To: to, Packet: data}.Append(nil)
		if err != nil {
			return err
		}
	}

	l.game.Out += len(data)
	return l.game.queue.Send(data)
}

// Disconnect implements multiplayer.Transport.
func (l link) Disconnect(int32) { l.game.Leave() }
