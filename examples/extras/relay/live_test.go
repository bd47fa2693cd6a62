package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
	"godotvariant/codec/transport/enet"
	"godotvariant/codec/transport/websocket"
	"godotvariant/internal/test/enginetest"
	"godotvariant/variant"
)

// A hall is a relay with games. A bot plays each game. The hall records the messages that the games
// receive.
type hall struct {
	t       *testing.T
	relay   *relay
	bot     *multiplayer.Node
	address string // address for games
	web     string // address for strangers
	format  *packet.Codec
	heard   map[string][]string // lines that the games have received, by the name of the player
	refused []string
}

func newHall(t *testing.T, p *packet.Protocol, overENet bool) *hall {
	passwords := map[string]string{"ada": "moon", "bob": "sun", "cem": "star", "dan": "sky"}
	r, err := newRelay(p, passwords)
	require.NoError(t, err)
	format, err := packet.New(packet.Options{Protocol: p})
	require.NoError(t, err)
	h := &hall{
		t: t, relay: r, format: format, heard: map[string][]string{}, bot: r.world.Node("Bot"),
	}
	log.SetOutput(h)
	t.Cleanup(func() { log.SetOutput(os.Stderr) })
	for _, name := range []string{"act", "many", "back"} {
		h.bot.Declare(multiplayer.Method{Name: name})
	}
	h.bot.Handle(multiplayer.Method{Name: "told", Access: multiplayer.ByAnyPeer}, h.told)

	web, err := websocket.Listen("127.0.0.1:0", websocket.Options{})
	require.NoError(t, err)
	udp, err := enet.Listen("127.0.0.1:0", enet.Options{})
	require.NoError(t, err)
	go r.server.Serve(web, udp)
	t.Cleanup(func() { _ = r.server.Shutdown(context.Background()) })
	h.web = "ws://" + web.Addr().String()
	h.address = h.web
	if overENet {
		h.address = "enet://" + udp.Addr().String()
	}
	return h
}

// Write gets the log of the relay. Each line is about a packet that the relay has refused.
func (h *hall) Write(line []byte) (int, error) {
	h.refused = append(h.refused, string(line))
	return len(line), nil
}

func (h *hall) told(p *multiplayer.Peer, line string) {
	name := p.Value.(*player).name
	h.heard[name] = append(h.heard[name], line)
}

// do calls a function that uses the state of the relay. No call of a game is handled while the
// function runs.
func (h *hall) do(do func()) {
	h.relay.server.Do(func(*multiplayer.World) { do() })
}

// id returns the ID of a player.
func (h *hall) id(name string) int32 {
	for _, p := range h.relay.players {
		if p.name == name {
			return p.peer.ID()
		}
	}
	return 0
}

// tell calls a method of the node Bot in the game of a player.
func (h *hall) tell(name, method string, args ...any) {
	h.do(func() { require.NoError(h.t, h.bot.Call(h.id(name), method, args...)) })
}

// act makes a player call a method of another player. The argument target is the name of the other
// player, or "" for all players.
func (h *hall) act(name, node, method, target string, args ...any) {
	h.do(func() {
		err := h.bot.Call(h.id(name), "act", node, method, h.id(target), args)
		require.NoError(h.t, err)
	})
}

// hears waits until a player has received these lines.
func (h *hall) hears(name string, lines ...string) {
	h.t.Helper()
	for _, line := range lines {
		h.waits(name+" hears "+line, func() (ok bool) {
			h.heard[name], ok = take(h.heard[name], line)
			return ok
		})
	}
}

// refuses waits until the relay has refused a packet. The argument text is a part of the log line.
func (h *hall) refuses(text string) {
	h.t.Helper()
	h.waits("refuses "+text, func() (ok bool) {
		h.refused, ok = take(h.refused, text)
		return ok
	})
}

// take removes the first line that contains the given words, and returns the other lines. It
// returns false if no line contains the words.
func take(lines []string, words string) ([]string, bool) {
	i := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, words) })
	if i < 0 {
		return lines, false
	}
	return slices.Delete(lines, i, i+1), true
}

func (h *hall) waits(what string, is func() bool) {
	h.t.Helper()
	ok := func() (ok bool) {
		h.do(func() { ok = is() })
		return ok
	}

	end := time.Now().Add(time.Minute)
	for !ok() {
		if time.Now().After(end) {
			h.do(func() { what = fmt.Sprintf("%s: %q %q", what, h.heard, h.refused) })
			require.Fail(h.t, what)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// These are the IDs of the methods of Table.
const (
	enter = iota
	entered
	say
)

// call returns a packet that calls a method of the node Table.
func call(method uint16, args ...variant.Variant) packet.RPC {
	return packet.RPC{Path: "Table", Method: method, Args: args}
}

// A stranger is a client in Go that sends packets that no engine sends.
type stranger struct {
	hall   *hall
	conn   transport.Conn
	format *packet.Codec
}

func (h *hall) stranger() *stranger {
	conn, err := websocket.Dial(context.Background(), h.web)
	require.NoError(h.t, err)
	h.t.Cleanup(func() { _ = conn.Close(nil) })
	return &stranger{h, conn, h.format}
}

// reads starts a goroutine that receives and drops all further messages.
func (s *stranger) reads() {
	go func() {
		for {
			if _, err := s.conn.Receive(); err != nil {
				return
			}
		}
	}()
}

func (s *stranger) send(p packet.Packet) {
	message, err := s.format.Append(nil, p)
	require.NoError(s.hall.t, err)
	require.NoError(s.hall.t, s.conn.Send(transport.Message{Data: message}))
}

// relays sends a packet that the relay is to pass on to another client.
func (s *stranger) relays(to int32, p packet.Packet) {
	inner, err := s.format.Append(nil, p)
	require.NoError(s.hall.t, err)
	s.send(packet.Relay{Peer: to, Packet: inner})
}

// TestGamesTalkByRules: three games talk to each other through the relay, which enforces its rules.
func TestGamesTalkByRules(t *testing.T) {
	t.Run("Godot 4", func(t *testing.T) {
		h := newHall(t, packet.Godot4, false)
		h.play(enginetest.Multiplayer4(t), "godot4", "testdata/bot4.gd", h.strangers4)
	})
	t.Run("Godot 3", func(t *testing.T) {
		h := newHall(t, packet.Godot3, false)
		h.play(enginetest.Godot3(t), "godot3", "testdata/bot3.gd", h.strangers3)
	})
	t.Run("Godot 4 over ENet", func(t *testing.T) {
		h := newHall(t, packet.Godot4, true)
		h.play(enginetest.Native4(t), "godot4", "testdata/bot4.gd", h.strangers4)
	})
	t.Run("Godot 3 over ENet", func(t *testing.T) {
		h := newHall(t, packet.Godot3, true)
		h.play(enginetest.Godot3(t), "godot3", "testdata/bot3.gd", h.strangers3)
	})
}

// play starts three games of a project in an engine, and lets them talk. Then it calls strangers,
// which tests clients that break the rules.
func (h *hall) play(godot *enginetest.Engine, project, bot string, strangers func()) {
	t := h.t
	godot.Limit = 2 * time.Minute
	start := func(name, room, first, password string) *enginetest.Script {
		return godot.Play(t, project, bot, "URL="+h.address, "NAME="+name, "ROOM="+room,
			"FIRST="+first, "PASSWORD="+password)
	}
	ada := start("ada", "red", "moon", "moon")
	h.hears("ada", "ada is here")
	bob, cem := start("bob", "red", "sun", "sun"), start("cem", "blue", "wrong", "star")
	h.hears("bob", "ada is here", "bob is here")
	h.hears("ada", "bob is here")
	h.hears("cem", "cem is here")
	h.refuses("wrong name or password")

	// Rooms: ada and bob are in the room red, and cem enters it later.
	h.act("ada", "Table", "say", "", "to red")
	h.hears("bob", "ada: to red")
	h.act("cem", "Table", "enter", "server", "red")
	h.hears("ada", "cem is here")
	h.hears("cem", "cem is here")
	h.act("cem", "Table", "say", "", "to all")
	h.hears("ada", "cem: to all")
	h.hears("bob", "cem: to all")
	h.act("bob", "Table", "say", "cem", "to cem")
	h.act("ada", "Table", "say", "cem", "to cem, too")
	h.hears("cem", "bob: to cem", "ada: to cem, too")

	// The relay refuses a wrong node, a wrong method, a wrong role, and too many messages.
	h.act("bob", "Admin", "take_gold", "ada", 50)
	h.refuses(` of "Admin"`)
	h.act("bob", "Table", "start", "")
	h.refuses(` of "Table", "start"`)
	h.act("ada", "Table", "start", "")
	h.hears("bob", "ada starts")
	h.hears("cem", "ada starts")
	h.tell("cem", "many", 50)
	h.refuses(fmt.Sprintf(`"say" from %d to %d`, h.id("cem"), h.id("bob")))
	h.act("cem", "Bot", "told", "server", "done")
	h.hears("cem", "done")

	strangers()

	// Bob leaves and comes back.
	h.tell("bob", "back")
	h.hears("ada", "bob has left", "bob is here")
	h.hears("bob", "bob is here")
	h.act("bob", "Table", "say", "", "again")
	h.hears("ada", "bob: again")

	require.NoError(t, h.relay.server.Shutdown(context.Background()))
	require.Equal(t, []string{"100 gold"}, ada.Wait())
	require.Equal(t, []string{"100 gold"}, bob.Wait())
	require.Equal(t, []string{"refused", "100 gold"}, cem.Wait())
	require.Less(t, len(h.heard["bob"]), 40, "cem has said 50 things at once")
	require.NotContains(t, fmt.Sprint(h.heard), "knock")
	require.NotContains(t, fmt.Sprint(h.heard), "null", "somebody who is not in the room")
}

// strangers4 tests a client of Godot 4 that breaks the rules. It can't send with the ID of another
// client, knows only the players in its room, and can send only packets that are relayed.
func (h *hall) strangers4() {
	s := h.stranger()
	s.reads()
	knock := call(say, variant.String("knock"))
	s.relays(h.id("ada"), knock)
	h.refuses("authent")

	data, err := codec.Marshal(ticket{"dan", "sky", "blue"})
	require.NoError(h.t, err)
	s.send(packet.Auth{Data: data})
	s.send(packet.Auth{})
	s.relays(h.id("ada"), knock)
	h.refuses("another room")

	s.relays(h.id("ada"), packet.DelPeer{ID: h.id("bob")})
	h.refuses("SYS in a RELAY")
	s.send(packet.AddPeer{ID: 99})
	h.refuses("may not add")
	s.send(packet.DelPeer{ID: h.id("ada")})
	h.refuses("may not remove")
	s.send(call(entered, variant.Int(2), variant.String("eve")))
	h.refuses("not the authority")

	s.send(call(enter, variant.String("red")))
	s.relays(h.id("ada"), call(say, variant.String("I am bob")))
	h.hears("ada", "dan: I am bob")
}

// strangers3 tests a client of Godot 3 that uses the ID of the server and the ID of another player,
// and that calls players before it has shown a ticket.
func (h *hall) strangers3() {
	s := h.stranger()
	first, err := s.conn.Receive()
	require.NoError(h.t, err)
	id, err := packet.DecodeFrame(first.Data)
	require.NoError(h.t, err)
	s.reads()

	args := []variant.Variant{variant.String("knock")}
	hello := packet.Call{Path: "Table", Method: "say", Args: args}
	for _, c := range []struct {
		from, to int32
		refused  string
	}{
		{1, h.id("ada"), "sends as 1"},
		{h.id("bob"), h.id("ada"), "sends as"},
		{id.Peer, h.id("ada"), "another room"},
		{id.Peer, id.Peer, "refused"},
	} {
		inner, err := s.format.Append(nil, hello)
		require.NoError(h.t, err)
		message, err := packet.Frame{From: c.from, To: c.to, Packet: inner}.Append(nil)
		require.NoError(h.t, err)
		require.NoError(h.t, s.conn.Send(transport.Message{Data: message}))
		h.refuses(c.refused)
	}
}

// TestStartWithoutASeat: a peer with a ticket can't start a game before it has a seat, which means
// that it is in the relay's list of players.
func TestStartWithoutASeat(t *testing.T) {
	r, err := newRelay(packet.Godot4, nil)
	require.NoError(t, err)

	peer := new(multiplayer.Peer)
	peer.Value = &player{peer: peer, name: "ada"}
	start := &multiplayer.Relayed{
		From: peer, To: peer, Packet: packet.RPC{}, Node: "Table", Method: "start",
	}
	require.False(t, r.allows(start))

	r.players = append(r.players, peer.Value.(*player))
	require.True(t, r.allows(start))
}
