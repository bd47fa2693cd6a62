package multiplayer_test

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
	"godotvariant/internal/test/recorded"
	"godotvariant/variant"
)

// A step is a row of a session, see testdata/multiplayer/README.md.
type step struct {
	S       int
	At      int32
	Do      []recorded.Item
	In, Out []recorded.Message
	Calls   []call
	Signals [][]recorded.Item
	Set     [][]string
	Errors  []string
	Error   int
	Waited  int // milliseconds

	// The fields of the first row of a session.
	Peers       []int32
	Relay       *bool
	Auth        bool
	AuthTimeout float64 `json:"auth_timeout"`
	Nodes       [][]recorded.Item

	Types     []sceneType
	Spawner   string
	SpawnPath string `json:"spawn_path"`
	MaxSync   int    `json:"max_sync"`
	MaxDelta  int    `json:"max_delta"`

	// The fields of a row with lists of methods.
	List           int
	Script, Config [][]recorded.Item
}

// A call is [sender, path, method, [values]].
type call struct {
	from         int32
	path, method string
	values       []recorded.Hex
}

func (c *call) UnmarshalJSON(b []byte) error {
	var items []recorded.Item
	if err := json.Unmarshal(b, &items); err != nil {
		return err
	}
	return recorded.Unpack(items, &c.from, &c.path, &c.method, &c.values)
}

// String returns the call as a text that tests compare, with the values in hexadecimal digits.
func (c call) String() string {
	return fmt.Sprintf("%d %s.%s %x", c.from, c.path, c.method, c.values)
}

// canonical returns a value as the codec writes it.
func canonical(v variant.Variant) recorded.Hex {
	return must(codec.Encode(v))
}

// A method is a method that a session declares, with the number of its parameters. The number -1
// means that it takes any number of arguments.
type method struct {
	multiplayer.Method
	args int
}

// methods returns the methods that a row of the recording lists.
func (s step) methods(t testing.TB) (all []method) {
	for configured, group := range map[bool][][]recorded.Item{false: s.Script, true: s.Config} {
		for _, items := range group {
			m := method{Method: multiplayer.Method{Configured: configured}}
			var access string
			var mode int
			require.NoError(t, recorded.Unpack(items,
				&m.Name, &access, &mode, &m.Channel, &m.CallLocal, &m.args))

			m.Delivery = recorded.Modes[mode]
			if access == "any_peer" {
				m.Access = multiplayer.ByAnyPeer
			}
			all = append(all, m)
		}
	}
	return all
}

// A machine is a World in a replay, with the effects of the current step.
type machine struct {
	*multiplayer.World
	lists map[int][]method

	diverged bool // the engine has accepted a packet that the World refused

	types    []sceneType
	spawner  *multiplayer.Spawner
	entities map[string]*multiplayer.Entity

	out     []string
	calls   []string
	signals []string
	errors  []error
}

// Send implements Sender. It records the message.
func (m *machine) Send(to int32, message transport.Message) error {
	m.out = append(m.out, line(to, message))
	return nil
}

// Disconnect records that the World ends a connection.
func (m *machine) Disconnect(id int32) { m.signal("transport_disconnect", id) }

// line returns a message as a text for comparisons.
func line(peer int32, m transport.Message) string {
	return fmt.Sprintf("%d mode %d channel %d %x", peer, m.Delivery, m.Channel, m.Data)
}

func (m *machine) signal(name string, args ...any) {
	m.signals = append(m.signals, fmt.Sprint(append([]any{name + " "}, args...)...))
}

// took records the events and the error that a function of the World returned.
func (m *machine) took(events []multiplayer.Event, err error) {
	if err != nil {
		m.errors = append(m.errors, err)
	}

	for _, e := range events {
		switch e := e.(type) {
		case multiplayer.Connected:
			if e.Peer.ID() == 1 {
				m.signals = append(m.signals, "connected_to_server")
			}
			m.signal("peer_connected", e.Peer.ID())
		case multiplayer.Disconnected:
			m.signal("peer_disconnected", e.Peer.ID())
		case multiplayer.Authenticating:
			m.signal("peer_authenticating", e.Peer.ID())
		case multiplayer.AuthFailed:
			m.signal("peer_authentication_failed", e.Peer.ID())
		case multiplayer.AuthData:
			m.signal("auth", e.Peer.ID(), " ", hex.EncodeToString(e.Data))
		case multiplayer.Received:
			m.signal("peer_packet", e.Peer.ID(), " ", hex.EncodeToString(e.Data))
		case multiplayer.Differs:
			m.errors = append(m.errors, errDiffers)
		case multiplayer.Spawned:
			m.entities[e.Entity.Node().Path()] = e.Entity
			m.signal("spawned", e.Entity.Node().Path())
		case multiplayer.Despawned:
			delete(m.entities, e.Entity.Node().Path())
			m.signal("despawned", path.Base(e.Entity.Node().Path()))
		}
	}
}

var (
	errDiffers = errors.New("the methods of the node differ")
	errCalled  = errors.New("the engine refuses such a call")
)

// addNode adds a node. The argument list is the number of the list that has the node's methods.
func (m *machine) addNode(path string, list int, authority int32) {
	n := m.Node(path)
	n.SetAuthority(authority)

	for _, method := range m.lists[list] {
		n.Handle(method.Method, func(p *multiplayer.Peer, args ...variant.Variant) error {
			if method.args >= 0 && len(args) != method.args || !isIdentifier(method.Name) {
				return errCalled
			}
			m.note(p, n, method.Name, args)
			return nil
		})
	}
}

// note records a call.
func (m *machine) note(
	p *multiplayer.Peer, n *multiplayer.Node, name string, args []variant.Variant,
) {
	c := call{from: p.ID(), path: n.Path(), method: name}
	for _, v := range args {
		c.values = append(c.values, canonical(v))
	}
	m.calls = append(m.calls, c.String())
}

// isIdentifier reports whether a script can have a method with the name. rpc_config accepts any
// name.
func isIdentifier(name string) bool {
	for i, c := range name {
		if c != '_' && !unicode.IsLetter(c) && (i == 0 || !unicode.IsDigit(c)) {
			return false
		}
	}
	return true
}

// decoded decodes arguments.
func decoded(args []recorded.Hex) (all []any) {
	for _, arg := range args {
		all = append(all, must(codec.Decode(arg)))
	}
	return all
}

// texts returns the effects that a step had in the engine. A test compares them with machine.out,
// machine.calls and machine.signals.
func (s step) texts() (out, calls, signals []string) {
	for _, m := range s.Out {
		out = append(out, line(m.Peer, m.Message))
	}
	for _, c := range s.Calls {
		for i, v := range c.values {
			c.values[i] = canonical(must(codec.Decode(v)))
		}
		calls = append(calls, c.String())
	}

	for _, signal := range s.Signals {
		text := make([]string, len(signal))
		for i, part := range signal {
			text[i] = strings.Trim(string(part), `"`)
		}
		signals = append(signals, strings.Join(text, " "))
	}
	return out, calls, signals
}

// TestSessionVectors replays the sessions of engines. Each engine of a session has a World. The
// World has the same peers and nodes as the engine, and gets the same packets. It must send the
// same packets in the same order, call the same methods and set the same properties.
func TestSessionVectors(t *testing.T) {
	for _, file := range []string{
		"rpc-4.6.jsonl", "cache-4.6.jsonl", "sys-4.6.jsonl", "replication-4.6.jsonl",
	} {
		t.Run(file, func(t *testing.T) {
			lists := map[int][]method{}
			worlds := map[int32]*machine{}
			now := time.Unix(0, 0)
			steps := 0
			different := recorded.Differences{}

			for _, s := range recorded.Rows[step](t, file) {
				switch {
				case s.List != 0:
					lists[s.List] = s.methods(t)
					continue
				case s.Peers != nil && s.tooMany(t):
					worlds = nil
					different["session with more than 64 properties on change, which is refused"]++
					continue
				case s.Peers != nil:
					worlds = s.worlds(t, lists, &now)
					continue
				case s.Do == nil || worlds[s.At] == nil:
					continue
				}

				steps++
				now = now.Add(time.Duration(s.Waited) * time.Millisecond)
				m := worlds[s.At]
				m.out, m.calls, m.signals, m.errors = nil, nil, nil, nil
				before := m.states()
				m.act(t, s)

				if strings.Contains(strings.Join(s.Errors, ""), "parent->has_node(name)") {
					// After a peer has left, the engine removes the nodes of this peer only at the
					// end of the frame. Until then the engine refuses a Spawn with the same name. A
					// World removes the nodes immediately, and accepts the Spawn.
					different["the rest of a session after a spawn that the engine refuses"]++
					worlds = nil
					continue
				}
				if s.In != nil {
					got := changes(before, m.states(), "00000000")
					require.Equal(t, s.set(), got, "%d %s: %v", s.S, s.Do, m.errors)
				}
				if why := m.compare(t, s, nil, nil); why != "" {
					different[why]++
				}
			}

			requireDifferences(t, file, fmt.Sprint(steps, " steps"), different)
		})
	}
}

// requireDifferences compares differences with those in testdata/differences.txt.
func requireDifferences(t *testing.T, file, count string, different recorded.Differences) {
	t.Helper()
	var got strings.Builder
	fmt.Fprintf(&got, "%s: %s\n", file, count)
	for _, why := range slices.Sorted(maps.Keys(different)) {
		fmt.Fprintf(&got, "\t%s: %d\n", why, different[why])
	}

	text := string(must(os.ReadFile("testdata/differences.txt")))
	_, want, _ := strings.Cut(text, "\n\n"+file+": ")
	want, _, _ = strings.Cut(want, "\n\n")
	require.Equal(t, file+": "+strings.TrimSuffix(want, "\n")+"\n", got.String())
}

// worlds returns the machines of a session. The keys are the IDs of the peers.
func (s step) worlds(t *testing.T, lists map[int][]method, now *time.Time) map[int32]*machine {
	all := map[int32]*machine{}
	for _, id := range s.Peers {
		m := &machine{
			lists: lists, types: s.Types, entities: map[string]*multiplayer.Entity{},
		}
		o := multiplayer.Options{
			Sender: m, ID: id, FirstID: 1,
			Codec: recorded.Codec(t, packet.Godot4).Values(), Protocol: packet.Godot4,
			Limits:       multiplayer.Limits{MaxSync: s.MaxSync, MaxDelta: s.MaxDelta},
			Authenticate: s.Auth,
			AuthTimeout:  time.Duration(s.AuthTimeout * float64(time.Second)),
			Now:          func() time.Time { return *now },
		}
		if s.AuthTimeout == 0 {
			o.AuthTimeout = time.Hour
		}
		if s.Relay == nil || *s.Relay {
			o.Relay = &multiplayer.RelayRules{}
		}
		m.World = multiplayer.New(o)
		if s.Spawner != "" {
			m.spawner = m.World.Spawner(s.Spawner, s.SpawnPath, m.make(t))
		}
		all[id] = m
	}

	for _, items := range s.Nodes {
		var peer, authority int32
		var path string
		var list int
		if recorded.Unpack(items, &peer, &path, &list, &authority) != nil {
			require.NoError(t, recorded.Unpack(items, &peer, &path))
			m, n := all[peer], all[peer].Node(path)
			n.Handle(anyPeer("hello"), func(p *multiplayer.Peer) { m.note(p, n, "hello", nil) })
			continue
		}
		all[peer].addNode(path, list, authority)
	}
	return all
}

// compare compares the effects of a step with those of the engine. The argument set has the
// properties that the World has set, and the argument wantSet those that the engine has set. The
// result is the reason for a difference. An engine sends an empty SYNC or DELTA before a long one;
// compare ignores the empty packet.
func (m *machine) compare(t *testing.T, s step, set, wantSet []string) string {
	packets := len(s.Out)
	s.Out = slices.DeleteFunc(s.Out, func(m recorded.Message) bool { return empty(m.Data) })
	out, calls, signals := s.texts()
	slices.Sort(signals)
	slices.Sort(m.signals)
	got := fmt.Sprintf("out %q\ncalls %q\nsignals %q\nset %q", m.out, m.calls, m.signals, set)
	want := fmt.Sprintf("out %q\ncalls %q\nsignals %q\nset %q", out, calls, signals, wantSet)

	same, why := got == want, m.reason(s, set)
	switch {
	case same && (len(m.errors) > 0) == (len(s.Errors) > 0) && packets > len(s.Out):
		return "no empty SYNC or DELTA"
	case same && (len(m.errors) > 0) == (len(s.Errors) > 0):
		return ""
	case same && len(m.errors) > 0:
		return "an error instead of silence"
	case same && slices.ContainsFunc(s.In, func(m recorded.Message) bool { return empty(m.Data) }):
		return "an empty SYNC or DELTA is not an error"
	case why != "":
		m.diverged = true
		return why
	case m.diverged:
		return "after a packet that only the engine accepted"
	}

	var in []string
	for _, p := range s.In {
		in = append(in, line(p.Peer, p.Message))
	}
	t.Errorf("%d %s\nin %s\n%s\nwant\n%s\nerrors %v\nwant %v", s.S, s.Do, in, got, want, m.errors,
		s.Errors)
	return "unknown"
}

// reason returns the reason for an intended difference between a World and an engine, or "".
func (m *machine) reason(s step, set []string) string {
	do := ""
	if len(s.Do) > 0 {
		do = string(s.Do[0])
	}
	switch {
	case do == `"rpc"` && string(s.Do[len(s.Do)-1]) == `["1d00000000000000"]`:
		return "an empty PackedByteArray as the only argument is kept"
	case do == `"disconnect_peer"`:
		return "disconnect_peer removes the peer, and does nothing for an unknown one"
	case do == `"disconnect"` && string(s.Do[1]) == "1":
		return "peers behind the server leave with it"
	case len(m.errors) != 1 || len(m.out)+len(m.calls)+len(m.signals)+len(set) > 0:
		return ""
	}

	for _, kind := range []error{
		variant.ErrFlags, variant.ErrObject, variant.ErrTrailing, variant.ErrTruncated,
		variant.ErrSyntax, variant.ErrUTF8, variant.ErrLength, packet.ErrPath, packet.ErrName,
		packet.ErrNumber, packet.ErrID, multiplayer.ErrPeer, multiplayer.ErrArguments,
		multiplayer.ErrRefused,
	} {
		if errors.Is(m.errors[0], kind) {
			return "refused: " + kind.Error()
		}
	}
	return ""
}

// empty reports whether a packet is a SYNC or DELTA without states.
func empty(b []byte) bool {
	return b[0] == 0x06 && len(b) == 3 || b[0] == 0x16 && len(b) == 1
}
