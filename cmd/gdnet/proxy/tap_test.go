package proxy

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/enginetest"
	"godotvariant/variant"
)

// heard has the lines that the script testdata/client.gd prints.
var heard = []string{
	"{you said:{name:Tía, op:join}}",
	"{you said:(1, 2)}",
	"{you said:[1, 2.5, Null, [a, b]]}",
	"{you said:bye}",
	"{damaged:6}",
}

// TestGame: an engine sends packets through the proxy over UDP. A replay gets the same answers, and
// the engine reads the capture. TestLiveProxy in package main does this over TCP.
func TestGame(t *testing.T) {
	t.Parallel()
	to := serveUDP(t)
	r := startProxy(t, "udp", to, nil)
	lines := enginetest.Godot3(t).Run(t, "testdata/client.gd", "", "GDUDP=1", r.port())
	require.Equal(t, heard, lines[len(lines)-len(heard):])

	out, records := r.end()
	for _, want := range []string{
		`#1 > {"op": "join", "name": "Tía"}` + "\n",
		`#1 < {"you said": {"op": "join", "name": "Tía"}}` + "\n",
		"#1 > !! 6 bytes: godot: decode $ (String) at offset 4:",
		`#1 < {"damaged": 6}` + "\n",
	} {
		require.Contains(t, out, want)
	}
	require.Equal(t, []byte{4, 0, 0, 0, 255, 255}, packets(records, client)[4])

	for _, speed := range []float64{0, 20} {
		total, out := r.replay(to, speed, 5*time.Second)
		require.Equal(t, Tally{Conns: 1, Sent: 5, Equal: 5}, total, out)
	}

	lines = enginetest.Godot3(t).Run(t, "testdata/read.gd", "", "GDCAPTURE="+r.file)
	require.Equal(t, append([]string{"transport udp"}, heard...), lines[len(lines)-len(heard)-1:])
}

func packets(records []Record, side string) (all [][]byte) {
	for _, r := range records {
		if r.Kind == kindPacket && r.From == side {
			all = append(all, r.Packet)
		}
	}
	return all
}

// TestAnyBytes: all bytes arrive unchanged, and the capture has all of them.
func TestAnyBytes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	noise := func(n int) []byte {
		b := make([]byte, n)
		_, _ = rand.NewChaCha8([32]byte{byte(n)}).Read(b)
		return b
	}

	frame := func(b []byte) []byte { return wire(Record{Kind: kindPacket, Packet: b}) }
	for name, data := range map[string][]byte{
		"nothing":        {},
		"half a length":  {1, 2},
		"half a frame":   frame(noise(100))[:50],
		"empty frames":   make([]byte, 400),
		"not a game":     []byte("GET / HTTP/1.1\r\n\r\n"),
		"at the limit":   append(frame(noise(5000)), frame(noise(10))...),
		"over the limit": append(frame(noise(5001)), frame(noise(10))...),
		"noise":          noise(300_000),
	} {
		t.Run(name, func(t *testing.T) {
			r := startProxy(t, "tcp", serve(t, echo), func(tp *Proxy) { tp.MaxFrame = 5000 })
			conn := r.dial()
			go func() {
				for b := data; len(b) > 0; {
					n := min(len(b), 1+random.IntN(9000))
					_, _ = conn.Write(b[:n])
					b = b[n:]
				}
				_ = conn.CloseWrite()
			}()

			back := must(io.ReadAll(conn))
			require.True(t, bytes.Equal(data, back))
			_, records := r.end()
			require.True(t, bytes.Equal(data, stream(records, client)))
			require.True(t, bytes.Equal(data, stream(records, server)))

			if strings.HasSuffix(name, "the limit") {
				kept := packets(records, client)
				require.Len(t, kept[len(kept)-1], 10, "the frame after it is found")
			}

			for _, rec := range records {
				require.LessOrEqual(t, len(rec.Packet), 32<<10)
			}
		})
	}
}

// TestHalfClose: each side may be the first that stops sending, and still receives the messages of
// the other side.
func TestHalfClose(t *testing.T) {
	received := make(chan string, 1)
	r := startProxy(t, "tcp", serve(t, func(conn *net.TCPConn) {
		_, _ = conn.Write([]byte("welcome"))
		_ = conn.CloseWrite()
		b, _ := io.ReadAll(conn)
		received <- string(b)
	}), nil)

	conn := r.dial()
	b := must(io.ReadAll(conn))
	require.Equal(t, "welcome", string(b))
	must(conn.Write([]byte("still here")))
	require.NoError(t, conn.CloseWrite())
	require.Equal(t, "still here", <-received)
	_, records := r.end()
	require.Equal(t, "still here", string(stream(records, client)))

	ends := 0
	for _, rec := range records {
		if rec.Kind == kindEnd {
			require.Empty(t, rec.Note)
			ends++
		}
	}

	require.Equal(t, 2, ends)
}

// TestReset: if a connection breaks off on one side, the proxy breaks it off on the other side.
func TestReset(t *testing.T) {
	r := startProxy(t, "tcp", serve(t, func(conn *net.TCPConn) {
		_, _ = io.ReadFull(conn, make([]byte, 4))
		reset(conn)
	}), nil)
	conn := r.dial()
	must(conn.Write(make([]byte, 4)))
	_, err := io.ReadAll(conn)
	require.Error(t, err)
	out, _ := r.end()
	require.Contains(t, out, "#1 < -- end read ")

	seen := make(chan error, 1)
	r = startProxy(t, "tcp", serve(t, func(conn *net.TCPConn) {
		_, err := io.Copy(io.Discard, conn)
		seen <- err
	}), nil)
	conn = r.dial()
	must(conn.Write(make([]byte, 4)))
	reset(conn)
	require.Error(t, <-seen)
	out, _ = r.end()
	require.Contains(t, out, "#1 > -- end read ")

	r = startProxy(t, "tcp", nobody(t), nil)
	if conn, err := net.Dial("tcp", r.addr); err == nil { // the connection may already be reset
		_, err = io.ReadAll(conn)
		require.Error(t, err)
		conn.Close()
	}
	out, _ = r.end()
	require.Contains(t, out, "#1 < -- end dial tcp ")
}

// nobody returns an address at which no program listens. The port of the address is reserved until
// the test ends.
func nobody(t *testing.T) string {
	conn := must(net.Dial("tcp", serve(t, silent)))
	t.Cleanup(func() { conn.Close() })
	return conn.LocalAddr().String()
}

// A stuckWriter is a writer that blocks until it is released.
type stuckWriter struct {
	release chan struct{}
	bytes.Buffer
}

func (s *stuckWriter) Write(b []byte) (int, error) {
	<-s.release
	return s.Buffer.Write(b)
}

// TestSlowPrinter: a printer that blocks stops neither the game nor the capture. Later it prints
// the number of dropped records.
func TestSlowPrinter(t *testing.T) {
	const rounds = maxWaiting
	out := &stuckWriter{release: make(chan struct{})}

	var tp *Proxy
	r := startProxy(t, "tcp", serve(t, echo), func(t2 *Proxy) {
		tp = t2
		tp.PrintTo(newTestPrinter(t, out))
	})

	dec, enc := frames(r.dial())
	for i := range rounds {
		require.NoError(t, enc.Encode(variant.Int(i)))
		v := must(dec.Decode())
		require.Equal(t, variant.Int(i), v)
	}

	dropped := tp.screen.lost.Load()
	require.Positive(t, dropped)
	require.LessOrEqual(t, len(tp.screen.records), maxWaiting)
	close(out.release)

	require.Eventually(t, func() bool {
		return len(tp.screen.records) == 0
	}, time.Minute, time.Millisecond)

	require.NoError(t, enc.Encode(variant.Int(-1)))
	must(dec.Decode())
	_, records := r.end()
	require.Contains(t, out.String(), "records are missing here\n")
	require.Zero(t, r.sum.Unprinted)

	recorded := r.sum.Unrecorded
	for _, rec := range records {
		recorded += 1 + rec.Lost
	}

	require.Equal(t, 1+2*(rounds+1)+2, recorded, "all is in the capture, or counted")
}

// TestQueue: the queue counts dropped records, both after too many records and after too many
// bytes.
func TestQueue(t *testing.T) {
	for name, size := range map[string]int{"records": 0, "bytes": maxWaitingBytes / 100} {
		t.Run(name, func(t *testing.T) {
			release := make(chan struct{})
			taken, lost := 0, 0
			q := newQueue(func(r Record) {
				<-release
				taken = taken + 1
				lost = lost + r.Lost
			}, func() {})

			const offered = 2 * maxWaiting
			packet := make([]byte, size)
			q.offer(Record{Packet: packet})

			require.Eventually(t, func() bool {
				return len(q.records) == 0
			}, time.Minute, time.Millisecond)

			for range offered - 1 {
				q.offer(Record{Packet: packet})
			}

			require.LessOrEqual(t, q.bytes.Load(), int64(maxWaitingBytes))
			require.Equal(t, offered-1, q.close(time.Millisecond), "one is being taken")
			close(release)
			<-q.done
			require.Zero(t, lost)
			require.EqualValues(t, offered-taken, q.lost.Load())
			require.Less(t, taken, offered)
		})
	}
}

// TestManyClientsUDP: if the proxy has as many clients as it may have, a new client has to wait
// until another client has sent nothing for some time.
func TestManyClientsUDP(t *testing.T) {
	t.Parallel()
	r := startProxy(t, "udp", serveUDP(t), func(tp *Proxy) {
		tp.Sessions = 3
		tp.Idle = 5 * time.Second
	})

	ask := func(n int, wait time.Duration) (variant.Variant, error) {
		conn := must(net.Dial("udp", r.addr))
		// The socket stays open, because a later socket with the same port could get its packets.
		t.Cleanup(func() { conn.Close() })
		must(conn.Write(must(godot3.Encode(variant.Int(n)))))
		require.NoError(t, conn.SetReadDeadline(time.Now().Add(wait)))

		buf := make([]byte, 1000)
		size, err := conn.Read(buf)
		if err != nil {
			return nil, err
		}
		return godot3.Decode(buf[:size])
	}

	for n := range 3 {
		v := must(ask(n, 20*time.Second))
		want := answer(must(godot3.Encode(variant.Int(n))))
		require.True(t, variant.Equal(want, v))
	}

	_, err := ask(3, 100*time.Millisecond)
	require.ErrorIs(t, err, os.ErrDeadlineExceeded, "no session is free")
	require.Eventually(t, func() bool {
		_, err := ask(4, 100*time.Millisecond)
		return err == nil
	}, time.Minute, 10*time.Millisecond)

	out, _ := r.end()
	require.Contains(t, out, errFull.Error())
	require.Contains(t, out, "-- end silent for 5s")
}

// TestReplayFindsDifferences: a replay counts answers that differ, are missing or are new.
func TestReplayFindsDifferences(t *testing.T) {
	r := startProxy(t, "tcp", serve(t, answerTCP), nil)
	dec, enc := frames(r.dial())
	for i := range 3 {
		require.NoError(t, enc.Encode(variant.Int(i)))
		must(dec.Decode())
	}

	r.end()
	for want, talk := range map[Tally]func(*net.TCPConn){
		{Conns: 1, Sent: 3, Differ: 3}:  echo,
		{Conns: 1, Sent: 3, Missing: 3}: silent,
		{Conns: 1, Sent: 3, Equal: 3, Extra: 1}: func(conn *net.TCPConn) {
			answerTCP(conn)
			_, enc := frames(conn)
			_ = enc.Encode(variant.String("bye"))
		},
	} {
		wait := 10 * time.Second
		if want.Missing > 0 {
			wait = 100 * time.Millisecond // a longer wait brings no answer either
		}
		total, out := r.replay(serve(t, talk), 0, wait)
		require.Equal(t, want, total)
		require.False(t, total.Same())
		require.Equal(t, total.Differ+total.Extra, strings.Count(out, " #1 < "), out)
		require.Equal(t, total.Differ, strings.Count(out, "\n   recorded: {"), out)
	}
}

// TestCapture: a reader gets the records unchanged, in every dialect, even from a file that is cut
// off.
func TestCapture(t *testing.T) {
	want := []Record{
		{T: 1, Conn: 1, From: client, Kind: kindOpen, Packet: []byte{}, Note: "127.0.0.1:1",
			Path: "/room?a=1", Protocols: []string{"a", "b"}},
		{T: 1 << 40, Conn: 1, From: server, Kind: kindPacket, Packet: []byte{0, 1, 255}, Lost: 7},
	}

	for _, d := range codec.Dialects() {
		var file bytes.Buffer
		w := must(newCapture(&file, d, "udp", time.Now()))

		for _, r := range want {
			require.NoError(t, w.write(r))
		}

		require.NoError(t, w.out.Flush())
		h, got, err := readCapture(bytes.NewReader(file.Bytes()))
		require.NoError(t, err, d.Name())
		require.Equal(t, d.Name(), h.Dialect)
		require.Equal(t, want, got)
		_, got, err = readCapture(bytes.NewReader(file.Bytes()[:file.Len()-1]))
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
		require.Equal(t, want[:1], got)
	}

	for _, b := range []string{"", "GCPF", "\xff\xff\xff\xff1234",
		"\x04\x00\x00\x00\x00\x00\x00\x00"} {
		_, _, err := readCapture(strings.NewReader(b))
		require.ErrorContains(t, err, "not a capture")
	}
}

// A fullWriter is a writer for a disk that is nearly full. The field room is the number of bytes
// for which the disk still has space.
type fullWriter struct{ room int }

func (f *fullWriter) Write(b []byte) (int, error) {
	f.room -= len(b)
	if f.room < 0 {
		return 0, errors.New("the disk is full")
	}
	return len(b), nil
}

// TestFullDisk: if the disk is full, the game continues without the capture.
func TestFullDisk(t *testing.T) {
	r := startProxy(t, "tcp", serve(t, echo), func(tp *Proxy) {
		tp.queues = nil
		require.NoError(t, tp.RecordTo(&fullWriter{room: 1000}, codec.Godot3, "tcp"))
	})

	conn := r.dial()
	for range 100 {
		must(conn.Write(make([]byte, 1000)))
		must(io.ReadFull(conn, make([]byte, 1000)))
	}

	r.stop()
	require.ErrorContains(t, r.sum.Err, "the disk is full")
}

// TestPrinter: each record is one line, even with line breaks in its data.
func TestPrinter(t *testing.T) {
	packet := func(s string) []byte { return must(godot3.Encode(variant.String(s))) }
	long := packet(strings.Repeat("x", maxText))

	for _, c := range []struct {
		kind  string
		bytes []byte
		want  string
	}{
		{kindPacket, packet("a\x1b[2Jb\nc"), `"a`},
		{kindPacket, packet(strings.Repeat("é", 1000)), "é…"},
		{kindPacket, long, "String of 65544 bytes"},
		{kindPacket, long[1:], "!! 65543 bytes: godot: decode"},
		{kindPacket, nil, "!! 0 bytes: godot: decode"},
		{kindBytes, make([]byte, 20),
			"!! 20 bytes that are not a frame, or part of one over the limit: 00 00"},
	} {
		var out bytes.Buffer
		p := newTestPrinter(t, &out)
		p.Print(Record{T: 1_500_000, Conn: 3, From: server, Kind: c.kind, Packet: c.bytes})
		require.NoError(t, p.Flush())
		line := out.String()
		require.True(t, strings.HasPrefix(line, "  1.500000 #3 < "), line)
		require.Contains(t, line, c.want)
		require.Equal(t, 1, strings.Count(line, "\n"))
		require.NotContains(t, line, "\x1b")
		require.Less(t, len(line), 500)
	}
}

// BenchmarkRelay measures a round trip of 112 bytes, without and with the proxy.
func BenchmarkRelay(b *testing.B) {
	direct := serve(b, echo)
	proxy := startProxy(b, "tcp", direct, nil)
	frame := append([]byte{108, 0, 0, 0}, make([]byte, 108)...)

	for name, addr := range map[string]string{"direct": direct, "proxy": proxy.addr} {
		b.Run(name, func(b *testing.B) {
			conn := must(net.Dial("tcp", addr))
			defer conn.Close()
			for b.Loop() {
				must(conn.Write(frame))
				must(io.ReadFull(conn, frame))
			}
		})
	}
}

// A pausingReader is a reader whose first Read, third Read and so on return io.EOF.
type pausingReader struct {
	io.Reader
	paused bool
}

func (p *pausingReader) Read(b []byte) (int, error) {
	p.paused = !p.paused
	if p.paused {
		return 0, io.EOF
	}
	return p.Reader.Read(b)
}

// TestFollowWaits: a reader of a growing capture waits at the end of the file.
func TestFollowWaits(t *testing.T) {
	b := make([]byte, 4)
	n, err := Follow(t.Context(), &pausingReader{Reader: strings.NewReader("text")}).Read(b)
	require.NoError(t, err)
	require.Equal(t, "text", string(b[:n]))
}

// TestNumberOfRecord: the error of a damaged record has the number of the record, counted from 0.
func TestNumberOfRecord(t *testing.T) {
	var file bytes.Buffer
	w := must(newCapture(&file, codec.Godot4, "tcp", time.Now()))
	for _, from := range []string{client, server, "nobody"} {
		require.NoError(t, w.write(Record{Conn: 1, From: from, Kind: kindNote}))
	}
	require.NoError(t, w.out.Flush())

	_, got, err := readCapture(&file)
	require.ErrorContains(t, err, `record 2: from "nobody"`)
	require.Len(t, got, 2)
}

// TestFollow: a reader of a growing capture gets each record as soon as it is written. The reader
// ends when its context is done, even inside a record.
func TestFollow(t *testing.T) {
	var whole bytes.Buffer
	w := must(newCapture(&whole, codec.Godot3, "tcp", time.Now()))

	for i := range 3 {
		require.NoError(t, w.write(Record{T: int64(i), Conn: 1, From: client, Kind: kindNote}))
	}

	require.NoError(t, w.out.Flush())
	r, growing, err := os.Pipe() // the pipe has no end until the writer closes it
	require.NoError(t, err)
	defer r.Close()
	ctx, cancel := context.WithCancel(t.Context())

	go func() {
		b := whole.Bytes()
		for i := range b[:len(b)-1] {
			_, _ = growing.Write(b[i : i+1])
		}
		growing.Close()
	}()

	in := must(NewReader(Follow(ctx, r)))
	for i := range 2 {
		rec := must(in.Next())
		require.EqualValues(t, i, rec.T)
	}

	go func() {
		time.Sleep(2 * followTime)
		cancel()
	}()

	_, err = in.Next()
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
}
