package rooms

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/message/rooms/natsd"
	"godotvariant/codec/transport"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// patience is how long a test waits for an expected event.
const patience = time.Minute

// book is a game. Its state has the bodies of all messages of each player, and the names of the
// players in the room. It refuses messages that begin with "no", and a player with the name
// "nobody".
type book struct{}

func (book) New(string) variant.Variant                          { return variant.Dictionary{} }
func (book) Step(state variant.Variant, _ int64) variant.Variant { return state }

func (book) Apply(
	state variant.Variant, player string, body variant.Variant,
) (variant.Variant, error) {
	text, _ := body.(variant.String)
	switch {
	case text == "panic":
		panic("a bug")
	case strings.HasPrefix(string(text), "no"):
		return nil, errors.New("refused: " + string(text))
	}
	return withText(state, player, string(text)), nil
}

func (book) Event(state variant.Variant, e Event) (variant.Variant, error) {
	if e.Player == "nobody" {
		return nil, errors.New("nobody may not join")
	}
	text := e.Kind.String()
	if e.Kind == Left {
		text += "(" + e.Why.String() + ")"
	}
	return withText(state, "events", e.Player+" "+text), nil
}

// withText returns a copy of state with a text added to the list under a key.
func withText(state variant.Variant, key, text string) variant.Variant {
	path := variant.Path{{Kind: variant.StepKey, Key: variant.String(key)}}
	before, _ := tree.Lookup(state, path)
	list, _ := before.(variant.Array)
	items := append(list.Items[:len(list.Items):len(list.Items)], variant.String(text))
	return must(tree.Set(state, path, variant.Array{Items: items}))
}

// textsOf returns the texts of a list, with commas.
func textsOf(state variant.Variant, key string) string {
	path := variant.Path{{Kind: variant.StepKey, Key: variant.String(key)}}
	list, err := tree.Lookup(state, path)
	if err != nil {
		return ""
	}
	var all []string
	for _, text := range list.(variant.Array).Items {
		all = append(all, string(text.(variant.String)))
	}
	return strings.Join(all, ",")
}

// must returns v, and panics at an error.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// eventually waits until a condition is true.
func eventually(t *testing.T, is func() bool) {
	t.Helper()
	require.Eventually(t, is, patience, time.Millisecond)
}

// startNATS starts a server that only this process can reach.
func startNATS(t *testing.T) *server.Server {
	t.Helper()
	s := must(natsd.Start(natsd.Options{Folder: t.TempDir()}))
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	return s
}

// connect returns a connection to a server.
func connect(t *testing.T, s *server.Server) *nats.Conn {
	t.Helper()
	conn := must(Connect(t.Context(), "", nats.InProcessServer(s)))
	t.Cleanup(conn.Close)
	return conn
}

// quiet is a log that nobody reads.
var quiet = slog.New(slog.DiscardHandler)

// testConfig returns a small configuration. Its lease does not end during a test, even if the
// machine is busy.
func testConfig(change func(*Config)) Config {
	c := Config{Game: book{}, Log: quiet, Streams: 2, Lease: time.Minute}
	if change != nil {
		change(&c)
	}
	return must(c.withDefaults())
}

// testCore returns the core of a process that uses the NATS server s.
func testCore(t *testing.T, s *server.Server, change func(*Config)) core {
	t.Helper()
	return must(openCore(t.Context(), connect(t, s), testConfig(change)))
}

// body returns the packet of a text, as in an EntryMessage.
func body(text string) []byte { return must(codec.Encode(variant.String(text))) }

// join, says, back, away and quit return entries of a session. The argument session is the nonce of
// the session.
func join(player string, session, try int64) Entry {
	return Entry{Kind: EntryJoin, Player: player, Session: session, Try: try, Gateway: "gate"}
}

func says(player string, session, number int64, text string) Entry {
	return Entry{
		Kind: EntryMessage, Player: player, Session: session, Number: number,
		Dialect: codec.Godot4.Name(), Packet: body(text),
	}
}

func away(player string, session, try int64) Entry {
	return Entry{Kind: EntryAway, Player: player, Session: session, Try: try}
}

func quit(player string, session int64) Entry {
	return Entry{Kind: EntryLeave, Player: player, Session: session, Why: Quit}
}

// decide handles entries in the next tick, as the owner of the room does.
func decide(w *world, players int, all ...Entry) *decision {
	d := &decision{
		plan: w.begin(w.tick + 1), players: players, comeAt: w.tick + 11,
		answered: map[string]bool{},
	}
	for _, e := range all {
		d.receive(e)
	}
	return d
}

// newTestWorld returns the world of a new room.
func newTestWorld(g Game) *world {
	w := newWorld(newRules(g))
	w.state = g.New("room")
	w.birth = 77
	w.epoch = 1
	return w
}

// startHost returns a Host and its address for clients.
func startHost(t *testing.T, s *server.Server, change func(*Config)) (*Host, string) {
	t.Helper()
	c := Config{Game: book{}, Log: quiet, Streams: 2}
	if change != nil {
		change(&c)
	}

	host := must(Open(t.Context(), connect(t, s), c))
	l := must(transport.Listen("tcp", "127.0.0.1:0"))
	go host.Server().Serve(l)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		_ = host.Drain(ctx) // a test may have drained it
	})
	return host, "tcp://" + l.Addr().String()
}

// A player is a client that records what the server sends.
type player struct {
	*Client
	stop func() // ends the client, and waits until Run has returned
	done chan struct{}

	mu   sync.Mutex
	acks []string // number and reason of each acknowledged message, in order
	lost string
	mail []string
	err  error // the error of Run
}

// play lets a client play until the test ends.
func play(t *testing.T, token, room string, addresses ...string) *player {
	t.Helper()
	p := newPlayer(token, room, addresses...)
	p.start(t)
	return p
}

// newPlayer returns a player whose client does not run yet.
func newPlayer(token, room string, addresses ...string) *player {
	p := &player{done: make(chan struct{})}
	p.Client = &Client{
		Addresses: addresses, Room: room, Token: token,
		OnAck: func(n int64, why string) {
			p.note(func() { p.acks = append(p.acks, fmt.Sprint(n, why)) })
		},
		OnLost: func(from, to int64) {
			p.note(func() { p.lost += fmt.Sprintf("%d-%d ", from, to) })
		},
		OnLetter: func(body variant.Variant) {
			p.note(func() { p.mail = append(p.mail, fmt.Sprint(body)) })
		},
	}
	return p
}

// start runs the client until the test ends.
func (p *player) start(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		defer close(p.done)
		err := p.Run(ctx)
		p.note(func() { p.err = err })
	}()
	p.stop = func() {
		cancel()
		<-p.done
	}
	t.Cleanup(p.stop)
}

func (p *player) note(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f()
}

// says sends texts, and waits until the log has them.
func (p *player) says(t *testing.T, texts ...string) {
	t.Helper()
	for _, text := range texts {
		p.Do(variant.String(text))
	}
	eventually(t, func() bool { return p.Waiting() == 0 })
}

// sees waits until the player's state has a list at the key, and the list has exactly these texts.
// The argument texts has a comma between two texts.
func (p *player) sees(t *testing.T, key, texts string) {
	t.Helper()
	var seen string
	is := func() bool {
		state, _ := p.State()
		seen = ""
		if state != nil {
			seen = textsOf(state, key)
		}
		return seen == texts
	}
	deadline := time.Now().Add(patience)
	for !is() {
		if time.Now().After(deadline) {
			require.Equal(t, texts, seen)
		}
		time.Sleep(time.Millisecond)
	}
}

// ends waits until the player disconnects and does not come back. It returns the reason.
func (p *player) ends(t *testing.T) *Goodbye {
	t.Helper()
	select {
	case <-p.done:
	case <-time.After(patience):
		t.Fatal("the client does not end")
	}
	var g *Goodbye
	require.ErrorAs(t, p.err, &g)
	return g
}
