package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/transport"
	"godotvariant/codec/transport/enet"
	"godotvariant/codec/transport/websocket"
	"godotvariant/internal/test/enginetest"
	"godotvariant/internal/test/lossy"
	"godotvariant/math"
	"godotvariant/variant"
)

// loss is 10 by default. With 20, an engine sometimes ends a connection, because it has sent a
// command at least six times without an answer.
var loss = flag.Int("loss", 10, "how many of 100 datagrams are lost in the tests of that")

var span = flag.Duration("span", 2*time.Second, "how long games play")

func TestMain(m *testing.M) {
	flag.Parse()
	log.SetOutput(io.Discard)
	os.Exit(m.Run())
}

// A look is what a game sees at one time: the name and the state of each thing.
type look map[string]variant.Variant

// A watch has the last look of each game. It also remembers which games have seen which players
// walk or change their mood.
type watch struct {
	world *world
	bot   *multiplayer.Node
	last  map[int32]look
	moods map[string]bool // "2 sees 3 sad"
	walks map[string]bool // "2 sees 3 walk"
	looks int
}

func newWatch(w *world) *watch {
	seen := &watch{
		world: w, bot: w.peers.Node("Bot"), last: map[int32]look{}, moods: map[string]bool{},
		walks: map[string]bool{},
	}
	for _, name := range []string{"walk", "again", "end"} {
		seen.bot.Declare(multiplayer.Method{Name: name})
	}
	seen.bot.Handle(multiplayer.Method{Name: "look", Access: multiplayer.ByAnyPeer}, seen.look)
	return seen
}

// look handles look.
func (s *watch) look(p *multiplayer.Peer, seen look) {
	s.looks++
	s.last[p.ID()] = seen

	for name, thing := range seen {
		state, ok := thing.(variant.Array)
		if !ok || len(state.Items) < 4 {
			continue
		}
		if state.Items[2] != (math.Vector2{}) {
			s.walks[fmt.Sprint(p.ID(), " sees ", name, " walk")] = true
		}
		if state.Items[3] != variant.String("calm") {
			s.moods[fmt.Sprint(p.ID(), " sees ", name, " in a mood")] = true
		}
	}
}

// do calls a function that uses the state of the world. No call of a game is handled while the
// function runs.
func (s *watch) do(do func()) {
	s.world.server.Do(func(*multiplayer.World) { do() })
}

// holds waits until the function condition returns true. The argument label describes the condition
// for errors.
func (s *watch) holds(t *testing.T, label string, condition func() bool) {
	t.Helper()
	require.Eventually(t, func() (ok bool) {
		s.do(func() { ok = condition() })
		return ok
	}, time.Minute, 20*time.Millisecond, label)
}

// tell calls a method of the node Bot in one game or in all games. The argument target is the ID of
// the game, or multiplayer.All.
func (s *watch) tell(t *testing.T, target int32, method string, args ...any) {
	s.do(func() { require.NoError(t, s.bot.Call(target, method, args...)) })
}

// all reports whether each of n games has seen the players of all games walk and change their mood.
func (s *watch) all(n int) bool {
	have := 0
	for by := range s.world.players {
		for of := range s.world.players {
			name := fmt.Sprint(by.ID(), " sees ", of.ID())
			if s.walks[name+" walk"] && s.moods[name+" in a mood"] {
				have++
			}
		}
	}
	return len(s.world.players) == n && have == n*n
}

// equal reports whether there are n games, and the last look of each game equals the current state
// of the world.
func (s *watch) equal(n int) bool {
	want := look{"collected": variant.Int(s.world.field.Collected)}
	for _, e := range s.world.coins {
		c := e.State().(*coin)
		want[last(e)] = variant.NewArray(single(c.Position), variant.Int(c.Worth))
	}
	for _, e := range s.world.players {
		p := e.State().(*player)
		want[last(e)] = variant.NewArray(single(p.Position), variant.Int(p.Score),
			single(p.Direction), variant.String(p.Mood))
	}

	same := 0
	for by := range s.world.players {
		seen := s.last[by.ID()]
		equal := len(seen) == len(want)
		for name, thing := range want {
			equal = equal && seen[name] != nil && variant.Equal(thing, seen[name])
		}
		if equal {
			same++
		}
	}
	return same == n && len(s.world.players) == n
}

// last returns the name of an entity's node.
func last(e *multiplayer.Entity) string {
	path := e.Node().Path()
	return path[strings.LastIndexByte(path, '/')+1:]
}

// single rounds a vector to single precision, as in the games.
func single(v math.Vector2) math.Vector2 {
	return math.V2(float64(float32(v.X)), float64(float32(v.Y)))
}

// TestGamesSeeTheSame: three games play an unmodified project. One game joins late, and another
// game leaves and comes back. The games see each other's players walk and change, and at the end
// all games see the state of the world.
func TestGamesSeeTheSame(t *testing.T) {
	t.Run("WebSocket", func(t *testing.T) {
		godot4 := enginetest.Multiplayer4(t)
		listener, err := websocket.Listen("127.0.0.1:0", websocket.Options{})
		require.NoError(t, err)
		seeTheSame(t, godot4, listener, "ws://"+listener.Addr().String())
	})
	for _, percent := range []int{0, *loss} {
		t.Run(fmt.Sprintf("ENet, %d of 100 lost", percent), func(t *testing.T) {
			godot4 := enginetest.Native4(t)
			listener, err := enet.Listen("127.0.0.1:0", enet.Options{Layer: enet.Godot4})
			require.NoError(t, err)
			n, err := lossy.New(listener.Addr().String(),
				lossy.Weather{Loss: float64(percent) / 100, Seed: 3})
			require.NoError(t, err)
			t.Cleanup(func() { t.Log(n.Close(), "datagrams were lost") })
			seeTheSame(t, godot4, listener, "enet://"+n.Addr())
		})
	}
}

// seeTheSame serves a world on a listener. Three games join the world at the address url.
func seeTheSame(t *testing.T, godot4 *enginetest.Engine, l transport.Listener, url string) {
	godot4.Limit = 2*time.Minute + *span
	w, err := newWorld()
	require.NoError(t, err)
	seen := newWatch(w)
	go w.server.Serve(l)
	t.Cleanup(func() { _ = w.server.Shutdown(context.Background()) })
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	go w.run(ctx)

	address := "WORLD=" + url
	start := func() *enginetest.Script {
		return godot4.Play(t, "godot4", "testdata/bot.gd", address)
	}
	games := []*enginetest.Script{start(), start()}
	seen.holds(t, "two games come", func() bool { return len(w.players) == 2 })
	seen.tell(t, multiplayer.All, "walk", true)
	seen.holds(t, "two games see each other", func() bool { return seen.all(2) })

	games = append(games, start())
	seen.holds(t, "a third game comes", func() bool { return len(seen.last) == 3 })
	seen.tell(t, multiplayer.All, "walk", true)
	var first int32
	seen.do(func() { first = w.peers.Peers()[0].ID() })
	seen.tell(t, first, "again")
	seen.holds(t, "the first game comes back", func() bool {
		return w.peers.Peer(first) == nil && len(w.players) == 3
	})
	seen.holds(t, "three games see each other", func() bool { return seen.all(3) })

	seen.holds(t, "a player collects", func() bool { return w.field.Collected > 0 })

	time.Sleep(*span)
	seen.tell(t, multiplayer.All, "walk", false)
	seen.holds(t, "all see the same", func() bool { return seen.equal(3) })
	seen.do(func() {
		t.Logf("%d looks, %d coins collected of %d", seen.looks, w.field.Collected, w.minted)
	})

	seen.tell(t, multiplayer.All, "end")
	printed := ""
	for _, game := range games {
		printed += strings.Join(game.Wait(), "\n")
	}
	require.Equal(t, "left with 0 things", printed)
}
