package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	stdmath "math"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	raw "github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/codec/transport"
	"godotvariant/codec/transport/websocket"
	"godotvariant/internal/test/enginetest"
	"godotvariant/math"
	"godotvariant/variant"
)

func TestMain(m *testing.M) {
	log.SetOutput(io.Discard)
	os.Exit(m.Run())
}

// A site is a game that runs, with the addresses of its transports.
type site struct {
	server *message.Server[*client]
	addr   string // over TCP and UDP
	web    string
}

func serve(t *testing.T) site {
	t.Helper()
	tcp, err := transport.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	udp, err := transport.Listen("udp", tcp.Addr().String())
	require.NoError(t, err)

	server := newServer()
	web, err := websocket.Listen("127.0.0.1:0", websocket.Options{})
	require.NoError(t, err)
	go server.Serve(tcp, udp, web)

	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		require.NoError(t, server.Shutdown(ctx, nil))
	})

	return site{server, tcp.Addr().String(), web.Addr().String()}
}

// Join, Move and Fly are messages of players. The server has no handler for "fly".
type (
	Join struct {
		Name string `godot:"name"`
	}
	Move struct {
		At math.Vector2 `godot:"at"`
	}
	Fly struct{}
)

// A player has the texts that a bot has received, by the names of their messages. The texts of
// "joined" are the IDs of players.
type player map[string][]string

// bot connects a player in Go, over "tcp", "udp" or "ws".
func (s site) bot(t *testing.T, network string) *message.Client[player] {
	t.Helper()
	mux := message.New[player](message.Options{})
	message.Declare[Join](mux, "join")
	message.Declare[Move](mux, "move")
	message.Declare[Say](mux, "say")
	message.Declare[Ping](mux, "ping")
	message.Declare[Fly](mux, "fly")

	message.Declare[message.Ack](mux, "ack")

	var client *message.Client[player]
	var replica message.Replica
	message.Handle(mux, "welcome", func(player, *Welcome) error { return nil })
	message.Handle(mux, "state", func(p player, m *message.Update) error {
		ack, err := replica.Apply(m)
		for id := range replica.State().(variant.Dictionary).Keys() {
			if text := fmt.Sprint(id); !slices.Contains(p["joined"], text) {
				p["joined"] = append(p["joined"], text)
			}
		}
		return errors.Join(err, client.Send(ack))
	})
	message.Handle(mux, "said", func(p player, m *Say) error {
		p["said"] = append(p["said"], m.Text)
		return nil
	})
	message.Handle(mux, "pong", func(player, *Ping) error { return nil })
	message.Handle(mux, "goodbye", func(p player, m *Goodbye) error {
		p["goodbye"] = append(p["goodbye"], m.Why)
		return nil
	})

	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)

	if network == "ws" {
		conn, err := websocket.Dial(ctx, "ws://"+s.web)
		require.NoError(t, err)
		client = message.NewClient(ctx, conn, mux)
		return client
	}

	conn, err := transport.Dial(ctx, network, s.addr)
	require.NoError(t, err)
	client = message.NewClient(ctx, conn, mux)
	return client
}

// withDelta returns the path of a file that has the script of a bot, followed by delta.gd.
func withDelta(t *testing.T, bot string) string {
	t.Helper()
	script, err := os.ReadFile(bot)
	require.NoError(t, err)
	delta, err := os.ReadFile("../../deltas/delta.gd")
	require.NoError(t, err)

	file := filepath.Join(t.TempDir(), bot)
	require.NoError(t, os.WriteFile(file, append(script, delta...), 0o600))
	return file
}

// await receives messages until p has the texts of n messages with the given name, such as
// "joined".
func await(t *testing.T, c *message.Client[player], p player, name string, n int) {
	t.Helper()
	for len(p[name]) < n {
		require.NoError(t, c.Receive(p))
	}
}

// TestEnginesMeet lets players in both engines and in Go play with each other on one port. They use
// all their transports, and each uses its own dialect. At the end the players in engines send an
// unknown message, and the server tells them why it disconnects them.
func TestEnginesMeet(t *testing.T) {
	godot3, godot4 := enginetest.Godot3(t), enginetest.Godot4(t)
	s := serve(t)

	networks4 := []string{"ws"}
	if os.Getenv("GODOT4") != "" {
		networks4 = []string{"ws", "tcp", "udp"}
	}

	names := []string{"tcp3", "udp3", "ws3", "tcpGo", "udpGo", "wsGo"}
	for _, network := range networks4 {
		names = append(names, network+"4")
	}
	slices.Sort(names)
	env := func(network, engine string) []string {
		addr := s.addr
		if network == "ws" {
			addr = s.web
		}
		_, port, _ := net.SplitHostPort(addr)
		return []string{"GDPORT=" + port, "GDNET=" + network, "GDNAME=" + network + engine,
			fmt.Sprint("GDBOTS=", len(names))}
	}

	var scripts []*enginetest.Script
	for _, network := range []string{"tcp", "udp", "ws"} {
		scripts = append(scripts, godot3.Start(t, withDelta(t, "bot3.gd"), "", env(network, "3")))
	}
	for _, network := range networks4 {
		scripts = append(scripts, godot4.Start(t, withDelta(t, "bot4.gd"), "", env(network, "4")))
	}

	for _, network := range []string{"tcp", "udp", "ws"} {
		c, p := s.bot(t, network), player{}
		go func() {
			for c.Send(Ping{}) == nil {
				time.Sleep(time.Second)
			}
		}()

		require.NoError(t, c.Send(Join{network + "Go"}))
		t.Cleanup(func() { c.Close(nil) })
		go func() {
			for len(p["joined"]) < len(names) && c.Receive(p) == nil {
			}
			c.Send(Say{Text: "I am " + network + "Go"})
			for len(p["said"]) < len(names) && c.Receive(p) == nil {
			}
			c.Send(Move{math.V2(7, 0.5)})
			c.Serve(p)
		}()
	}

	want := "[I am " + strings.Join(names, ", I am ") + "]"
	for _, script := range scripts {
		printed := strings.Join(script.Wait(), "\n")
		require.Contains(t, strings.ReplaceAll(printed, `"`, ""), want)
		require.Contains(t, printed, "wsGo (7")
		require.Contains(t, printed, fmt.Sprintf("ws4 (%d", len(names)))
		require.Contains(t, printed, `unknown message "fly"`)
	}
}

// TestBadPlayersAreToldWhy: a player that breaks the rules loses its connection, and receives the
// reason. This is true for all transports. The other players stay connected.
func TestBadPlayersAreToldWhy(t *testing.T) {
	s := serve(t)
	honest, heard := s.bot(t, "tcp"), player{}
	require.NoError(t, honest.Send(Join{"Tia"}))
	await(t, honest, heard, "joined", 1)

	for _, network := range []string{"tcp", "udp", "ws"} {
		for want, misdeed := range map[string]func(c *message.Client[player]) error{
			"not joined": func(c *message.Client[player]) error {
				return c.Send(Say{})
			},
			"already joined": func(c *message.Client[player]) error {
				return c.Send(Join{"twice"})
			},
			"not finite": func(c *message.Client[player]) error {
				return c.Send(Move{farAway})
			},
			"the tag max allows 20": func(c *message.Client[player]) error {
				return c.Send(Join{strings.Repeat("x", 21)})
			},
			"Limits.MaxFrame is 1024": func(c *message.Client[player]) error {
				return c.Send(Join{strings.Repeat("x", 2000)})
			},
		} {
			t.Run(network+" "+want, func(t *testing.T) {
				c, p := s.bot(t, network), player{}
				first := Join{"Eve"}
				if want == "not joined" {
					require.NoError(t, misdeed(c))
				} else {
					require.NoError(t, c.Send(first))
					await(t, c, p, "joined", 1)
					require.NoError(t, misdeed(c))
				}
				await(t, c, p, "goodbye", 1)
				require.Contains(t, p["goodbye"][0], want)
			})
		}
	}

	require.NoError(t, honest.Send(Say{Text: "still here"}))
	await(t, honest, heard, "said", 1)
}

// TestChatterer: if a player sends too many messages in a second, the server ends the connection,
// even if all messages arrive together.
func TestChatterer(t *testing.T) {
	c, p := serve(t).bot(t, "tcp"), player{}
	require.NoError(t, c.Send(Join{"Eve"}))
	for range 500 {
		_ = c.Send(Ping{}) // fails when the connection has ended
	}

	await(t, c, p, "goodbye", 1)
	require.Contains(t, p["goodbye"][0], "more than 50 in a second")
}

var farAway = math.Vector2{X: stdmath.Inf(1)}

// TestWebSocketHasTheReason: if the server ends a WebSocket, the closing frame also has the reason.
func TestWebSocketHasTheReason(t *testing.T) {
	s := serve(t)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	conn, _, err := raw.Dial(ctx, "ws://"+s.web, nil)
	require.NoError(t, err)

	packet, err := codec.Encode(variant.NewDictionary(variant.KV("type", variant.String("fly"))))
	require.NoError(t, err)
	require.NoError(t, conn.Write(ctx, raw.MessageBinary, packet))

	_, _, err = conn.Read(ctx) // goodbye
	require.NoError(t, err)
	_, _, err = conn.Read(ctx)
	var closed raw.CloseError
	require.ErrorAs(t, err, &closed)
	require.Contains(t, closed.Reason, `unknown message "fly"`)
}
