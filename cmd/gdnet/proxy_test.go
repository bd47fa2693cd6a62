package main

import (
	"bytes"
	"context"
	"io"
	"net"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/program"
	"godotvariant/cmd/internal/programtest"
	"godotvariant/codec"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
	"godotvariant/codec/transport/enet"
	"godotvariant/internal/test/enginetest"
	"godotvariant/internal/test/testkit"
	"godotvariant/variant"
)

// A background is a command that runs until its context is done.
type background struct {
	mu       sync.Mutex
	out, err bytes.Buffer
	stop     func() int // ends the command and returns its exit code
}

// A lockedWriter is a writer whose content can be read while it is written to.
type lockedWriter struct {
	mu *sync.Mutex
	io.Writer
}

func (l lockedWriter) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Writer.Write(b)
}

// start starts a command line. The function stop of the result ends it.
func start(t *testing.T, line string) *background {
	t.Helper()
	b := &background{}
	ctx, cancel := context.WithCancel(context.Background())
	code := make(chan int, 1)
	go func() {
		s := program.Streams{
			In:  strings.NewReader(""),
			Out: lockedWriter{&b.mu, &b.out},
			Err: lockedWriter{&b.mu, &b.err},
		}
		code <- run(ctx, programtest.Split(line)[1:], s, func(string) string { return "" })
	}()
	b.stop = sync.OnceValue(func() int { cancel(); return <-code })
	t.Cleanup(func() { b.stop() })
	return b
}

// shows waits until the output matches the pattern. It returns the text of the pattern's last
// group.
func (b *background) shows(t *testing.T, out *bytes.Buffer, pattern string) string {
	t.Helper()
	re := regexp.MustCompile(pattern)
	var found []string
	require.Eventually(t, func() bool {
		b.mu.Lock()
		defer b.mu.Unlock()
		found = re.FindStringSubmatch(out.String())
		return found != nil
	}, time.Minute, time.Millisecond, pattern)
	return found[len(found)-1]
}

// serve calls f for each TCP connection until the test ends. It returns the address of the server.
func serve(t *testing.T, f func(net.Conn)) string {
	t.Helper()
	l := testkit.Must(net.Listen("tcp", "127.0.0.1:0"))
	t.Cleanup(func() { l.Close() })

	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				f(conn)
			}()
		}
	}()

	return l.Addr().String()
}

// A runningProxy is a running proxy, with its address and its capture.
type runningProxy struct {
	*background
	addr, file string
}

// startProxy starts a proxy. The function stop of the result ends it.
func startProxy(t *testing.T, flags string) runningProxy {
	t.Helper()
	file := filepath.Join(t.TempDir(), "game.tap")
	b := start(t, "gdnet proxy --listen 127.0.0.1:0 --record "+file+" "+flags)

	return runningProxy{b, b.shows(t, &b.err, `gdnet: listening on (\S+)`), file}
}

// TestProxy: the proxy prints and records the packets of a connection. The command tail prints the
// packets from the capture, and the command replay sends them again. The test also uses the command
// replay as the client of the proxy.
func TestProxy(t *testing.T) {
	to := answer(t)
	proxy := startProxy(t, "--engine godot3 --to "+to)
	file := proxy.file
	replay := "gdnet replay --speed 0 --wait 1m --to "
	const all = "1 connections, 5 packets sent; answers: 5 equal, 0 differ, 0 missing, " +
		"0 more than recorded\n"
	require.Equal(t, all, tested.Fine(t, replay+proxy.addr+" testdata/captures/game.tap"))

	follower := start(t, "gdnet tail -f "+file)
	follower.shows(t, &follower.out, `#1 < \{"you said": "bye"\}\n`)
	require.Zero(t, proxy.stop())
	follower.shows(t, &follower.out, `#1 < -- end\n`)
	require.Zero(t, follower.stop())

	tail := tested.Fine(t, "gdnet tail "+file)
	require.Equal(t, proxy.out.String(), tail)
	require.Equal(t, tail, follower.out.String())
	require.Regexp(t, `^ +0\.\d+ #1 > -- open 127\.0\.0\.1:\d+\n +0\.\d+ #1 > \{"op": "join"`, tail)
	require.Contains(t, tested.Fine(t, "gdnet tail --width 5 "+file), "#1 < {\"you…\n")
	require.Contains(t, tested.Fine(t, "gdnet tail --color always "+file), "\x1b[36m#1 >\x1b[0m {")
	require.Equal(t, all, tested.Fine(t, replay+to+" "+file))

	mute := serve(t, func(conn net.Conn) { _, _ = io.Copy(io.Discard, conn) })
	r := tested.Line(t, "", "gdnet replay --speed 0 --wait 100ms --to "+mute+" "+file)
	require.Equal(t, program.CodeFound, r.Code)
	require.Contains(t, r.Out, "answers: 0 equal, 0 differ, 5 missing, 0 more than recorded\n")

	b := programtest.Content(t, file)
	programtest.Write(t, file+".cut", b[:len(b)-1])
	cut := tested.Line(t, "", "gdnet tail "+file+".cut")
	require.Equal(t, program.CodeBad, cut.Code)
	require.True(t, cut.Out != "" && strings.HasPrefix(tail, cut.Out), cut.Out)
	require.Contains(t, cut.Err, file+".cut: record 12: ")
}

// TestProxyTransports: flags choose the transport of the proxy, and replay reads the transport from
// the capture. No server listens at the address in --to.
func TestProxyTransports(t *testing.T) {
	game := programtest.Content(t, "testdata/captures/game.tap")

	for _, x := range []struct{ flag, transport, says, printed string }{
		{"--udp", "\x03\x00\x00\x00udp\x00", "answers: 0 equal, 0 differ, 5 missing", `> "bye"`},
		{"--ws", "\x02\x00\x00\x00ws\x00\x00", "502", "end failed to WebSocket dial"},
	} {
		file := filepath.Join(t.TempDir(), "game.tap")
		programtest.Write(t, file, strings.Replace(game, "\x03\x00\x00\x00tcp\x00", x.transport, 1))
		proxy := startProxy(t, "--engine godot3 --to 127.0.0.1:1 "+x.flag)

		r := tested.Line(t, "", "gdnet replay --speed 0 --wait 100ms --to "+proxy.addr+" "+file)
		require.Contains(t, r.Out+r.Err, x.says)
		proxy.shows(t, &proxy.out, x.printed)
		require.Zero(t, proxy.stop())
		require.Contains(t, programtest.Content(t, proxy.file), x.transport)
	}
}

// echoENet runs a server until the test ends, and returns the address of the server. The server
// sends each message back.
func echoENet(t *testing.T, layer enet.Layer) string {
	t.Helper()
	l := testkit.Must(enet.Listen("127.0.0.1:0", enet.Options{Layer: layer}))
	server := &transport.Server{
		Receive: func(p *transport.Peer, m transport.Message) error { return p.SendCopy(m) },
	}
	go server.Serve(l)
	t.Cleanup(func() { require.NoError(t, server.Shutdown(context.Background())) })

	return l.Addr().String()
}

// TestProxyENet: the flags choose the protocol above ENet.
func TestProxyENet(t *testing.T) {
	packets := testkit.Must(packet.New(packet.Options{}))
	call := testkit.Must(packets.Append(nil, packet.Bytes{Data: []byte("hi")}))
	value := testkit.Must(codec.MustNew(codec.Options{}).Encode(variant.String("hi")))
	for _, x := range []struct {
		flags   string
		layer   enet.Layer
		data    []byte
		printed string
	}{
		{"", enet.Godot4, call, `< 2 bytes: 68 69 +3 bytes`},
		{"--multiplayer godot43", enet.Godot4, call, `< 2 bytes: 68 69 +3 bytes`},
		{"--multiplayer godot3", enet.Godot3, []byte{0x24, 'h', 'i'}, `< !! `},
		{"--multiplayer off", enet.Raw, value, `< "hi"`},
	} {
		proxy := startProxy(t, "--enet --to "+echoENet(t, x.layer)+" "+x.flags)
		c := testkit.Must(enet.Dial(t.Context(), proxy.addr, enet.Options{Layer: x.layer}))
		require.NoError(t, c.Send(transport.Message{Data: x.data}))
		require.Equal(t, x.data, testkit.Must(c.Receive()).Data)
		require.NoError(t, c.Close(nil))

		proxy.shows(t, &proxy.out, x.printed)
		proxy.shows(t, &proxy.out, "> -- end\n")
		require.Zero(t, proxy.stop())
	}
}

// answer starts a server for Godot 3. The server sends each value back. For a damaged packet it
// sends the length of the packet.
func answer(t *testing.T) string {
	t.Helper()
	c := codec.MustNew(codec.Options{Dialect: codec.Godot3})

	return serve(t, func(conn net.Conn) {
		dec, enc := c.NewDecoder(conn, codec.FrameU32), c.NewEncoder(conn, codec.FrameU32)
		for {
			v, err := dec.Decode()
			said := variant.KV("you said", v)
			if err != nil {
				said = variant.KV("damaged", variant.Int(len(dec.Packet())))
			}
			if dec.Err() != nil || enc.Encode(variant.NewDictionary(said)) != nil {
				return
			}
		}
	})
}

// TestLiveProxy: a game of Godot 3 and its server send packets through the command proxy. Except
// for the times, the output shows the same packets as testdata/captures/game.tap.
func TestLiveProxy(t *testing.T) {
	to := answer(t)
	proxy := startProxy(t, "--engine godot3 --to "+to)
	_, port, err := net.SplitHostPort(proxy.addr)
	require.NoError(t, err)
	lines := enginetest.Godot3(t).Run(t, "proxy/testdata/client.gd", "", "GDPORT="+port)
	require.Equal(t, "{damaged:6}", lines[len(lines)-1])
	require.Zero(t, proxy.stop())
	if *programtest.Record {
		programtest.Write(t, "testdata/captures/game.tap", programtest.Content(t, proxy.file))
	}

	times := regexp.MustCompile(`(?m)^ *\d+\.\d+ |127\.0\.0\.1:\d+$`)
	want := tested.Fine(t, "gdnet tail testdata/captures/game.tap")
	require.Equal(t, times.ReplaceAllString(want, ""),
		times.ReplaceAllString(proxy.out.String(), ""))
	tested.Fine(t, "gdnet replay --speed 0 --to "+to+" testdata/captures/game.tap")
}

// TestProxyAddress: the proxy refuses an address that can't be used. The file golden/usage.txt has
// the other errors.
func TestProxyAddress(t *testing.T) {
	t.Chdir(t.TempDir())
	tested.Refused(t, "gdnet proxy --to :1 --listen "+answer(t), "address already in use")
	tested.Refused(t, "gdnet proxy --ws --to ftp://x --listen 127.0.0.1:0",
		"it must be ws, wss, http or https")
}
