package traffic

import (
	"fmt"
	"io"

	"godotvariant/cmd/gdvar/rpc"
	"godotvariant/codec"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/variant"
)

// A Monitor looks at the connections of a server.
type Monitor struct {
	// Protocol is that of all connections. If it is nil, the first message of the server to a
	// client tells whether there is a multiplayer, and the family of engines.
	Protocol *packet.Protocol
	// Dialect, if it is not nil, is that of the games. Else it is the newest of the family.
	Dialect *variant.Dialect
	// Scripts are those of the games, for the names of methods.
	Scripts []rpc.Node

	known    map[string]rpc.Node // Scripts by checksum
	sessions map[int]*session
	order    []*session // those of a multiplayer
}

// listedSessions is how many connections have totals.
const listedSessions = 1000

// Text returns what a message of a connection says. ok is false if the connection is no
// multiplayer. The error is that of a damaged message.
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

// Close says that one side of a connection sends nothing more. After both have ended, only the
// totals are kept.
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

// WriteTotals writes for each connection how many packets and bytes each method and each kind of
// packet took, those with most bytes first.
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

// begin looks at the first message of a connection.
func (s *session) begin(m *Monitor, fromServer bool, message []byte) {
	s.begun = true
	p := m.Protocol
	if p == nil && fromServer {
		p = detect(message, m.Dialect)
	}
	if p == nil {
		return
	}

	f, err := packet.NewFormat(p, codec.Options{})
	if err != nil {
		return // no protocol of package packet
	}
	s.format, s.twin = f, f.Twin()
	s.framed = p.Has(packet.CommandCall)
	if len(m.order) < listedSessions {
		m.order = append(m.order, s)
	}
}

// detect returns the protocol of a server whose first message to a client it is, or nil.
func detect(message []byte, d *variant.Dialect) *packet.Protocol {
	family := packet.Godot4
	if f, err := packet.ParseFrame(message); err == nil && f.Kind == packet.FrameID && f.From == 1 {
		family = packet.Godot3
	} else if _, err := packet.ParseID(message); err != nil {
		return nil
	}

	for _, p := range packet.Protocols() {
		framed := p.Has(packet.CommandCall) == family.Has(packet.CommandCall)
		if d != nil && framed && p.Dialect.Name == d.Name {
			return p
		}
	}
	return family
}
