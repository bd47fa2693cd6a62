// Evening is a server for Godot 3 on port 7003 and for Godot 4 on port 7004, over TCP and UDP: players join, walk and talk.
// A client sends put_var({"type": "join", "name": "Tia"}) first, and then says something at least every 10 seconds.
package main

import (
	"bufio"
	"errors"
	"log"
	"net"
	"net/netip"
	"sync"
	"time"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/math"
	"godotvariant/variant"
)

const maxPlayers, perSecond, idle, patience = 100, 50, 10 * time.Second, 50 * time.Millisecond

type Player struct { // comes as "join" with a name, and as "move" with a position
	ID   int          `godot:"id"`
	Name string       `godot:"name"`
	At   math.Vector2 `godot:"at"`
}
type Welcome Player // goes to the new player
type Joined Player  // goes to all, as do the next
type Moved Player
type Left Player
type Say struct { // comes as "say" with a text, and goes to all as "said"
	ID   int    `godot:"id"`
	Text string `godot:"text"`
}
type Ping struct { // comes as "ping", and goes back as "pong"
	T variant.Variant `godot:"t"`
}

type peer struct {
	Player
	mux    *message.Mux[*peer] // its messages: a join, and then the others
	out    *codec.Encoder
	second time.Time // in which it has sent n messages
	n      int
}

type game struct {
	mu      sync.Mutex
	players map[*peer]bool
	lastID  int
}

func (g *game) messages(c *codec.Codec) *message.Mux[*peer] {
	lobby, play := message.New[*peer](message.Options{Codec: c}), message.New[*peer](message.Options{Codec: c})
	message.Handle(lobby, "join", func(p *peer, m *Player) error {
		if len(g.players) == maxPlayers || len(m.Name) > 32 {
			return errors.New("no room, or a long name")
		}
		g.lastID++
		p.Player, p.mux = Player{ID: g.lastID, Name: m.Name}, play
		p.send(Welcome(p.Player))
		for other := range g.players {
			p.send(Joined(other.Player))
		}
		g.players[p] = true
		g.tell(Joined(p.Player))
		return nil
	})
	message.Handle(play, "move", func(p *peer, m *Player) error {
		if !m.At.IsFinite() {
			return errors.New("no position")
		}
		p.At = m.At
		g.tell(Moved(p.Player))
		return nil
	})
	message.Handle(play, "say", func(p *peer, m *Say) error {
		if len(m.Text) > 500 {
			return errors.New("a long text")
		}
		g.tell(Say{p.ID, m.Text})
		return nil
	})
	message.Handle(play, "ping", func(p *peer, m *Ping) error { p.send(m); return nil })
	message.Register[Welcome](play, "welcome")
	message.Register[Joined](play, "joined")
	message.Register[Moved](play, "moved")
	message.Register[Left](play, "left")
	message.Register[Say](play, "said")
	message.Register[Ping](play, "pong")
	return lobby
}

func (p *peer) send(m any) { _ = p.mux.Send(p.out, m) } // an error ends its connection, see tcp

func (g *game) tell(m any) {
	for p := range g.players {
		p.send(m)
	}
}

func (g *game) receive(p *peer, packet []byte) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if time.Since(p.second) > time.Second {
		p.second, p.n = time.Now(), 0
	}
	if p.n++; p.n > perSecond {
		return errors.New("too many messages")
	}
	return p.mux.Dispatch(p, packet)
}

func (g *game) leave(p *peer) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.players[p] {
		delete(g.players, p)
		g.tell(Left(p.Player))
	}
}

type writer func(b []byte) (int, error)

func (w writer) Write(b []byte) (int, error) { return w(b) }

func (g *game) tcp(l net.Listener, c *codec.Codec) {
	mux, open := g.messages(c), make(chan struct{}, 2*maxPlayers)
	for {
		open <- struct{}{} // waits until fewer connections are open
		conn, err := l.Accept()
		if err != nil {
			log.Print(err)
			return
		}
		out := writer(func(b []byte) (int, error) {
			conn.SetWriteDeadline(time.Now().Add(patience)) // others wait meanwhile, once
			n, err := conn.Write(b)
			if err != nil {
				conn.Close()
			}
			return n, err
		})
		go func() {
			p, dec := &peer{mux: mux, out: c.NewEncoder(out, codec.FrameU32)}, c.NewDecoder(bufio.NewReader(conn), codec.FrameU32)
			for err == nil {
				conn.SetReadDeadline(time.Now().Add(idle))
				if _, err = dec.DecodeRaw(); err == nil {
					err = g.receive(p, dec.Packet())
				}
			}
			log.Print(conn.RemoteAddr(), " ", p.Name, ": ", err)
			conn.Close()
			g.leave(p)
			<-open
		}()
	}
}

func (g *game) udp(conn *net.UDPConn, c *codec.Codec) {
	mux, peers, buf := g.messages(c), map[netip.AddrPort]*peer{}, make([]byte, 1200)
	for {
		conn.SetReadDeadline(time.Now().Add(time.Second))
		n, addr, err := conn.ReadFromUDPAddrPort(buf)
		if errors.Is(err, net.ErrClosed) {
			return
		}
		p := peers[addr]
		if p == nil {
			out := writer(func(b []byte) (int, error) { return conn.WriteToUDPAddrPort(b, addr) })
			p = &peer{mux: mux, out: c.NewEncoder(out, codec.FrameNone)}
		}
		if err == nil && g.receive(p, buf[:n]) == nil {
			peers[addr] = p
		}
		for addr, p := range peers {
			if time.Since(p.second) > idle {
				delete(peers, addr)
				g.leave(p)
			}
		}
	}
}

func main() {
	g := game{players: map[*peer]bool{}}
	for addr, d := range map[string]*variant.Dialect{"127.0.0.1:7003": codec.Godot3, "127.0.0.1:7004": codec.Godot4} {
		l, err := net.Listen("tcp", addr)
		conn, err2 := net.ListenPacket("udp", addr)
		if err := errors.Join(err, err2); err != nil {
			log.Fatal(err)
		}
		c := codec.MustNew(codec.Options{Dialect: d, Limits: codec.Limits{MaxFrame: 1 << 10, MaxDepth: 8}})
		go g.tcp(l, c)
		go g.udp(conn.(*net.UDPConn), c)
		log.Print("listening for ", d.Name, " on ", addr)
	}
	select {}
}
