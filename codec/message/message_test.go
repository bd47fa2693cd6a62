package message_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/message"
	vartext "godotvariant/codec/text"
	"godotvariant/codec/transport"
	"godotvariant/internal/test/testkit"
	"godotvariant/math"
	"godotvariant/variant"
)

// standard is the codec of the functions of package codec.
var standard *codec.Codec

// The structs of the messages in the tests.
type (
	move struct {
		Dir math.Vector2 `godot:"dir"`
		Run bool         `godot:"run,omitempty"`
	}
	hit struct {
		_      struct{} `godot:"array"`
		Target int32
		At     math.Vector3
	}
	ping struct{}
	leap struct {
		_ struct{} `godot:"array"`
	}
	strict struct {
		_    struct{}       `godot:"strict,keys=stringname"`
		Text string         `godot:"text"`
		Deep []*strict      `godot:"deep,omitempty"`
		Hint map[string]int `godot:"hint,omitempty"`
	}
	loose struct {
		N    int            `godot:"n"`
		Rest map[string]any `godot:",inline"`
	}
)

// A log is a sender that stores the messages that its handlers get.
type log struct{ got []any }

func keep[M any](l *log, m *M) error {
	l.got = append(l.got, *m)
	return nil
}

// newMux returns a Mux of all messages in both directions.
func newMux(o message.Options) *message.Mux[*log] {
	mux := message.New[*log](o)
	both[move](mux, "move")
	both[hit](mux, "hit")
	both[ping](mux, "ping")
	both[leap](mux, "leap")
	both[strict](mux, "strict")
	both[loose](mux, "loose")
	return mux
}

func both[M any](mux *message.Mux[*log], name string) {
	message.Handle(mux, name, keep[M])
	message.Declare[M](mux, name)
}

var framings = []codec.Framing{codec.FrameU32, codec.FrameU32BE}

// packetOf returns the packet of a value, which is given in Godot's text form. The key "TYPE"
// becomes "type".
func packetOf(t testing.TB, c *codec.Codec, text string) []byte {
	t.Helper()
	v, err := vartext.Parse(text, nil)
	require.NoError(t, err, text)
	packet := testkit.Encode(t, c, v)
	return bytes.ReplaceAll(packet, []byte("TYPE"), []byte("type"))
}

// An outcome is a row of testdata/dispatch.txt: a value, and the result of reading the value as a
// message. The result is a struct or an error.
type outcome struct {
	in, want string
	fails    bool
}

// outcomes reads testdata/dispatch.txt.
func outcomes(t testing.TB) (all []outcome) {
	t.Helper()
	page, err := os.ReadFile("testdata/dispatch.txt")
	require.NoError(t, err)

	for line := range strings.Lines(string(page)) {
		line = strings.TrimSuffix(line, "\n")
		want, indented := strings.CutPrefix(line, "\t")
		switch {
		case indented:
			all[len(all)-1].want = want
			all[len(all)-1].fails = strings.HasPrefix(want, "$")
		case line != "" && !strings.HasPrefix(line, "#"):
			all = append(all, outcome{in: line})
		}
	}

	require.NotEmpty(t, all)
	return all
}

// framed returns the frame of a packet.
func framed(t testing.TB, f codec.Framing, packet []byte) []byte {
	t.Helper()
	raw, err := standard.Raw(packet)
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, codec.NewEncoder(&b, f).Encode(raw))
	return b.Bytes()
}

// requireOutcome requires that Dispatch has the outcome of a row. The argument offset is the offset
// at which the message begins.
func requireOutcome(t *testing.T, row outcome, l *log, err error, offset int) {
	t.Helper()
	if !row.fails {
		require.NoError(t, err, row.in)
		require.Len(t, l.got, 1)
		got := fmt.Sprintf("%T%+v", l.got[0], l.got[0])
		require.Equal(t, row.want, strings.TrimPrefix(got, "message_test."))
		return
	}

	var e *variant.Error
	require.ErrorAs(t, err, &e)
	require.Empty(t, l.got)
	moved := *e
	moved.Offset -= offset
	require.Equal(t, "godot: decode "+row.want, moved.Error())
	require.True(t, slices.ContainsFunc(dispatchKinds, func(kind error) bool {
		return errors.Is(err, kind) && strings.Contains(row.want, kind.Error())
	}), row.want)
}

// dispatchKinds are the kinds of the errors in testdata/dispatch.txt.
var dispatchKinds = []error{
	variant.ErrWrongType, variant.ErrNotFound, variant.ErrRange, variant.ErrDuplicateKey,
	codec.ErrUnknownKey, message.ErrUnknown,
}

// TestDispatch dispatches packets, both alone and in frames.
func TestDispatch(t *testing.T) {
	mux := newMux(message.Options{})
	codecs := []*codec.Codec{nil, codec.MustNew(codec.Options{Dialect: codec.Godot43})}
	for _, row := range outcomes(t) {
		packet := packetOf(t, standard, row.in)
		l := new(log)
		requireOutcome(t, row, l, mux.Dispatch(l, packet), 0)

		for _, f := range framings {
			frame := framed(t, f, packet)
			for _, c := range codecs {
				l := new(log)
				d := c.NewDecoder(bytes.NewReader(frame), f)
				requireOutcome(t, row, l, mux.Receive(l, d), len(frame)-len(packet))
				require.NoError(t, d.Err())
				require.Equal(t, io.EOF, mux.Receive(l, d))
			}
		}
	}
}

// unnamed removes the name of the message from an error: it returns the error inside a
// message.Error. It returns any other error unchanged.
func unnamed(err error) error {
	var e *message.Error
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}

// TestDispatchStrict: a strict codec refuses a repeated key.
func TestDispatchStrict(t *testing.T) {
	mux := newMux(message.Options{Codec: codec.MustNew(codec.Options{Mode: codec.Strict})})
	packet := packetOf(t, standard, `{"type": "ping", "xTYPE": null, "xtype": null}`)
	require.ErrorIs(t, mux.Dispatch(new(log), packet), variant.ErrDuplicateKey)
	require.NoError(t, newMux(message.Options{}).Dispatch(new(log), packet))

	var unknown *message.UnknownError
	ping := packetOf(t, standard, `["ping"]`)
	require.ErrorAs(t, new(message.Mux[int]).Dispatch(0, ping), &unknown)
	require.Equal(t, "ping", unknown.Name)
}

// TestHandlerErrors: errors of handlers are returned unchanged, with their own offsets, and do not
// end a stream.
func TestHandlerErrors(t *testing.T) {
	for _, own := range []error{errors.New("own"), io.EOF,
		&variant.Error{Op: variant.OpDecode, Offset: 3, Err: variant.ErrRange}} {
		text := own.Error()
		mux := message.New[string](message.Options{})
		message.Handle(mux, "ping", func(string, *ping) error { return own })
		packet := packetOf(t, standard, `{"type": "ping"}`)
		require.True(t, own == mux.Dispatch("a", packet))

		for _, f := range framings {
			frame := framed(t, f, packet)
			stream := slices.Concat(frame, frame, frame[:len(frame)-1])
			d := codec.NewDecoder(bytes.NewReader(stream), f)
			require.True(t, own == mux.Receive("a", d))
			require.True(t, own == mux.Serve("a", d), "it goes on")
			require.NoError(t, d.Err())
			require.ErrorIs(t, mux.Serve("a", d), variant.ErrTruncated)
			require.Equal(t, d.Err(), mux.Receive("a", d))

			d = codec.NewDecoder(bytes.NewReader(nil), f)
			require.NoError(t, mux.Serve("a", d))
			require.Equal(t, io.EOF, d.Err())
		}

		require.Equal(t, text, own.Error())
	}
}

// TestAppend: a message is the Dictionary or the Array of the struct, with the name in front.
func TestAppend(t *testing.T) {
	for _, c := range []*codec.Codec{
		nil, codec.MustNew(codec.Options{Dialect: codec.Godot3}),
		codec.MustNew(codec.Options{Precision: codec.Double}),
	} {
		mux := newMux(message.Options{Codec: c, Key: "op"})
		for _, row := range []struct {
			in   any
			want string
		}{
			{move{Dir: math.V2(1, 2)}, `{"op": "move", "dir": Vector2(1, 2)}`},
			{&move{Run: true}, `{"op": "move", "dir": Vector2(0, 0), "run": true}`},
			{hit{Target: 3}, `["hit", 3, Vector3(0, 0, 0)]`},
			{&ping{}, `{"op": "ping"}`},
			{leap{}, `["leap"]`},
			{strict{Text: "a", Deep: []*strict{{}}},
				`{&"op": "strict", &"text": "a", &"deep": [{&"text": ""}]}`},
			{loose{1, map[string]any{"b": 2, "type": 3}},
				`{"op": "loose", "n": 1, "b": 2, "type": 3}`},
		} {
			want := packetOf(t, c, row.want)
			got, err := mux.Append([]byte("before"), row.in)
			require.NoError(t, err)
			require.Equal(t, "before"+string(want), string(got))

			for _, f := range framings {
				var sent, twin bytes.Buffer
				for range 2 {
					require.NoError(t, mux.Send(c.NewEncoder(&sent, f), row.in))
					v := testkit.Decode(t, c, want)
					require.NoError(t, c.NewEncoder(&twin, f).Encode(v))
				}
				require.Equal(t, twin.Bytes(), sent.Bytes())

				l := new(log)
				require.NoError(t, mux.Serve(l, c.NewDecoder(&sent, f)))
				require.Len(t, l.got, 2)
				require.Equal(t, l.got[0], l.got[1])
			}
		}
	}
}

// TestAppendErrors: an error contains the name of the message and has a kind. The data in dst
// before the message stay unchanged.
func TestAppendErrors(t *testing.T) {
	exact := codec.MustNew(codec.Options{Exact: true, Limits: codec.Limits{MaxFrame: 40}})
	mux := newMux(message.Options{Codec: exact})
	e := exact.NewEncoder(io.Discard, codec.FrameU32)

	type stranger struct{}
	const none = "encode $: unknown message: no name is registered for a %s, see message.Declare"
	for _, row := range []struct {
		in   any
		kind error
		text string
	}{
		{stranger{}, message.ErrUnknown, fmt.Sprintf(none, "message_test.stranger")},
		{new(*move), message.ErrUnknown, fmt.Sprintf(none, "**message_test.move")},
		{variant.Dictionary{}, message.ErrUnknown, fmt.Sprintf(none, "variant.Dictionary")},
		{(*move)(nil), variant.ErrWrongType,
			"encode $: wrong type: a nil *message_test.move is not a message"},
		{nil, variant.ErrWrongType, "encode $: wrong type: nil is not a message"},
		{strict{Text: "\xff"}, variant.ErrUTF8,
			`message "strict": encode $[&"text"] (String): invalid UTF-8: at byte 0 of the text`},
		{loose{1, map[string]any{"type": 3}}, variant.ErrDuplicateKey,
			`message "loose": encode $["type"]: duplicate key: ` +
				`the inline map has a key of a field`},
		{move{Dir: math.V2(0.1, 0)}, variant.ErrInexact,
			`message "move": encode $["dir"] (Vector2): not exact: 0.1 → single ` +
				`0.100000001490116119384765625 ` +
				`(error 0.0000000014901161138336505018742172978818416595458984375)`},
	} {
		out, err := mux.Append([]byte("before"), row.in)
		require.Equal(t, "before", string(out))
		require.ErrorIs(t, err, row.kind)
		require.EqualError(t, err, "godot: "+row.text)
		require.ErrorIs(t, mux.Send(e, row.in), row.kind)
	}

	long := strict{Text: strings.Repeat("x", 40)}
	_, err := mux.Append(nil, long)
	require.NoError(t, err)
	require.ErrorIs(t, mux.Send(e, long), variant.ErrLimit)
	require.NoError(t, mux.Send(e, ping{}))
	require.ErrorIs(t, new(message.Mux[int]).Send(e, ping{}), message.ErrUnknown)
}

// TestTypesAreCheckedForTheDialects: Check and Serve refuse a type that one of the dialects does
// not have.
func TestTypesAreCheckedForTheDialects(t *testing.T) {
	type aim struct {
		At []math.Vector2i `godot:"at"`
	}

	mux := message.New[int](message.Options{})
	message.Declare[aim](mux, "aim")
	require.NoError(t, mux.Check(codec.Godot4, codec.Godot40))

	err := mux.Check(codec.Godot4, codec.Godot3)
	require.ErrorIs(t, err, variant.ErrUnsupported)
	require.EqualError(t, err, fmt.Sprintf(
		`godot: message "aim": in Godot3: $["at"][…]: %v: Vector2i`, variant.ErrUnsupported))

	l, _ := net.Listen("tcp", "127.0.0.1:0")
	server := message.Server[int]{Mux: mux, Dialects: []*variant.Dialect{codec.Godot3}}
	require.Equal(t, err, server.Serve(transport.Stream(l, transport.StreamOptions{})))

	l, _ = net.Listen("tcp", "127.0.0.1:0")
	err = new(message.Server[int]).Serve(transport.Stream(l, transport.StreamOptions{}))
	require.EqualError(t, err, "godot: invalid options: Server.Mux is nil")
}

// TestAllocations: a dispatched message allocates as much as Unmarshal into a new struct, and an
// outgoing message allocates nothing.
func TestAllocations(t *testing.T) {
	if testkit.Raced {
		t.Skip("the race detector makes pools forget")
	}

	var mux message.Mux[*int]
	count := new(int)
	measure(t, &mux, "move", count, move{Dir: math.V2(1, 2), Run: true})
	measure(t, &mux, "hit", count, hit{Target: 3})
	measure(t, &mux, "ping", count, ping{})
	measure(t, &mux, "strict", count, strict{Text: "text", Hint: map[string]int{"a": 1}})

	packet := packetOf(t, standard, `{"type": "`+strings.Repeat("x", 1<<20)+`"}`)
	const most = 8 << 10
	assert.LessOrEqual(t, testkit.LeastAllocated(most, func() {
		_ = mux.Dispatch(count, packet)
	}), uint64(most), "for an unknown name")
}

// measure registers a message, and counts the allocations of reading and writing it.
func measure[M any](t *testing.T, mux *message.Mux[*int], name string, count *int, m M) {
	message.Handle(mux, name, func(count *int, _ *M) error { *count++; return nil })
	message.Declare[M](mux, name)
	packet, err := mux.Append(nil, &m)
	require.NoError(t, err)

	allocs := func(f func() error) float64 {
		n := testing.AllocsPerRun(200, func() { err = f() })
		require.NoError(t, err)
		return n
	}

	body := testkit.Encode(t, standard, bodyOf(t, packet))
	own := allocs(func() error { return codec.Unmarshal(body, new(M)) })
	d := codec.NewDecoder(&testkit.Loop{Frame: framed(t, codec.FrameU32, packet)}, codec.FrameU32)
	assert.LessOrEqual(t, allocs(func() error { return mux.Dispatch(count, packet) }), own, name)
	assert.LessOrEqual(t, allocs(func() error { return mux.Receive(count, d) }), own, name)

	if name == "strict" { // the struct has a map, and sorting its keys allocates
		return
	}

	e := codec.NewEncoder(io.Discard, codec.FrameU32)
	assert.Zero(t, allocs(func() error { return mux.Send(e, &m) }), name)
	assert.Zero(t, allocs(func() error {
		packet, err = mux.Append(packet[:0], &m)
		return err
	}), name)
}

// bodyOf returns a message without its name.
func bodyOf(t *testing.T, packet []byte) variant.Variant {
	switch v := testkit.Decode(t, standard, packet).(type) {
	case variant.Dictionary:
		return variant.Dictionary{Pairs: v.Pairs[1:]}
	case variant.Array:
		return variant.Array{Items: v.Items[1:]}
	default:
		panic(fmt.Sprint(v))
	}
}

// TestConcurrent uses one Mux in several goroutines, while messages are registered.
func TestConcurrent(t *testing.T) {
	mux := newMux(message.Options{})
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for n := range 100 {
				l := new(log)
				want := move{Dir: math.V2(float64(n), 0)}
				packet, err := mux.Append(nil, want)
				assert.NoError(t, err)
				assert.NoError(t, mux.Dispatch(l, packet))
				assert.Equal(t, []any{want}, l.got)

				name := fmt.Sprint(i, n)
				message.Handle(mux, name, keep[ping])
				packet, err = codec.Marshal(map[string]string{"type": name})
				assert.NoError(t, err)
				assert.NoError(t, mux.Dispatch(l, packet))
			}
		}()
	}

	wg.Wait()
}
