package main

import (
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"strconv"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/enginetest"
	"godotvariant/variant"
)

// patience is how long a test waits for what must come.
const patience = time.Minute

// outlet is a relay and where to find it.
type outlet struct {
	*relay
	addr string
}

// openRoom starts n relays that share a room through one broker on loopback.
func openRoom(t *testing.T, n int) []outlet {
	t.Helper()
	broker, err := startBroker("127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(broker.Shutdown)
	return openRelays(t, broker.ClientURL(), n)
}

// openRelays starts n relays that share a room through the broker at url.
func openRelays(t *testing.T, url string, n int) []outlet {
	t.Helper()
	outlets := make([]outlet, n)
	for i := range outlets {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		r, err := newRelay(codec.Godot3, "test", url, nats.Name("relay"))
		require.NoError(t, err)
		outlets[i] = outlet{r, l.Addr().String()}
		ctx, cancel := context.WithCancel(context.Background())
		served := make(chan error)
		go func() { served <- r.serve(ctx, l) }()

		t.Cleanup(func() {
			cancel()
			assert.NoError(t, <-served)
		})
	}

	return outlets
}

// waitFor waits until so many clients are in.
func (o outlet) waitFor(t *testing.T, clients int) {
	t.Helper()
	require.Eventually(t, func() bool { return o.size() == clients }, patience, time.Millisecond)
}

// player is a client in Go.
type player struct {
	t    *testing.T
	conn net.Conn
	dec  *codec.Decoder
}

func dial(t *testing.T, o outlet) *player {
	t.Helper()
	before := o.size()
	conn, err := net.Dial("tcp", o.addr)
	require.NoError(t, err)
	t.Cleanup(func() { conn.Close() })
	require.NoError(t, conn.SetDeadline(time.Now().Add(patience)))
	o.waitFor(t, before+1)
	c, err := codec.New(codec.Options{Dialect: codec.Godot3})
	require.NoError(t, err)
	return &player{t, conn, c.NewDecoder(conn, codec.FrameU32)}
}

// send sends a packet in hexadecimal as one frame.
func (p *player) send(packet string) {
	p.t.Helper()
	b, err := hex.DecodeString(packet)
	assert.NoError(p.t, err)
	p.write(frameOf(b))
}

func (p *player) write(frames []byte) {
	p.t.Helper()
	_, err := p.conn.Write(frames)
	assert.NoError(p.t, err)
}

// say sends a Dictionary.
func (p *player) say(entries ...variant.Pair) { p.write(dictionary(p.t, entries...)) }

// dictionary returns a frame.
func dictionary(t *testing.T, entries ...variant.Pair) []byte {
	t.Helper()
	godot3 := codec.MustNew(codec.Options{Dialect: codec.Godot3})
	packet, err := godot3.Encode(variant.NewDictionary(entries...))
	assert.NoError(t, err)
	return frameOf(packet)
}

// receive returns the next packet in hexadecimal.
func (p *player) receive() string {
	p.t.Helper()
	_, err := p.dec.Decode()
	require.NoError(p.t, err)
	return hex.EncodeToString(p.dec.Packet())
}

// The small int 1 in the long form and 0.5 as a double: no engine writes them so,
// and who reads and writes them anew makes other bytes of them.
const (
	longInt   = "02000100" + "0100000000000000"
	longFloat = "03000100" + "000000000000e03f"
)

func TestRelays(t *testing.T) {
	for _, n := range []int{1, 2, 3} {
		t.Run(fmt.Sprintf("%d relays", n), func(t *testing.T) {
			outlets := openRoom(t, n)
			ada := dial(t, outlets[0])
			bob := dial(t, outlets[n-1])
			eve := dial(t, outlets[0])
			ada.send(longInt)
			assert.Equal(t, longInt, bob.receive())
			assert.Equal(t, longInt, eve.receive())
			bob.send(longFloat)
			assert.Equal(t, longFloat, ada.receive(), "and nothing of her own before")
			assert.Equal(t, longFloat, eve.receive())
		})
	}
}

func TestBadPacketReachesNobody(t *testing.T) {
	for name, frame := range map[string]string{
		"an unknown type":      "04000000" + "63000000",
		"a text that is short": "0c000000" + "04000000" + "08000000" + "61626364",
		"bytes behind a value": "0c000000" + "01000000" + "01000000" + "00000000",
		"a frame of 1 MiB":     "00001000",
	} {
		t.Run(name, func(t *testing.T) {
			outlets := openRoom(t, 2)
			bad, good := dial(t, outlets[0]), dial(t, outlets[0])
			listener := dial(t, outlets[1])
			b, err := hex.DecodeString(frame)
			require.NoError(t, err)
			bad.write(b)
			_, err = bad.conn.Read(make([]byte, 1))
			assert.Equal(t, io.EOF, err, "the sender is sent away")
			good.send(longInt)
			assert.Equal(t, longInt, listener.receive())
		})
	}
}

// startBots starts two engines, Ada on the first relay and Bob on the second,
// that send each other count messages when they are told to.
func startBots(t *testing.T, outlets []outlet, count int) (ada, bob *enginetest.Script) {
	t.Helper()
	godot := enginetest.Godot3(t)
	start := func(o outlet, name, other string) *enginetest.Script {
		_, port, err := net.SplitHostPort(o.addr)
		require.NoError(t, err)
		return godot.Start(t, "bot.gd", "", []string{
			"GDPORT=" + port,
			"NAME=" + name,
			"OTHERS=" + other,
			"COUNT=" + strconv.Itoa(count),
		})
	}

	ada = start(outlets[0], "Ada", "Bob")
	bob = start(outlets[1], "Bob", "Ada")
	outlets[0].waitFor(t, 1)
	outlets[1].waitFor(t, 1)

	return ada, bob
}

// Two engines on two relays send each other 500 messages each, while a Go client on either
// relay reads along.
func TestLive(t *testing.T) {
	const count = 500
	outlets := openRoom(t, 2)
	ada, bob := startBots(t, outlets, count)
	listeners := []*player{dial(t, outlets[0]), dial(t, outlets[1])}

	dial(t, outlets[0]).say(variant.KV("go", variant.Bool(true)))

	assert.Contains(t, ada.Wait(), strconv.Itoa(count)+" from Bob in order")
	assert.Contains(t, bob.Wait(), strconv.Itoa(count)+" from Ada in order")

	for _, p := range listeners {
		next := map[variant.Variant]variant.Int{}
		for range 1 + 2*count {
			v, err := p.dec.Decode()
			require.NoError(t, err)
			message := v.(variant.Dictionary)

			from, ok := message.Get(variant.String("from"))
			if !ok {
				continue // the word to start
			}

			number, _ := message.Get(variant.String("number"))
			require.Equal(t, next[from], number)
			next[from]++
		}

		assert.Equal(t, map[variant.Variant]variant.Int{
			variant.String("Ada"): count,
			variant.String("Bob"): count,
		}, next)
	}
}

// The program as a whole, with the broker in its own process.
func TestRun(t *testing.T) {
	lobby := []string{"lobby"}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() {
		two := []string{"127.0.0.1:0", "127.0.0.1:0"}
		ended <- run(ctx, settings{listen: two, rooms: lobby, dialect: "godot4"})
	}()

	time.AfterFunc(time.Second, cancel)
	assert.NoError(t, <-ended)

	for want, s := range map[string]settings{
		"no room":         {dialect: "godot4"},
		"no such dialect": {rooms: lobby, dialect: "godot5"},
		"missing port":    {listen: []string{"nowhere"}, rooms: lobby, dialect: "godot4"},
	} {
		assert.ErrorContains(t, run(context.Background(), s), want)
	}
}
