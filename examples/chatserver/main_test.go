package main

import (
	"errors"
	"fmt"
	"io"
	"log"
	stdmath "math"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/enginetest"
	"godotvariant/math"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

func TestMain(m *testing.M) {
	log.SetOutput(io.Discard)
	os.Exit(m.Run())
}

// serve serves a game on a free port, until the test ends.
func (g *game) serve(t *testing.T, d *variant.Dialect) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	conn, err := net.ListenPacket("udp", l.Addr().String())
	require.NoError(t, err)
	t.Cleanup(func() { l.Close(); conn.Close() })
	go g.server(d).Serve(l)
	go g.server(d).ServePacket(conn)
	return l.Addr().String()
}

// A bot is a client in Go, over TCP or UDP.
type bot struct {
	net.Conn
	framing codec.Framing
	buf     []byte
	heard   map[string]int // messages of each type
}

func dial(t *testing.T, network, addr string) *bot {
	t.Helper()
	conn, err := net.Dial(network, addr)
	require.NoError(t, err)
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(time.Minute))
	framing := map[string]codec.Framing{"tcp": codec.FrameU32, "udp": codec.FrameNone}[network]
	return &bot{conn, framing, make([]byte, 2048), map[string]int{}}
}

// send sends a packet as it is.
func (c *bot) send(packet []byte) error {
	raw, err := new(codec.Codec).Raw(packet)
	if err != nil {
		return err
	}
	return codec.NewEncoder(c.Conn, c.framing).Encode(raw)
}

// repeat sends a packet every second, for a client that has nothing to say.
func (c *bot) repeat(packet []byte) {
	for range time.Tick(time.Second) {
		if c.send(packet) != nil {
			return
		}
	}
}

// say sends a message.
func (c *bot) say(name string, more ...variant.Pair) error {
	packet, err := codec.Encode(variant.NewDictionary(append([]variant.Pair{variant.KV("type", variant.String(name))}, more...)...))
	if err != nil {
		return err
	}
	return c.send(packet)
}

// hear reads a packet.
func (c *bot) hear() ([]byte, error) {
	if c.framing == codec.FrameNone {
		n, err := c.Read(c.buf)
		return c.buf[:n], err
	}
	dec := codec.NewDecoder(c, codec.FrameU32)
	_, err := dec.DecodeRaw()
	return dec.Packet(), err
}

// await reads until n messages of a type have come, also before, and calls each for all packets.
func (c *bot) await(name string, n int, each func(packet []byte)) error {
	for c.heard[name] < n {
		packet, err := c.hear()
		if err != nil {
			return err
		}
		v, err := codec.Decode(packet)
		if err != nil {
			return err
		}
		got, _ := tree.Get[variant.String](v, "type")
		c.heard[string(got)]++
		each(packet)
	}

	return nil
}

func ignore([]byte) {}

// TestEngines has Godot 3 play with Godot 4, each over TCP and UDP. Godot 4's web build has
// neither: it makes the packets, the test carries them, and it reads the answers.
func TestEngines(t *testing.T) {
	godot3, godot4 := enginetest.Godot3(t), enginetest.Godot4(t)
	g := newGame()
	addr3, addr4 := g.serve(t, codec.Godot3), g.serve(t, codec.Godot4)
	dir := t.TempDir()
	godot4.Run(t, "testdata/packets4.gd", dir, "TASK=write")

	var scripts []*enginetest.Script
	_, port, err := net.SplitHostPort(addr3)
	require.NoError(t, err)
	for _, network := range []string{"tcp", "udp"} {
		env := []string{"GDPORT=" + port, "GDNET=" + network, "GDNAME=" + network + "3", "GDBOTS=4"}
		scripts = append(scripts, godot3.Start(t, "bot3.gd", "", env))
	}
	carried := make(chan error)
	for _, network := range []string{"tcp", "udp"} {
		c := dial(t, network, addr4)
		go func() { carried <- carry(c, dir, network) }()
	}
	for range 2 {
		require.NoError(t, <-carried)
	}
	for _, script := range scripts {
		lines := script.Wait()
		require.Contains(t, lines, "[I am tcp3, I am tcp4, I am udp3, I am udp4]")
		for _, name := range []string{"tcp3", "udp3", "tcp4", "udp4"} {
			require.Contains(t, lines, name+" (4, 0.5)")
		}
	}
	var want []string
	for _, network := range []string{"tcp", "udp"} {
		var heard string
		for _, name := range []string{"joined", "moved"} {
			for _, player := range []string{"tcp3", "tcp4", "udp3", "udp4"} {
				heard += fmt.Sprintf("%q, ", name+" "+player)
			}
		}
		heard += `"pong ", "said I am tcp3", "said I am tcp4", "said I am udp3", "said I am udp4", "welcome ` + network + `4"`
		want = append(want, network+" ["+heard+"]", "true (4.0, 0.5) (4.0, 0.5)")
	}
	require.Equal(t, want, godot4.Run(t, "testdata/packets4.gd", dir, "TASK=read"))
}

// carry sends the packets of Godot 4 in the order of bot3.gd, and keeps the answers in a file.
func carry(c *bot, dir, network string) error {
	file, err := os.Create(filepath.Join(dir, network+".answers"))
	if err != nil {
		return err
	}
	defer file.Close()
	ping, err := os.ReadFile(filepath.Join(dir, "ping"))
	if err != nil {
		return err
	}

	go c.repeat(ping)
	answers := codec.NewEncoder(file, codec.FrameU32)
	keep := func(packet []byte) {
		raw, err2 := new(codec.Codec).Raw(packet)
		err = errors.Join(err, err2, answers.Encode(raw))
	}

	for _, step := range []struct {
		say, hear string
		n         int
	}{{network + ".join", "joined", 4}, {"ping", "pong", 1}, {network + ".say", "said", 4}, {"move", "moved", 4}} {
		packet, err := os.ReadFile(filepath.Join(dir, step.say))
		if err != nil {
			return err
		}
		if err := c.send(packet); err != nil {
			return err
		}
		if err := c.await(step.hear, step.n, keep); err != nil {
			return fmt.Errorf("%s, after %s: %w", network, step.say, err)
		}
	}

	return err
}

// TestBadClients: they lose their own TCP connection, and over UDP they are not heard. The others
// notice nothing.
func TestBadClients(t *testing.T) {
	addr := newGame().serve(t, codec.Godot4)
	honest := dial(t, "tcp", addr)
	tia := variant.KV("name", variant.String("Tia"))
	require.NoError(t, honest.say("join", tia))
	require.NoError(t, honest.await("joined", 1, ignore))

	for name, misdeed := range map[string]func(c *bot) error{
		"does not join":   func(c *bot) error { return c.say("say") },
		"joins twice":     func(c *bot) error { return errors.Join(c.say("join", tia), c.say("join", tia)) },
		"sends rubbish":   func(c *bot) error { _, err := c.Write([]byte{4, 0, 0, 0, 255, 0, 0, 0}); return err },
		"sends a lot":     func(c *bot) error { _, err := c.Write([]byte{0, 0, 1, 0}); return err },
		"walks far away":  func(c *bot) error { return errors.Join(c.say("join", tia), c.say("move", farAway)) },
		"has a long name": func(c *bot) error { return c.say("join", variant.KV("name", variant.String(make([]byte, 1024)))) },
		"talks long": func(c *bot) error {
			return errors.Join(c.say("join", tia), c.say("say", variant.KV("text", variant.String(make([]byte, 1024)))))
		},
		"chatters": func(c *bot) error {
			err := c.say("join", tia)
			for range 150 {
				_ = c.say("ping") // fails, when the connection has ended
			}
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := dial(t, "tcp", addr)
			require.NoError(t, misdeed(c))
			_, err := io.Copy(io.Discard, c)
			require.NotErrorIs(t, err, os.ErrDeadlineExceeded, "the connection has been ended")
			_ = misdeed(dial(t, "udp", addr)) // fails, if a datagram is refused
		})
	}

	require.NoError(t, honest.say("say", variant.KV("text", variant.String("still here"))))
	require.NoError(t, honest.await("said", 1, ignore))
}

var farAway = variant.KV("at", math.Vector2{X: stdmath.Inf(1)})

// TestNeverReads: a client that reads nothing loses its connection, and another gets every
// message.
func TestNeverReads(t *testing.T) {
	g := newGame()
	addr := g.serve(t, codec.Godot4)
	deaf, honest := dial(t, "tcp", addr), dial(t, "tcp", addr)
	for _, c := range []*bot{deaf, honest} {
		require.NoError(t, c.say("join"))
		require.NoError(t, c.await("welcome", 1, ignore))
	}

	ping, err := codec.Marshal(map[string]string{"type": "ping"})
	require.NoError(t, err)
	go deaf.repeat(ping)
	go honest.repeat(ping)
	text := string(make([]byte, 500))
	for players, sent := 2, 0; players == 2; { // until the buffers of the connection are full
		g.mu.Lock()
		for range 100 {
			sent++
			for p := range g.players {
				p.Send(Say{Text: text})
			}
		}
		players = len(g.players)
		g.mu.Unlock()
		require.NoError(t, honest.await("said", sent, ignore))
	}

	_, err = io.Copy(io.Discard, deaf)
	require.NotErrorIs(t, err, os.ErrDeadlineExceeded)
}

// TestSilence: who says nothing is forgotten.
func TestSilence(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes 10 s")
	}

	t.Parallel()
	g := newGame()
	addr := g.serve(t, codec.Godot4)
	tcp, udp := dial(t, "tcp", addr), dial(t, "udp", addr)
	for _, c := range []*bot{tcp, udp} {
		require.NoError(t, c.say("join"))
		require.NoError(t, c.await("welcome", 1, ignore))
	}

	require.Eventually(t, func() bool {
		g.mu.Lock()
		defer g.mu.Unlock()
		return len(g.players) == 0
	}, 30*time.Second, 100*time.Millisecond)
}
