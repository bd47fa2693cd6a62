package main

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/enginetest"
	"godotvariant/variant"
)

// A background is a command that runs until its context is done.
type background struct {
	mu       sync.Mutex
	out, err bytes.Buffer
	stop     func() int // ends the command and returns its exit code
}

// A locked writer is read while it is written.
type locked struct {
	mu *sync.Mutex
	io.Writer
}

func (l locked) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Writer.Write(b)
}

// start runs a command line until stop.
func start(t *testing.T, line string) *background {
	t.Helper()
	b := &background{}
	ctx, cancel := context.WithCancel(context.Background())
	code := make(chan int, 1)
	go func() {
		s := streams{strings.NewReader(""), locked{&b.mu, &b.out}, locked{&b.mu, &b.err}}
		code <- run(ctx, split(line)[1:], s, func(string) string { return "" })
	}()
	b.stop = sync.OnceValue(func() int { cancel(); return <-code })
	t.Cleanup(func() { b.stop() })
	return b
}

// shows waits until the output matches, and returns the first group of the match.
func (b *background) shows(t *testing.T, out *bytes.Buffer, pattern string) string {
	t.Helper()
	re := regexp.MustCompile(pattern)
	var found []string
	require.Eventually(t, func() bool {
		b.mu.Lock()
		defer b.mu.Unlock()
		found = re.FindStringSubmatch(out.String())
		return found != nil
	}, 10*time.Second, time.Millisecond, pattern)
	return found[len(found)-1]
}

// serve answers TCP connections by f until the test ends, and returns its address.
func serve(t *testing.T, f func(net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
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

// echo is a server that sends back all bytes.
func echo(t *testing.T) string {
	t.Helper()
	return serve(t, func(conn net.Conn) { _, _ = io.Copy(conn, conn) })
}

// echoWS is a WebSocket server that sends back all messages.
func echoWS(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		conn, err := websocket.Accept(w, req, nil)
		if err != nil {
			return
		}
		defer conn.CloseNow()
		for {
			kind, b, err := conn.Read(req.Context())
			if err != nil || conn.Write(req.Context(), kind, b) != nil {
				return
			}
		}
	}))

	t.Cleanup(s.Close)
	return s.URL
}

// TestProxy: a conversation is printed, recorded, printed from the capture, and sent again.
func TestProxy(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.tap")
	to := echo(t)
	proxy := start(t, "gdvar proxy --engine godot3 --listen 127.0.0.1:0 --to "+to+" --record "+file)
	conn, err := net.Dial("tcp", proxy.shows(t, &proxy.err, `gdvar: listening on (\S+)`))
	require.NoError(t, err)
	c := codec.MustNew(codec.Options{Dialect: codec.Godot3})
	hello := variant.NewDictionary(variant.KV("say", variant.String("hello")))
	require.NoError(t, c.NewEncoder(conn, codec.FrameU32).Encode(hello))
	v, err := c.NewDecoder(conn, codec.FrameU32).Decode()
	require.NoError(t, err)
	require.True(t, variant.Equal(hello, v))
	require.NoError(t, conn.(*net.TCPConn).CloseWrite())
	_, err = io.ReadAll(conn)
	require.NoError(t, err)
	conn.Close()

	follower := start(t, "gdvar tail -f "+file)
	follower.shows(t, &follower.out, `#1 < \{"say": "hello"\}\n`)
	require.Zero(t, proxy.stop())
	follower.shows(t, &follower.out, `#1 < -- end\n`)
	require.Zero(t, follower.stop())

	tail := gdvar(t, "", "gdvar tail "+file)
	require.Equal(t, result{proxy.out.String(), "", 0}, tail)
	require.Equal(t, tail.out, follower.out.String())
	require.Regexp(t, `^ +0\.\d+ #1 > -- open 127\.0\.0\.1:\d+\n +0\.\d+ #1 > \{"say": "hello"\}\n`, tail.out)
	require.Contains(t, gdvar(t, "", "gdvar tail --width 5 "+file).out, "#1 < {\"say…\n")
	require.Contains(t, gdvar(t, "", "gdvar tail --color always "+file).out,
		"\x1b[36m#1 >\x1b[0m {")

	require.Equal(t, result{
		"1 connections, 1 packets sent; answers: 1 equal, 0 differ, 0 missing, 0 more than recorded\n", "", 0,
	}, gdvar(t, "", "gdvar replay --speed 0 --to "+to+" "+file))

	silent, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer silent.Close()

	require.Equal(t, result{
		"1 connections, 1 packets sent; answers: 0 equal, 0 differ, 1 missing, 0 more than recorded\n", "", 1,
	}, gdvar(t, "", "gdvar replay --speed 0 --wait 100ms --to "+silent.Addr().String()+" "+file))

	b, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file+".cut", b[:len(b)-1], 0o600))
	cut := gdvar(t, "", "gdvar tail "+file+".cut")
	require.Equal(t, codeBad, cut.code)
	require.True(t, cut.out != "" && strings.HasPrefix(tail.out, cut.out), cut.out)
	require.Contains(t, cut.err, file+".cut: record 4: ")
	again := gdvar(t, "", "gdvar proxy --to "+to+" --record "+file)
	require.Equal(t, codeBad, again.code)
	require.Contains(t, again.err, "exists", "no capture is overwritten")
}

// TestProxyTransports: the flags choose the transport, and replay knows it.
func TestProxyTransports(t *testing.T) {
	packet, err := codec.Encode(variant.String("hello"))
	require.NoError(t, err)

	for name, c := range map[string]struct {
		to   func() string
		flag string
		ask  func(addr string)
	}{
		"udp": {
			func() string {
				conn, err := net.ListenPacket("udp", "127.0.0.1:0")
				require.NoError(t, err)
				t.Cleanup(func() { conn.Close() })

				go func() {
					b := make([]byte, 1000)
					for {
						n, from, err := conn.ReadFrom(b)
						if err != nil {
							return
						}
						_, _ = conn.WriteTo(b[:n], from)
					}
				}()

				return conn.LocalAddr().String()
			},
			"--udp",
			func(addr string) {
				conn, err := net.Dial("udp", addr)
				require.NoError(t, err)
				defer conn.Close()
				_, err = conn.Write(packet)
				require.NoError(t, err)
				_, err = conn.Read(make([]byte, 1000))
				require.NoError(t, err)
			},
		},
		"ws": {
			func() string { return echoWS(t) },
			"--ws",
			func(addr string) {
				conn, _, err := websocket.Dial(t.Context(), "ws://"+addr, nil)
				require.NoError(t, err)
				defer conn.CloseNow()
				require.NoError(t, conn.Write(t.Context(), websocket.MessageBinary, packet))
				_, _, err = conn.Read(t.Context())
				require.NoError(t, err)
				require.NoError(t, conn.Close(websocket.StatusNormalClosure, ""))
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			file, to := filepath.Join(t.TempDir(), "game.tap"), c.to()
			proxy := start(t, "gdvar proxy --listen 127.0.0.1:0 "+c.flag+" --to "+to+" --record "+
				file)
			c.ask(proxy.shows(t, &proxy.err, `gdvar: listening on (\S+)`))
			require.Zero(t, proxy.stop())
			require.Contains(t, proxy.out.String(), `#1 < "hello"`)
			r := gdvar(t, "", "gdvar replay --wait 200ms --to "+to+" "+file)
			require.Zero(t, r.code, r.err)
			require.Contains(t, r.out, "answers: 1 equal, 0 differ")
		})
	}
}

// answer is a server that says to each client of Godot 3 what it has said, or the length
// of a packet that is damaged.
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

// TestLiveProxy: what a game of Godot 3 and its server say through the command is the capture
// testdata/saves/game.tap, but for the times.
func TestLiveProxy(t *testing.T) {
	file, to := filepath.Join(t.TempDir(), "game.tap"), answer(t)
	proxy := start(t, "gdvar proxy --engine godot3 --listen 127.0.0.1:0 --to "+to+" --record "+file)
	_, port, err := net.SplitHostPort(proxy.shows(t, &proxy.err, `gdvar: listening on (\S+)`))
	require.NoError(t, err)
	lines := enginetest.Godot3(t).Run(t, "proxy/testdata/client.gd", "", "GDPORT="+port)
	require.Equal(t, "{damaged:6}", lines[len(lines)-1])
	require.Zero(t, proxy.stop())

	if *record {
		b, err := os.ReadFile(file)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile("testdata/saves/game.tap", b, 0o666))
	}

	times := regexp.MustCompile(`(?m)^ *\d+\.\d+ |127\.0\.0\.1:\d+$`)
	want := gdvar(t, "", "gdvar tail testdata/saves/game.tap")
	require.Zero(t, want.code, want.err)
	require.Equal(t, times.ReplaceAllString(want.out, ""),
		times.ReplaceAllString(proxy.out.String(), ""))
	r := gdvar(t, "", "gdvar replay --speed 0 --to "+to+" testdata/saves/game.tap")
	require.Zero(t, r.code, r.out)
}

func TestProxyUsage(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text")
	require.NoError(t, os.WriteFile(text, []byte("no capture at all"), 0o666))

	for line, want := range map[string]string{
		"gdvar proxy":                                                   `required flag(s) "to" not set`,
		"gdvar proxy --to :1 --udp --ws":                                "none of the others can be",
		"gdvar proxy --to :1 --max -1":                                  "--max -1: it must be at most 67108864",
		"gdvar proxy --to :1 --width 0":                                 "--width 0: it must be at least 1",
		"gdvar proxy --to :1 --engine godot5":                           "--engine godot5: it must be one of auto, godot4",
		"gdvar proxy --to :1 --record " + text + " --listen " + echo(t): "address already in use",
		"gdvar proxy --to :1 --listen 127.0.0.1:0 --record " + text:     "file exists",
		"gdvar proxy --to :1 --listen nowhere:at:all":                   "nowhere:at:all",
		"gdvar proxy --ws --to ftp://x --listen :0":                     "no such scheme",
		"gdvar proxy --to :1 file":                                      "unknown command",
		"gdvar tail " + text: text +
			": this is not a capture",
		"gdvar tail " + filepath.Join(dir, "none"): "no such file",
		"gdvar replay " + text:                     `required flag(s) "to" not set`,
		"gdvar replay --to :1 " + text: text +
			": this is not a capture",
		"gdvar replay --to :1 --speed fast " + text: "invalid argument",
		"gdvar replay --to :1 " + text + " " +
			text: "accepts 1 arg(s), received 2",
		"gdvar tail --width 0 " +
			capture(t, dir, "tcp"): "--width 0: it must be at least 1",
		"gdvar replay --to :1 " + capture(t, dir, "sctp"): `the transport "sctp"`,
	} {
		r := gdvar(t, "", line)
		require.Equal(t, codeBad, r.code, line)
		require.Contains(t, r.err, want, line)
		require.True(t, strings.HasPrefix(r.err, "gdvar: "), r.err)
	}
}

// capture writes a capture of one packet.
func capture(t *testing.T, dir, transport string) string {
	t.Helper()
	file := filepath.Join(dir, transport+".tap")
	f, err := os.Create(file)
	require.NoError(t, err)
	defer f.Close()

	enc := codec.NewEncoder(f, codec.FrameU32)
	for _, v := range []variant.Variant{
		variant.NewDictionary(variant.KV("tap", variant.Int(1)),
			variant.KV("transport", variant.String(transport)),
			variant.KV("dialect", variant.String("Godot4")),
			variant.KV("started", variant.String("2026-01-31T20:15:00Z"))),
		variant.NewDictionary(variant.KV("t", variant.Int(0)), variant.KV("conn", variant.Int(1)),
			variant.KV("from", variant.String("client")),
			variant.KV("kind", variant.String("open")),
			variant.KV("packet", variant.Nil{})),
	} {
		require.NoError(t, enc.Encode(v))
	}

	return file
}
