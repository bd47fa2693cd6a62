package rooms

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/message"
	"godotvariant/math"
	"godotvariant/variant"
)

// TestRoomMoves: a process that drains gives its room to another process, with all accepted
// messages. The client of the room then connects to that process.
func TestRoomMoves(t *testing.T) {
	nats := startNATS(t)
	first, at := startHost(t, nats, nil)
	ada := play(t, "ada", "one", at)
	ada.says(t, "a", "b", "c")
	require.Equal(t, Stats{Rooms: 1, Visitors: 1}, first.Stats())
	require.NoError(t, first.Ready())

	second, other := startHost(t, nats, nil)
	bob := play(t, "bob", "one", other)
	bob.says(t, "x")
	require.NoError(t, first.Drain(t.Context()))
	require.ErrorIs(t, first.Ready(), ErrDraining)

	for i := range 100 {
		bob.Do(variant.String(fmt.Sprint(i)))
	}
	eventually(t, func() bool { return bob.Waiting() == 0 })
	require.Equal(t, int64(101), bob.Acked())
	require.Equal(t, 1, second.Stats().Rooms)
	bob.sees(t, "ada", "a,b,c")
	require.NoError(t, second.Drain(t.Context()))
}

// TestDrainSaysWhatHappened: Drain returns no error if the process has given its rooms away, even
// if it cannot tell other processes that it drains. If it has kept a room, the error names the
// room.
func TestDrainSaysWhatHappened(t *testing.T) {
	nats := startNATS(t)
	first, at := startHost(t, nats, nil)
	ada := play(t, "ada", "one", at)
	ada.says(t, "a")
	require.NoError(t, first.journal.js.DeleteKeyValue(t.Context(), first.names.hostBucket()))
	silent := must(first.conn.SubscribeSync("$KV." + first.names.hostBucket() + ".*"))
	require.NoError(t, first.Drain(t.Context()))
	ada.stop()
	require.NoError(t, silent.Unsubscribe())
	w := newWorld(first.rules)
	must(first.journal.load(t.Context(), "one", w))
	require.True(t, w.given)

	second, other := startHost(t, nats, nil)
	bob := play(t, "bob", "one", other)
	bob.says(t, "b")
	shard := second.names.shard("one")
	require.NoError(t, second.journal.js.DeleteStream(t.Context(), second.names.logStream(shard)))
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	err := second.Drain(ctx)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.ErrorContains(t, err, "one is not given away")
}

// TestKickWaits: if the owner of a room has died, the next owner kicks the player. If the room is
// closed, Kick returns an error.
func TestKickWaits(t *testing.T) {
	atNight(t, nil, func(t *testing.T, n *night) {
		n.open("first")
		n.open("second")
		ada, bob := n.play("ada", "one"), n.play("bob", "one")
		ada.says(t, "a")
		bob.says(t, "b")

		at, _ := n.owner("one")
		n.kill(at)
		for _, host := range n.hosts {
			require.NoError(t, host.Kick(t.Context(), "one", "ada"))
			require.NoError(t, host.Kick(t.Context(), "one", "nobody"))
			require.Equal(t, byeKicked, ada.ends(t).Kind)
			bob.says(t, "c")

			bob.stop()
			time.Sleep(2 * time.Minute)
			require.ErrorIs(t, host.Kick(t.Context(), "one", "bob"), ErrNotOpen)
		}
	})
}

// TestTwoDevices: two clients of one player are at different gateways. The client that joins last
// plays, and the other client ends. The state has each message that was acknowledged to a client,
// and no other message.
func TestTwoDevices(t *testing.T) {
	nats := startNATS(t)
	_, at := startHost(t, nats, nil)
	_, other := startHost(t, nats, nil)
	one := play(t, "ada", "r", at)
	one.says(t, "one0")

	two := play(t, "ada", "r", other)
	for i := range 20 {
		one.Do(variant.String(fmt.Sprint("one", i+1)))
		two.Do(variant.String(fmt.Sprint("two", i+1)))
	}
	require.Equal(t, byeReplaced, one.ends(t).Kind)
	eventually(t, func() bool { return two.Waiting() == 0 })

	var want []string
	for i := range one.Acked() {
		want = append(want, fmt.Sprint("one", i))
	}
	for i := range 20 {
		want = append(want, fmt.Sprint("two", i+1))
	}
	bob := play(t, "bob", "r", at)
	bob.sees(t, "ada", strings.Join(want, ","))
}

// TestRestartedApp: a client that is started again numbers its messages from 1. The room does not
// mistake them for messages of the earlier client, even if nobody knows that the earlier client is
// gone.
func TestRestartedApp(t *testing.T) {
	nats := startNATS(t)
	_, at := startHost(t, nats, nil)
	_, other := startHost(t, nats, nil)
	bob := play(t, "bob", "r", at)
	var want []string
	for i := range 5 {
		old := play(t, "ada", "r", at)
		eventually(t, func() bool { return old.Joined() > 0 })
		fresh := play(t, "ada", "r", other)
		eventually(t, func() bool { return fresh.Joined() > 0 })
		old.Do(variant.String("old"))
		fresh.says(t, fmt.Sprint("new", i))
		require.Equal(t, int64(1), fresh.Acked())

		want = append(want, fmt.Sprint("new", i))
		old.stop()
		fresh.stop()
	}
	bob.sees(t, "ada", strings.Join(want, ","))
}

// TestRefusals: a client gets the reason why it may not join, or why the game refuses a message. A
// client that may not join does not connect again.
func TestRefusals(t *testing.T) {
	verify := func(token string) (Player, error) {
		if token == "forged" {
			return Player{}, errors.New("the signature is wrong")
		}
		return Player{ID: token, Room: "one"}, nil
	}
	_, at := startHost(t, startNATS(t), func(c *Config) { c.Verify = verify })

	for _, c := range []struct{ token, room, why string }{
		{"forged", "one", "the signature is wrong"},
		{"ada", "two", "the token is for another room"},
		{"ada", "one.>", "a room has a name of"},
		{"", "one", "a player has a name of"},
		{"a\nb", "one", "the name of a player has a control character"},
		{"nobody", "one", "nobody may not join"},
	} {
		g := play(t, c.token, c.room, at).ends(t)
		require.Equal(t, byeRefused, g.Kind)
		require.Contains(t, g.Why, c.why)
	}

	ada := play(t, "a.d[a]", "one", at)
	ada.says(t, "a", "no b", "c", "no d")
	eventually(t, func() (is bool) {
		ada.note(func() { is = fmt.Sprint(ada.acks) == "[1 2refused: no b 3 4refused: no d]" })
		return is
	})
	ada.sees(t, "a.d[a]", "a,c")
	ada.Leave()
	require.Equal(t, byeQuit, ada.ends(t).Kind)
}

// TestForgottenClient: a server that was started with an empty store tells a client that its
// messages are lost. The client sends again only the messages that were not accepted.
func TestForgottenClient(t *testing.T) {
	nats := startNATS(t)
	first, at := startHost(t, nats, nil)
	second, other := startHost(t, nats, func(c *Config) { c.Prefix = "empty" })
	ada := play(t, "ada", "r", at, other)
	ada.says(t, "a", "b", "c")
	require.NoError(t, first.Drain(t.Context()))

	ada.says(t, "d", "e")
	ada.sees(t, "ada", "d,e")
	require.Equal(t, int64(5), ada.Acked())
	eventually(t, func() (is bool) {
		ada.note(func() { is = ada.lost == "1-3 " })
		return is
	})
	require.Equal(t, 1, second.Stats().Rooms)
}

// TestRoomCloses: a room without players is closed. When a player comes again, the room has its old
// state.
func TestRoomCloses(t *testing.T) {
	host, at := startHost(t, startNATS(t), func(c *Config) { c.Idle = time.Nanosecond })
	ada := play(t, "ada", "one", at)
	ada.says(t, "a", "b")
	ada.stop()
	eventually(t, func() bool { return host.Stats().Rooms == 0 })
	eventually(t, func() bool {
		for room := range host.Rooms() {
			return room.Name == "one" && !room.Open
		}
		return false
	})

	again := play(t, "ada", "one", at)
	again.says(t, "c")
	again.sees(t, "ada", "a,b,c")
}

// TestSignOfLife: any message of a gateway shows that the gateway is alive, so a client stays in a
// room in which nothing happens.
func TestSignOfLife(t *testing.T) {
	c := &Client{}
	l := &link{of: c}
	gateway := message.New[*Visitor](message.Options{})
	message.Declare[Ping](gateway, "pong")
	require.NoError(t, c.mux().Dispatch(l, must(gateway.Append(nil, Ping{variant.Nil{}}))))
	require.False(t, l.heard.IsZero())
}

// arena is a game that uses all features of package rooms: options, private state, letters and an
// end.
type arena struct{ book }

func (arena) Create(room string, options variant.Variant) (variant.Variant, error) {
	if options == (variant.Variant)(variant.Nil{}) {
		return nil, errors.New("somebody has to create the room")
	}
	return variant.NewDictionary(variant.KV("options", variant.NewArray(options))), nil
}

// View hides the words of other players.
func (arena) View(state variant.Variant, player string) variant.Variant {
	seen := variant.NewDictionary()
	for _, p := range state.(variant.Dictionary).Pairs {
		key := p.Key.(variant.String)
		if key == "options" || string(key) == player {
			seen.Pairs = append(seen.Pairs, p)
		}
	}
	return seen
}

func (arena) Out(_, after variant.Variant) []Letter {
	if strings.HasSuffix(textsOf(after, "ada"), "tell bob") {
		return []Letter{{"bob", math.V2(1, 2)}, {"", variant.String("all")}}
	}
	return nil
}

func (arena) Ended(state variant.Variant, _ int64) bool {
	return strings.HasSuffix(textsOf(state, "ada"), "end")
}

// TestArena: rooms are created with options, players see their part of the state and get letters,
// the game ends its room, and a room can be deleted.
func TestArena(t *testing.T) {
	nats := startNATS(t)
	host, at := startHost(t, nats, func(c *Config) { c.Game = arena{} })
	waiting := make(chan string, 100)
	eve := &Client{Addresses: []string{at}, Room: "new", Token: "eve", OnWaiting: func(why string) {
		select {
		case waiting <- why:
		default:
		}
	}}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() { _ = eve.Run(ctx) }()
	require.Eventually(t, func() bool {
		return strings.Contains(<-waiting, "somebody has to create the room")
	}, patience, time.Millisecond)

	require.NoError(t, host.Create(t.Context(), "one", variant.String("big")))
	require.ErrorIs(t, host.Create(t.Context(), "one", nil), ErrExists)
	require.Error(t, host.Create(t.Context(), "One", nil))
	eventually(t, func() bool { return host.Stats().Rooms == 1 })

	ada, bob := play(t, "ada", "one", at), play(t, "bob", "one", at)
	ada.says(t, "secret")
	bob.says(t, "x")
	bob.sees(t, "bob", "x")
	ada.sees(t, "ada", "secret")
	state, _ := bob.State()
	require.Equal(t, "big", textsOf(state, "options"))
	require.Empty(t, textsOf(state, "ada"))

	ada.says(t, "tell bob")
	eventually(t, func() (is bool) {
		bob.note(func() { is = fmt.Sprint(bob.mail) == "[Vector2(1, 2) all]" })
		return is
	})
	eventually(t, func() (is bool) {
		ada.note(func() { is = fmt.Sprint(ada.mail) == "[all]" })
		return is
	})

	require.NoError(t, host.Kick(t.Context(), "one", "bob"))
	require.Equal(t, byeKicked, bob.ends(t).Kind)

	require.NoError(t, host.Delete(t.Context(), "one"))
	require.Equal(t, byeDeleted, ada.ends(t).Kind)
	eventually(t, func() bool { return host.Stats().Rooms == 0 })
	require.NoError(t, host.Create(t.Context(), "one", variant.String("small")))
	again := play(t, "ada", "one", at)
	again.says(t, "first")
	again.sees(t, "options", "small")
	again.sees(t, "ada", "first")

	again.Do(variant.String("end"))
	eventually(t, func() bool { return host.Stats().Rooms == 0 })
	again.stop()
	require.NoError(t, host.Delete(t.Context(), "one"), "a closed room")
	w := newWorld(host.rules)
	must(host.journal.load(t.Context(), "one", w))
	require.True(t, w.deleted)
}

// upgraded is a newer version of the rules.
type upgraded struct{ book }

func (upgraded) Upgrade(state variant.Variant, from int64) (variant.Variant, error) {
	return withText(state, "upgrades", fmt.Sprint("from ", from)), nil
}

// TestVersions: rooms of an old version stay on old processes, and new rooms go to new processes.
// When the old processes have gone, a newer process that can upgrade a room takes it.
func TestVersions(t *testing.T) {
	nats := startNATS(t)
	old, at := startHost(t, nats, nil)
	ada := play(t, "ada", "old", at)
	ada.says(t, "a")

	next, other := startHost(t, nats, func(c *Config) {
		c.Game = upgraded{}
		c.Version = 2
		c.Accepts = []int64{0}
	})
	old.Retire()
	eventually(t, func() bool { return len(old.registry.members().all) == 2 })
	bob := play(t, "bob", "new", at)
	bob.says(t, "x")
	require.Equal(t, 1, next.Stats().Rooms)
	bob.sees(t, "upgrades", "")

	eve := play(t, "eve", "old", other)
	require.NoError(t, old.Drain(t.Context()))
	eve.says(t, "e")
	eve.sees(t, "upgrades", "from 0")
	eve.sees(t, "ada", "a")
}

// TestRebalance: some time after its start, a new process gets the rooms that it should have. Rooms
// with few players come first. A room keeps its players when it moves.
func TestRebalance(t *testing.T) {
	host, at := startHost(t, startNATS(t), func(c *Config) { c.Rebalance = -1 })
	var players []*player
	for i := range 8 {
		for k := range 1 + i%2 {
			players = append(players, play(t, fmt.Sprint("ada", k), fmt.Sprint("room", i), at))
		}
	}
	for _, p := range players {
		p.says(t, "a")
	}
	eventually(t, func() bool { return len(host.index.all()) == 8 && len(host.services()) == 8 })

	members := hosts{}
	for _, id := range []string{"other", host.registry.id} {
		members.all = append(members.all,
			member{id, time.Now(), lease{Accepts: []int64{0}, Weight: 1}})
	}
	require.Empty(t, host.misplaced(members), "the other process has just come")
	members.all[0].first = time.Time{}

	var want, got []string
	for k := range 2 {
		for i := k; i < 8; i += 2 {
			if name := fmt.Sprint("room", i); members.heir(name, 0) == "other" {
				want = append(want, name)
			}
		}
	}
	all := host.misplaced(members)
	for _, s := range all {
		got = append(got, s.name)
	}
	require.Equal(t, want, got)

	for _, s := range all {
		host.giveAway(t.Context(), s)
		<-s.ended
	}
	for _, p := range players { // there is no other process, so the host takes the rooms again
		p.says(t, "b")
		p.sees(t, p.Token, "a,b")
	}
}

// TestLongMessage: a message longer than Config.MaxMessage ends the visit of its client, and the
// client does not send it again. A message that is a little shorter is accepted.
func TestLongMessage(t *testing.T) {
	_, at := startHost(t, startNATS(t), func(c *Config) { c.MaxMessage = 1000 })
	ada := play(t, "ada", "one", at)
	ada.says(t, strings.Repeat("x", 800))
	ada.Do(variant.String(strings.Repeat("x", 1000)))
	g := ada.ends(t)
	require.ErrorIs(t, g, ErrRefused)
	require.Contains(t, g.Why, "limit")
}

// TestWarn: an error that does not stop a Host is logged. A nil error is not logged.
func TestWarn(t *testing.T) {
	var log strings.Builder
	h := &Host{adopter: &adopter{keeper: &keeper{}}}
	h.config.Log = slog.New(slog.NewTextHandler(&log, nil))

	h.warn("nothing", nil)
	require.Empty(t, log.String())
	h.warn("the lease", errors.New("broken"))
	require.Contains(t, log.String(), `msg="the lease" error=broken`)
}
