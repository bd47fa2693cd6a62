package traffic

import (
	"fmt"
	"io"

	"godotvariant/cmd/gdnet/rpc"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/variant"
)

// A Monitor explains the messages of a server's connections.
type Monitor struct {
	// Protocol is the protocol of all connections. If Protocol is nil, the Monitor detects the
	// protocol in the first message of the server to a client.
	Protocol *packet.Protocol
	// Dialect is the dialect of the games. If Dialect is nil, the Monitor uses the newest dialect
	// that fits the protocol.
	Dialect *variant.Dialect
	// Scripts are the scripts of the games, for the names of methods.
	Scripts []rpc.Node

	known    map[string]rpc.Node // Scripts by checksum
	sessions map[int]*session
	order    []*session // sessions that use Godot's multiplayer, in the order of their start
}

// listedSessions is the largest number of connections whose totals a Monitor can write.
const listedSessions = 1000

// Text returns the explanation of a message. The result ok is false if the connection does not use
// Godot's multiplayer. The error is not nil if the message is damaged.
func (m *Monitor) Text(conn int, fromServer bool, message []byte) (
	text string, ok bool, err error,
) {
	s := m.sessions[conn]
	if s == nil {
		s = m.open(conn)
	}
	if !s.begun {
		s.begin(m, fromServer, message)
	}
	if s.format == nil {
		return "", false, nil
	}

	said, err := s.message(fromServer, message)
	s.totals.count(fromServer, said.about, len(message))
	return said.text, true, err
}

// Join tells the Monitor the ID that the client of a connection has chosen. Messages over ENet do
// not contain this ID. The family is packet.Godot4 or packet.Godot3, or nil if the connection does
// not use Godot's multiplayer.
func (m *Monitor) Join(conn int, id int32, family *packet.Protocol) {
	s := m.open(conn)
	s.begun = true
	s.id = id

	switch {
	case m.Protocol != nil:
		s.start(m, m.Protocol)
	case family != nil:
		s.start(m, newest(family, m.Dialect))
	}
}

// Close tells the Monitor that one side of a connection sends nothing more. After both sides have
// ended, only the totals are kept.
func (m *Monitor) Close(conn int) {
	s := m.sessions[conn]
	if s == nil {
		return
	}
	s.ends++
	if s.ends == 2 {
		s.sides, s.scripts = nil, nil
		delete(m.sessions, conn)
	}
}

// WriteTotals writes the totals of each connection. For each method and each kind of packet it
// writes the number of packets and bytes. The row with the most bytes comes first.
func (m *Monitor) WriteTotals(out io.Writer) error {
	for _, s := range m.order {
		fmt.Fprintf(out, "#%d, peer %d\n", s.conn, s.id)
		if err := s.totals.write(out); err != nil {
			return err
		}
	}
	return nil
}

func (m *Monitor) open(conn int) *session {
	if m.sessions == nil {
		m.sessions = map[int]*session{}
		m.known = map[string]rpc.Node{}
		for _, n := range m.Scripts {
			if len(n.Methods) > 0 {
				m.known[n.Signature.Checksum()] = n
			}
		}
	}

	s := &session{
		conn: conn, known: m.known, sides: map[int32]*side{}, scripts: map[string]rpc.Node{},
	}
	m.sessions[conn] = s
	return s
}

// begin handles the first message of a connection. The protocol of the connection is the Protocol
// of the Monitor. If the Monitor has none, begin detects the protocol, but only in a message from
// the server. Without a protocol the Monitor explains no message of the connection.
func (s *session) begin(m *Monitor, fromServer bool, message []byte) {
	s.begun = true
	p := m.Protocol
	if p == nil && fromServer {
		p = detect(message, m.Dialect)
	}
	if p != nil {
		s.start(m, p)
	}
}

// start begins to explain messages of a protocol.
func (s *session) start(m *Monitor, p *packet.Protocol) {
	f, err := packet.New(packet.Options{Protocol: p})
	if err != nil {
		return // package packet does not support this protocol
	}
	s.format, s.twin = f, f.Twin()
	s.framed = p.Has(packet.CommandCall)
	if len(m.order) < listedSessions {
		m.order = append(m.order, s)
	}
}

// detect returns the protocol of a server from its first message to a client, or nil.
func detect(message []byte, d *variant.Dialect) *packet.Protocol {
	family := packet.Godot4
	f, err := packet.DecodeFrame(message)
	if err == nil && f.Kind == packet.FrameID && f.From == 1 {
		family = packet.Godot3
	} else if _, err := packet.DecodeID(message); err != nil {
		return nil
	}

	return newest(family, d)
}

// newest returns the protocol of the dialect d if d belongs to the family. Otherwise it returns the
// newest protocol of the family.
func newest(family *packet.Protocol, d *variant.Dialect) *packet.Protocol {
	own := packet.ProtocolOf(d)
	if d != nil && own.Has(packet.CommandCall) == family.Has(packet.CommandCall) {
		return own
	}
	return family
}
