package proxy

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/variant"
)

// must returns the result of a call that does not fail.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// godot3 is the codec of the games in these tests.
var godot3 = codec.MustNew(codec.Options{Dialect: codec.Godot3})

// answer returns the answer of the tests' servers to a packet.
func answer(packet []byte) variant.Variant {
	v, err := godot3.Decode(packet)
	if err != nil {
		return variant.NewDictionary(variant.KV("damaged", variant.Int(len(packet))))
	}
	return variant.NewDictionary(variant.KV("you said", v))
}

// serve calls the function talk for each TCP connection until the test ends. It returns the address
// of the server.
func serve(t testing.TB, talk func(*net.TCPConn)) string {
	t.Helper()
	l := must(net.Listen("tcp", "127.0.0.1:0"))
	var all sync.WaitGroup

	all.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}

			all.Go(func() {
				defer conn.Close()
				_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
				talk(conn.(*net.TCPConn))
			})
		}
	})

	t.Cleanup(func() {
		l.Close()
		all.Wait()
	})

	return l.Addr().String()
}

// answerTCP answers every frame of a connection.
func answerTCP(conn *net.TCPConn) {
	dec, enc := frames(conn)
	for {
		if _, err := dec.Decode(); err != nil && dec.Err() != nil {
			return
		}
		if enc.Encode(answer(dec.Packet())) != nil {
			return
		}
	}
}

// frames returns the decoder and the encoder of a connection.
func frames(conn *net.TCPConn) (*codec.Decoder, *codec.Encoder) {
	return godot3.NewDecoder(conn, codec.FrameU32), godot3.NewEncoder(conn, codec.FrameU32)
}

// echo sends back all bytes.
func echo(conn *net.TCPConn) { _, _ = io.Copy(conn, conn) }

// silent reads all bytes.
func silent(conn *net.TCPConn) { _, _ = io.Copy(io.Discard, conn) }

// serveUDP answers datagrams until the test ends. It returns the address of the server.
func serveUDP(t *testing.T) string {
	t.Helper()
	conn := must(net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)}))
	t.Cleanup(func() { conn.Close() })

	go func() {
		buf := make([]byte, maxDatagram)
		for {
			n, addr, err := conn.ReadFromUDPAddrPort(buf)
			if errors.Is(err, net.ErrClosed) {
				return
			}
			_, _ = conn.WriteToUDPAddrPort(must(godot3.Encode(answer(buf[:n]))), addr)
		}
	}()

	return conn.LocalAddr().String()
}

// A running is a running proxy. Its output and its capture are complete after the method end has
// returned.
type running struct {
	t    testing.TB
	addr string
	file string
	out  bytes.Buffer
	stop func()
	sum  Summary
}

// startProxy starts a proxy for Godot 3 in front of a server. Before the start it calls the
// function set with the proxy.
func startProxy(t testing.TB, transport, to string, set func(*Proxy)) *running {
	t.Helper()
	r := &running{t: t, file: filepath.Join(t.TempDir(), "game.tap")}
	file := must(os.Create(r.file))
	tp := New(to)
	require.NoError(t, tp.RecordTo(file, codec.Godot3, transport))

	if set != nil {
		set(tp)
	}
	if tp.screen == nil {
		tp.PrintTo(newTestPrinter(t, &r.out))
	}

	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)

	addr := make(chan net.Addr, 1)
	go func() {
		done <- tp.Serve(ctx, transport, "127.0.0.1:0", func(a net.Addr) error {
			addr <- a
			return nil
		})
	}()

	r.addr = (<-addr).String()
	r.stop = sync.OnceFunc(func() {
		cancel()
		require.NoError(t, <-done)
		r.sum = tp.Close()
		require.NoError(t, file.Close())
	})

	t.Cleanup(r.stop)
	return r
}

func newTestPrinter(t testing.TB, w io.Writer) *Printer {
	t.Helper()
	return must(NewPrinter(w, codec.Godot3))
}

// readCapture reads a capture.
func readCapture(r io.Reader) (Header, []Record, error) {
	in, err := NewReader(r)
	if err != nil {
		return Header{}, nil, err
	}
	records, err := in.All()
	return in.Header, records, err
}

// readCapture reads the capture.
func (r *running) readCapture() (Header, []Record) {
	r.t.Helper()
	f := must(os.Open(r.file))
	defer f.Close()
	h, records, err := readCapture(f)
	require.NoError(r.t, err)

	return h, records
}

// end stops the proxy and returns its output and its capture.
func (r *running) end() (string, []Record) {
	r.t.Helper()
	r.stop()
	require.NoError(r.t, r.sum.Err)
	_, records := r.readCapture()

	return r.out.String(), records
}

// replay replays the capture, and returns the printed lines.
func (r *running) replay(to string, speed float64, wait time.Duration) (Tally, string) {
	r.t.Helper()
	h, records := r.readCapture()
	var out bytes.Buffer
	replay := Replay{To: to, Speed: speed, Wait: wait, Printer: newTestPrinter(r.t, &out)}
	total := must(replay.Run(r.t.Context(), h.Transport, records))

	return total, out.String()
}

// port returns the environment variable with the proxy's port for a script.
func (r *running) port() string {
	_, port, err := net.SplitHostPort(r.addr)
	require.NoError(r.t, err)
	return "GDPORT=" + port
}

func (r *running) dial() *net.TCPConn {
	r.t.Helper()
	conn := must(net.Dial("tcp", r.addr))
	r.t.Cleanup(func() { conn.Close() })
	require.NoError(r.t, conn.SetDeadline(time.Now().Add(20*time.Second)))
	return conn.(*net.TCPConn)
}

// stream returns all bytes of one side, in the order of the capture.
func stream(records []Record, side string) []byte {
	var b []byte
	for _, r := range records {
		if r.From == side {
			b = append(b, wire(r)...)
		}
	}
	return b
}
