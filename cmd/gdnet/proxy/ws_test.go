package proxy

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/enginetest"
	"godotvariant/variant"
)

// serveWS serves WebSocket connections at /room until the test ends, and a page at /.
func serveWS(t *testing.T, talk func(context.Context, *websocket.Conn)) string {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("/room", func(w http.ResponseWriter, req *http.Request) {
		if req.URL.RawQuery == "full" {
			http.Error(w, "the room is full", http.StatusForbidden)
			return
		}

		conn, err := websocket.Accept(w, req, &websocket.AcceptOptions{Subprotocols: []string{
			"second", "godot-room.v1.godot3", "godot-room.v1.godot4",
		}})

		if err != nil {
			return
		}
		defer conn.CloseNow()
		conn.SetReadLimit(-1)
		ctx, cancel := context.WithTimeout(req.Context(), 20*time.Second)
		defer cancel()
		talk(ctx, conn)
	})

	mux.HandleFunc("/", func(w http.ResponseWriter, req *http.Request) {
		_, _ = io.WriteString(w, "a page at "+req.URL.Path)
	})

	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s.URL
}

// echoWS sends back all messages.
func echoWS(ctx context.Context, conn *websocket.Conn) {
	for {
		kind, b, err := conn.Read(ctx)
		if err != nil || conn.Write(ctx, kind, b) != nil {
			return
		}
	}
}

// dialRoom connects with the room through the proxy.
func (r *running) dialRoom(o *websocket.DialOptions) *websocket.Conn {
	r.t.Helper()
	conn, _, err := websocket.Dial(r.t.Context(), "ws://"+r.addr+"/room?seat=1", o)
	require.NoError(r.t, err)
	r.t.Cleanup(func() { conn.CloseNow() })
	conn.SetReadLimit(-1)
	return conn
}

// ends returns the note of each record of the kind kindEnd, by the side that has ended.
func ends(records []Record) map[string]string {
	notes := map[string]string{}
	for _, r := range records {
		if r.Kind == kindEnd {
			notes[r.From] = r.Note
		}
	}
	return notes
}

// TestWebSocket: messages arrive unchanged, with the sub-protocol, the path and the headers. A
// replay gets the same answers.
func TestWebSocket(t *testing.T) {
	seen := make(chan string, 10)
	to := serveWS(t, func(ctx context.Context, conn *websocket.Conn) {
		seen <- conn.Subprotocol()
		echoWS(ctx, conn)
	})

	r := startProxy(t, "ws", to, func(p *Proxy) { p.MaxFrame = 100_000 })
	conn := r.dialRoom(&websocket.DialOptions{
		Subprotocols: []string{"first", "second"},
		// the origin of a page that a browser has loaded from the server through the proxy
		HTTPHeader: http.Header{"Origin": {"http://" + r.addr}},
	})

	require.Equal(t, "second", conn.Subprotocol())
	require.Equal(t, "second", <-seen)
	packet := must(godot3.Encode(variant.String("Tía")))

	messages := []struct {
		kind websocket.MessageType
		b    string
	}{
		{websocket.MessageBinary, string(packet)},
		{websocket.MessageText, `{"say": "hello"}`},
		{websocket.MessageBinary, ""},
		{websocket.MessageBinary, "\xff\x01"},
		{websocket.MessageText, strings.Repeat("x", 100_000)},
	}

	for _, m := range messages {
		require.NoError(t, conn.Write(t.Context(), m.kind, []byte(m.b)))
		kind, b, err := conn.Read(t.Context())
		require.NoError(t, err)
		require.Equal(t, m.kind, kind)
		require.True(t, m.b == string(b))
	}

	require.NoError(t, conn.Close(4000, "bye"))
	out, records := r.end()
	for _, want := range []string{
		" /room?seat=1 first second\n", `#1 > "Tía"` + "\n", `#1 < "Tía"` + "\n",
		`#1 > text: {"say": "hello"}` + "\n",
		"#1 < !! 2 bytes: godot: decode $ at offset 0: unexpected end of data",
		"#1 > -- end 4000 bye\n",
	} {
		require.Contains(t, out, want)
	}

	require.Equal(t, []string{"first", "second"}, records[0].Protocols)
	for _, side := range []string{client, server} {
		data := slices.DeleteFunc(slices.Clone(records), func(r Record) bool {
			return r.From != side || !r.carriesData()
		})
		require.Len(t, data, len(messages))

		for i, m := range messages {
			require.Equal(t, kinds[m.kind], data[i].Kind)
			require.True(t, m.b == string(data[i].Packet))
		}
	}

	total, again := r.replay(to, 0, 10*time.Second)
	require.Equal(t, Tally{Conns: 1, Sent: 5, Equal: 5}, total, again)
	require.Equal(t, "second", <-seen)
}

// TestWebSocketEnds: the closing code of one side reaches the other side.
func TestWebSocketEnds(t *testing.T) {
	const brokenOff = websocket.StatusCode(-1)
	closing := func(code websocket.StatusCode, reason string) func(*websocket.Conn) {
		return func(c *websocket.Conn) { c.Close(code, reason) }
	}

	for _, c := range []struct {
		note string
		want websocket.StatusCode
		end  func(*websocket.Conn)
	}{
		{"4001 kicked", 4001, closing(4001, "kicked")},
		{"1000", 1000, closing(1000, "")},
		{"no code", websocket.StatusNoStatusRcvd, closing(1005, "")},
		{"EOF", brokenOff, func(c *websocket.Conn) { c.CloseNow() }},
	} {
		t.Run("server: "+c.note, func(t *testing.T) {
			talk := func(_ context.Context, conn *websocket.Conn) { c.end(conn) }
			r := startProxy(t, "ws", serveWS(t, talk), nil)
			_, _, err := r.dialRoom(nil).Read(t.Context())
			require.Error(t, err)
			require.Equal(t, c.want, websocket.CloseStatus(err))
			_, records := r.end()
			require.Contains(t, ends(records)[server], c.note)
		})

		t.Run("client: "+c.note, func(t *testing.T) {
			seen := make(chan error, 1)
			r := startProxy(t, "ws", serveWS(t, func(ctx context.Context, conn *websocket.Conn) {
				_, _, err := conn.Read(ctx)
				seen <- err
			}), nil)
			c.end(r.dialRoom(nil))
			err := <-seen
			require.Error(t, err)
			require.Equal(t, c.want, websocket.CloseStatus(err))
			_, records := r.end()
			require.Contains(t, ends(records)[client], c.note)
		})
	}

	r := startProxy(t, "ws", serveWS(t, echoWS), nil)
	conn := r.dialRoom(nil)
	r.end()
	_, _, err := conn.Read(t.Context())
	require.Error(t, err)
	require.Equal(t, brokenOff, websocket.CloseStatus(err), "the end of the proxy")
}

// TestWebSocketFlood: the server gets the closing code of the client, even if the server is still
// sending when the client leaves.
func TestWebSocketFlood(t *testing.T) {
	seen := make(chan websocket.StatusCode, 1)
	r := startProxy(t, "ws", serveWS(t, func(ctx context.Context, conn *websocket.Conn) {
		ended := make(chan struct{})
		go func() {
			_, _, err := conn.Read(ctx)
			seen <- websocket.CloseStatus(err)
			close(ended)
		}()
		for conn.Write(ctx, websocket.MessageBinary, make([]byte, 1000)) == nil {
		}
		<-ended
	}), nil)

	conn := r.dialRoom(nil)
	for range 100 {
		_, _, err := conn.Read(t.Context())
		require.NoError(t, err)
	}

	require.NoError(t, conn.Close(4002, "enough"))
	require.Equal(t, websocket.StatusCode(4002), <-seen)
	r.stop()
}

// TestWebSocketLimit: a message over the limit arrives whole, and is recorded in pieces.
func TestWebSocketLimit(t *testing.T) {
	to := serveWS(t, echoWS)
	r := startProxy(t, "ws", to, func(p *Proxy) { p.MaxFrame = 5000 })

	conn := r.dialRoom(nil)
	for _, n := range []int{5000, 5001, 200_000, 10} {
		require.NoError(t, conn.Write(t.Context(), websocket.MessageBinary, make([]byte, n)))
		_, b, err := conn.Read(t.Context())
		require.NoError(t, err)
		require.Len(t, b, n)
	}

	require.NoError(t, conn.Close(websocket.StatusNormalClosure, ""))
	_, records := r.end()
	kept := packets(records, client)
	require.Len(t, kept, 2)
	require.Len(t, kept[1], 10, "the message after it is found")

	pieces := 0
	for _, rec := range records {
		require.LessOrEqual(t, len(rec.Packet), 32<<10)
		if rec.From == client && rec.Kind == kindBytes {
			pieces += len(rec.Packet)
		}
	}

	require.Equal(t, 205_001, pieces)
	f := Replay{To: to, Wait: time.Second, Printer: newTestPrinter(t, io.Discard)}
	_, err := f.Run(t.Context(), "ws", records)
	require.ErrorContains(t, err, "record with a higher limit")
}

// TestWebSocketRefused: the client gets the server's own answer, or the status 502.
func TestWebSocketRefused(t *testing.T) {
	get := func(r *running, path string, h http.Header) (int, string) {
		t.Helper()
		req := must(http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+r.addr+path,
			nil))
		req.Header = h
		answer := must(http.DefaultClient.Do(req))
		defer answer.Body.Close()
		b := must(io.ReadAll(answer.Body))
		return answer.StatusCode, string(b)
	}

	upgrade := http.Header{"Upgrade": {"websocket"}, "Connection": {"Upgrade"},
		"Sec-Websocket-Version": {"13"}, "Sec-Websocket-Key": {"AAAAAAAAAAAAAAAAAAAAAA=="}}
	r := startProxy(t, "ws", serveWS(t, echoWS), nil)
	status, body := get(r, "/room?full", upgrade)
	require.Equal(t, http.StatusForbidden, status)
	require.Equal(t, "the room is full\n", body)
	status, body = get(r, "/index.html", nil)
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, "a page at /index.html", body)
	status, _ = get(r, "//example.com/room", upgrade)
	require.Equal(t, http.StatusOK, status,
		"a path is never the name of a host; the server has no room at this one")
	foreign := upgrade.Clone()
	foreign.Set("Origin", "http://example.com")
	status, _ = get(r, "/room", foreign)
	require.Equal(t, http.StatusForbidden, status, "the server sees the Origin")

	r = startProxy(t, "ws", "ws://"+nobody(t), nil)
	for _, h := range []http.Header{nil, upgrade} {
		status, _ = get(r, "/room", h)
		require.Equal(t, http.StatusBadGateway, status)
	}

	out, _ := r.end()
	require.Contains(t, out, "#1 < -- end failed to WebSocket dial")

	for to, want := range map[string]string{
		"ftp://127.0.0.1": "is not a scheme", "http://": "has no host", "%": "invalid URL escape",
	} {
		err := New(to).Serve(t.Context(), "ws", "127.0.0.1:0", func(net.Addr) error { return nil })
		require.ErrorContains(t, err, want)
	}

	require.ErrorContains(t, New("").Serve(t.Context(), "quic", "", nil), "is not a transport")
}

// TestLiveWebSocket has real engines talk through the proxy.
func TestLiveWebSocket(t *testing.T) {
	for script, c := range map[string]struct {
		dialect *variant.Dialect
		find    func(testing.TB) *enginetest.Engine
	}{
		"ws3.gd": {codec.Godot3, enginetest.Godot3},
		"ws4.gd": {codec.Godot4, enginetest.Godot4},
	} {
		t.Run(script, func(t *testing.T) {
			var out strings.Builder
			r := startProxy(t, "ws", serveWS(t, echoWS), func(p *Proxy) {
				printer := must(NewPrinter(&out, c.dialect))
				p.PrintTo(printer)
			})

			lines := c.find(t).Run(t, "testdata/"+script, "", "ROOM=ws://"+r.addr+"/room")
			require.Equal(t, []string{"hello"}, lines)
			r.end()
			require.Contains(t, out.String(), " /room godot-room.v1.godot")
			require.Contains(t, out.String(), `#1 > {"say": "hello"}`+"\n")
			require.Contains(t, out.String(), `#1 < {"say": "hello"}`+"\n")
			require.Regexp(t, `#1 > -- end (1000|no code)`, out.String())
		})
	}
}

// pipes is a listener whose connections are pipes.
type pipes chan net.Conn

func (p pipes) Accept() (net.Conn, error) {
	conn, ok := <-p
	if !ok {
		return nil, net.ErrClosed
	}
	return conn, nil
}

func (p pipes) Close() error   { return nil }
func (p pipes) Addr() net.Addr { return nil }

// TestSlowHeader: the proxy closes a connection whose HTTP header is not complete after 10 seconds.
func TestSlowHeader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		listener := make(pipes)
		ended := make(chan error)
		go func() { ended <- New("").serveWS(t.Context(), listener, &url.URL{}) }()

		client, server := net.Pipe()
		listener <- server
		must(io.WriteString(client, "GET / HTTP/1.1\r\n"))

		start := time.Now()
		must(io.ReadAll(client))
		require.Equal(t, 10*time.Second, time.Since(start))

		close(listener)
		require.ErrorIs(t, <-ended, net.ErrClosed)
	})
}
