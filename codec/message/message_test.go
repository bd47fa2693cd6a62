package message_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/internal/testkit"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/variant"
)

// standard is the codec of the functions of package codec.
var standard *codec.Codec

// The messages of the tests.
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

// A log is a sender that keeps what handlers got.
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
	message.Register[M](mux, name)
}

var framings = []codec.Framing{codec.FrameU32, codec.FrameU32BE}

func dict(pairs ...variant.Pair) variant.Dictionary { return variant.NewDictionary(pairs...) }

func text(s string) variant.Variant { return variant.String(s) }

var kv = variant.KV

// outcomes are values, and what becomes of them as messages: a struct, or an error.
var outcomes = []struct {
	in   variant.Variant
	want any
}{
	{dict(kv("type", text("move")), kv("dir", math.V2(1, 2))), move{Dir: math.V2(1, 2)}},
	{dict(kv("dir", math.V2(1, 2)), kv("other", variant.NewArray(nil)),
		kv("run", variant.Bool(true)), kv("type", text("move"))),
		move{math.V2(1, 2), true}},
	{dict(kv("type", variant.StringName("move")), kv("dir", math.V2(1, 2))),
		move{Dir: math.V2(1, 2)}},
	{dict(variant.Pair{Key: variant.StringName("type"), Value: text("move")}), move{}},
	{dict(variant.Pair{Key: variant.Int(5), Value: nil}, variant.Pair{Key: dict(), Value: nil},
		kv("type", text("ping"))), ping{}},
	{variant.NewArray(text("hit"), variant.Int(7), math.V3(1, 2, 3)),
		hit{Target: 7, At: math.V3(1, 2, 3)}},
	{variant.NewArray(variant.StringName("leap")), leap{}},
	{variant.NewTypedArray(variant.ElementType{Type: variant.TypeStringName},
		variant.StringName("leap")), leap{}},
	{dict(kv("type", text("strict")), kv("text", text("a"))), strict{Text: "a"}},
	{dict(kv("n", variant.Int(1)), kv("x", variant.Int(2)), kv("type", text("loose"))),
		loose{1, map[string]any{"x": variant.Int(2)}}},

	{variant.Nil{}, "$ at offset 0: wrong type: a message is a Dictionary or an Array"},
	{math.V3(1, 2, 3), "$ (Vector3) at offset 0: wrong type: a message is a Dictionary or an Array"},
	{dict(), `$ (Dictionary) at offset 0: not found: a message has its name under the key "type"`},
	{dict(kv("Type", text("move"))),
		`$ (Dictionary) at offset 0: not found: a message has its name under the key "type"`},
	{variant.NewArray(), "$ (Array) at offset 0: not found: a message begins with its name"},
	{dict(kv("a", nil), kv("type", variant.Int(3))),
		`$["type"] (int) at offset 36: wrong type: the name of a message is text`},
	{variant.NewArray(dict()),
		`$[0] (Dictionary) at offset 8: wrong type: the name of a message is text`},
	{dict(kv("type", text("fly"))), `$["type"] (String) at offset 20: unknown message "fly"`},
	{variant.NewArray(variant.StringName("fly")),
		`$[0] (StringName) at offset 8: unknown message "fly"`},
	{variant.NewArray(text("move"), math.V2(1, 2)),
		"$ (Array) at offset 0: wrong type: Array into a Go message_test.move"},
	{dict(kv("type", text("hit"))),
		"$ (Dictionary) at offset 0: wrong type: Dictionary into a Go message_test.hit"},
	{variant.NewArray(text("hit"), variant.Int(7)),
		"$ (Array) at offset 0: out of range: 2 items into the 3 of a Go message_test.hit and its name"},
	{variant.NewArray(text("leap"), nil),
		"$ (Array) at offset 0: out of range: 2 items into the 1 of a Go message_test.leap and its name"},
	{variant.NewArray(text("hit"), variant.Int(1<<40), math.V3(1, 2, 3)),
		"$[1] (int) at offset 20: out of range: 1099511627776 into a Go int32"},
	{dict(kv("dir", variant.Int(1)), kv("type", text("move"))),
		`$["dir"] (int) at offset 20: wrong type: int into a Go math.Vector2`},
	{dict(kv("type", text("strict")), kv("txt", nil)), `$["txt"] at offset 48: unknown key`},
	{dict(kv("type", text("move")), kv("type", text("move"))),
		`$["type"] (String) at offset 44: duplicate key: a message has one name`},
	{dict(kv("type", text("move")), variant.Pair{Key: variant.StringName("type"),
		Value: variant.Int(1)}),
		`$[&"type"] (int) at offset 44: duplicate key: a message has one name`},
	{dict(kv("a", nil), kv("type", text("ping")), kv("type", text("move"))),
		`$["type"] (String) at offset 60: duplicate key: a message has one name`},
}

// TestDispatch dispatches packets, alone and in frames.
func TestDispatch(t *testing.T) {
	mux := newMux(message.Options{})
	for _, row := range outcomes {
		packet := testkit.Encode(t, standard, row.in)
		var l log
		check := func(err error, l log, later int) {
			t.Helper()
			want, fails := row.want.(string)
			if !fails {
				require.NoError(t, err, "%v", row.in)
				require.Equal(t, []any{row.want}, l.got)
				return
			}

			var e *variant.Error
			require.ErrorAs(t, err, &e)
			require.Empty(t, l.got)
			moved := *e
			moved.Offset -= later
			require.Equal(t, "godot: decode "+want, moved.Error())
		}

		check(mux.Dispatch(&l, packet), l, 0)
		for _, f := range framings {
			for _, c := range []*codec.Codec{nil,
				codec.MustNew(codec.Options{Dialect: codec.Godot43})} {
				var l log
				d := c.NewDecoder(bytes.NewReader(framed(t, f, packet)), f)
				check(mux.Receive(&l, d), l, len(framed(t, f, packet))-len(packet))
				require.NoError(t, d.Err())
				require.Equal(t, io.EOF, mux.Receive(&l, d))
			}
		}
	}
}

// framed returns the frame of a packet.
func framed(t *testing.T, f codec.Framing, packet []byte) []byte {
	t.Helper()
	raw, err := new(codec.Codec).Raw(packet)
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, codec.NewEncoder(&b, f).Encode(raw))
	return b.Bytes()
}

// unnamed returns the error of the data in an error that names the message.
func unnamed(err error) error {
	var e *message.Error
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}

// TestDispatchDamaged: what is wrong with the data comes before what is wrong with the message,
// unless its name is unknown.
func TestDispatchDamaged(t *testing.T) {
	mux := newMux(message.Options{})
	for _, row := range outcomes {
		packet := testkit.Encode(t, standard, row.in)
		for n := range packet {
			err := mux.Dispatch(new(log), packet[:n])
			if !errors.Is(err, message.ErrUnknown) {
				require.Equal(t, codec.Valid(packet[:n]), unnamed(err), "%v, %d", row.in, n)
			}
		}
		err := mux.Dispatch(new(log), append(packet, 0))
		require.True(t, errors.Is(err, variant.ErrTrailing) || errors.Is(err, message.ErrUnknown))
	}
}

// TestDispatchKinds has the errors for errors.Is and errors.As.
func TestDispatchKinds(t *testing.T) {
	mux := newMux(message.Options{})
	dispatch := func(v variant.Variant) error {
		return mux.Dispatch(new(log), testkit.Encode(t, standard, v))
	}

	assert.ErrorIs(t, dispatch(variant.Int(1)), variant.ErrWrongType)
	assert.ErrorIs(t, dispatch(dict()), variant.ErrNotFound)
	assert.ErrorIs(t, dispatch(dict(kv("type", text("strict")), kv("x", nil))), codec.ErrUnknownKey)

	for name, want := range map[string]string{
		"fly": "fly", "": "", strings.Repeat("x", 64): strings.Repeat("x", 64),
		strings.Repeat("x", 65):   strings.Repeat("x", 64) + "…",
		strings.Repeat("é", 1000): strings.Repeat("é", 32) + "…",
	} {
		err := dispatch(dict(kv("type", text(name))))
		var unknown *message.UnknownError
		require.ErrorAs(t, err, &unknown)
		assert.Equal(t, want, unknown.Name)
		assert.ErrorIs(t, err, message.ErrUnknown)
		assert.Less(t, len(err.Error()), 400)
	}

	err := new(message.Mux[int]).Dispatch(0,
		testkit.Encode(t, standard, dict(kv("type", text("\x00\n")))))
	assert.EqualError(t, err,
		`godot: decode $["type"] (String) at offset 20: unknown message "\x00\n"`)
	strictly := newMux(message.Options{Codec: codec.MustNew(codec.Options{Mode: codec.Strict})})
	packet := testkit.Encode(t, standard, dict(kv("type", text("ping")), kv("type", text("ping"))))
	assert.ErrorIs(t, strictly.Dispatch(new(log), packet), variant.ErrDuplicateKey)
	packet = testkit.Encode(t, standard, dict(kv("type", text("ping")), kv("x", nil), kv("x", nil)))
	assert.ErrorIs(t, strictly.Dispatch(new(log), packet), variant.ErrDuplicateKey)
	assert.NoError(t, mux.Dispatch(new(log), packet))
}

// TestHandlerErrors: they are returned as they are, with their own offsets, and do not end a
// stream.
func TestHandlerErrors(t *testing.T) {
	for _, own := range []error{errors.New("own"), io.EOF,
		&variant.Error{Op: "decode", Offset: 3, Path: "$", Err: variant.ErrRange}} {
		text := own.Error()
		mux := message.New[string](message.Options{})
		message.Handle(mux, "ping", func(from string, _ *ping) error { return own })
		message.Register[ping](mux, "ping")
		packet, err := mux.Append(nil, ping{})
		require.NoError(t, err)
		require.True(t, own == mux.Dispatch("a", packet))

		for _, f := range framings {
			d := codec.NewDecoder(bytes.NewReader(append(framed(t, f, packet),
				framed(t, f, packet)...)), f)
			require.True(t, own == mux.Receive("a", d))
			require.True(t, own == mux.Serve("a", d), "it goes on")
			require.NoError(t, d.Err())
			require.NoError(t, mux.Serve("a", d))
			require.Equal(t, io.EOF, d.Err())
		}

		require.Equal(t, text, own.Error())
	}
}

// TestServe: bad messages do not end the stream, errors of the stream do.
func TestServe(t *testing.T) {
	mux := newMux(message.Options{})
	var stream bytes.Buffer

	e := codec.NewEncoder(&stream, codec.FrameU32)
	for _, row := range outcomes {
		raw, err := new(codec.Codec).Raw(testkit.Encode(t, standard, row.in))
		require.NoError(t, err)
		require.NoError(t, e.Encode(raw))
	}

	stream.Write([]byte{9, 0, 0, 0, 1})
	var l log
	failures := 0

	d := codec.NewDecoder(&stream, codec.FrameU32)
	for d.Err() == nil {
		require.Error(t, mux.Serve(&l, d))
		failures++
	}

	require.ErrorIs(t, d.Err(), variant.ErrTruncated)
	require.Equal(t, d.Err(), mux.Receive(&l, d))
	require.Equal(t, len(outcomes)+1, len(l.got)+failures)
}

// TestAppend: a message is the Dictionary or the Array of the struct, with the name in front.
func TestAppend(t *testing.T) {
	named := func(name string) variant.Pair { return kv("op", text(name)) }
	sn := func(key string, v variant.Variant) variant.Pair {
		return variant.Pair{Key: variant.StringName(key), Value: v}
	}

	for _, c := range []*codec.Codec{
		nil, codec.MustNew(codec.Options{Dialect: codec.Godot3}),
		codec.MustNew(codec.Options{Precision: codec.Double}),
	} {
		mux := newMux(message.Options{Codec: c, Key: "op"})
		for _, row := range []struct {
			in   any
			want variant.Variant
		}{
			{move{Dir: math.V2(1, 2)}, dict(named("move"), kv("dir", math.V2(1, 2)))},
			{&move{Run: true}, dict(named("move"), kv("dir", math.V2(0, 0)),
				kv("run", variant.Bool(true)))},
			{hit{Target: 3}, variant.NewArray(text("hit"), variant.Int(3), math.Vector3{})},
			{&ping{}, dict(named("ping"))},
			{leap{}, variant.NewArray(text("leap"))},
			{strict{Text: "a", Deep: []*strict{{}}},
				dict(sn("op", text("strict")), sn("text", text("a")),
					sn("deep", variant.NewArray(dict(sn("text", text(""))))))},
			{loose{1, map[string]any{"b": 2, "type": 3}},
				dict(named("loose"), kv("n", variant.Int(1)),
					kv("b", variant.Int(2)), kv("type", variant.Int(3)))},
		} {
			want := testkit.Encode(t, c, row.want)
			got, err := mux.Append([]byte("before"), row.in)
			require.NoError(t, err)
			require.Equal(t, "before"+string(want), string(got))

			for _, f := range framings {
				var w, values bytes.Buffer
				e := c.NewEncoder(&w, f)
				require.NoError(t, mux.Send(e, row.in))
				require.NoError(t, mux.Send(e, row.in))
				twin := c.NewEncoder(&values, f)
				require.NoError(t, twin.Encode(row.want))
				require.NoError(t, twin.Encode(row.want))
				require.Equal(t, values.Bytes(), w.Bytes())
				var l log
				require.NoError(t, mux.Serve(&l, c.NewDecoder(&w, f)))
				require.Len(t, l.got, 2)
				require.Equal(t, l.got[0], l.got[1])
			}
		}
	}
}

func TestAppendErrors(t *testing.T) {
	exact := codec.MustNew(codec.Options{Exact: true, Limits: codec.Limits{MaxFrame: 40}})
	mux := newMux(message.Options{Codec: exact})
	e := exact.NewEncoder(io.Discard, codec.FrameU32)

	type stranger struct{}
	for _, row := range []struct {
		in   any
		kind error
		text string
	}{
		{stranger{}, message.ErrUnknown,
			"encode $: unknown message: no name is registered for a message_test.stranger, see message.Register"},
		{new(*move), message.ErrUnknown,
			"encode $: unknown message: no name is registered for a **message_test.move, see message.Register"},
		{dict(), message.ErrUnknown,
			"encode $: unknown message: no name is registered for a variant.Dictionary, see message.Register"},
		{(*move)(nil), variant.ErrWrongType,
			"encode $: wrong type: a nil *message_test.move is no message"},
		{nil, variant.ErrWrongType, "encode $: wrong type: a nil <nil> is no message"},
		{strict{Text: "\xff"}, variant.ErrUTF8,
			`message "strict": encode $[&"text"] (String): invalid UTF-8: at byte 0 of the text`},
		{loose{1, map[string]any{"type": 3}}, variant.ErrDuplicateKey,
			`message "loose": encode $["type"]: duplicate key: the inline map has a key of a field`},
		{move{Dir: math.V2(0.1, 0)}, variant.ErrInexact,
			`message "move": encode $["dir"] (Vector2): not exact: 0.1 → single ` +
				`0.100000001490116119384765625 (error 0.0000000014901161138336505018742172978818416595458984375)`},
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

// TestRegistration: mistakes of the program are panics that say what is wrong, with the path of a
// part that can't be a value, however deep.
func TestRegistration(t *testing.T) {
	type keyed struct {
		Type string `godot:"type"`
	}

	type object struct {
		_ struct{} `godot:"object=Node"`
	}

	type wrong struct {
		A int `godot:",nonsense"`
	}

	type typed struct {
		_    struct{} `godot:"array"`
		Type string   `godot:"type"`
	}

	type deep struct {
		List []map[string]*struct {
			C complex128 `godot:"c"`
		} `godot:"list"`
	}

	type channel struct{ C chan int }

	type function struct{ F func() }

	type fine struct {
		Any  any
		Self *fine
		When time.Time
	}

	const x, unusable = `message "x": `, `message "x": unusable Go type `
	const method = ": no plain struct, because it has the methods of variant.Variant"
	for _, row := range []struct {
		want     string
		register func(mux *message.Mux[*log])
	}{
		{`message "move": it has a handler`, handling("move", keep[ping])},
		{`nil handler for "x"`, handling[ping]("x", nil)},
		{x + `message_test.move has the name "move"`, registering[move]("x")},
		{`message "move": message_test.move has the name "move"`, registering[move]("move")},
		{`message "move": it is the name of message_test.move`, registering[typed]("move")},
		{unusable + "message_test.keyed: field type: the key of a field is that of the name of messages",
			registering[keyed]("x")},
		{unusable + "message_test.object: field _: a message is no object", registering[object]("x")},
		{unusable + `message_test.wrong: field A: no such option: "nonsense"`,
			registering[wrong]("x")},
		{unusable + "int: no struct", registering[int]("x")},
		{unusable + "*message_test.move: no struct", registering[*move]("x")},
		{unusable + "math.Vector2" + method, registering[math.Vector2]("x")},
		{unusable + "objects.Object" + method, handling("x", keep[objects.Object])},
		{x + `$["list"][…][…]["c"]: unusable Go type complex128: no Variant holds it`,
			registering[deep]("x")},
		{x + `$["C"]: unusable Go type chan int: no Variant holds it`, handling("x", keep[channel])},
		{x + `$["F"]: unusable Go type func(): no Variant holds it`, registering[function]("x")},
		{`message "y": unusable Go type message_test.move: field ` + "\xff: invalid UTF-8",
			func(*message.Mux[*log]) {
				message.Register[move](message.New[*log](message.Options{Key: "\xff"}), "y")
			}},
	} {
		mux := newMux(message.Options{})
		require.PanicsWithValue(t, "godot: "+row.want, func() { row.register(mux) })

		var l log
		packet, err := mux.Append(nil, move{})
		require.NoError(t, err)
		require.NoError(t, mux.Dispatch(&l, packet), "it works as before")
	}

	mux := newMux(message.Options{})
	both[typed](mux, "an array has no key")
	message.Handle(mux, "second name of one type", keep[move])
	message.Register[fine](mux, "fine")
}

// registering and handling return the call of Register and of Handle.
func registering[M any](name string) func(*message.Mux[*log]) {
	return func(mux *message.Mux[*log]) { message.Register[M](mux, name) }
}

func handling[M any](name string, f func(*log, *M) error) func(*message.Mux[*log]) {
	return func(mux *message.Mux[*log]) { message.Handle(mux, name, f) }
}

// TestTypesAreCheckedForTheDialects: Check and Serve refuse what a dialect of the server has not.
func TestTypesAreCheckedForTheDialects(t *testing.T) {
	type aim struct {
		At []math.Vector2i `godot:"at"`
	}

	mux := message.New[int](message.Options{})
	message.Register[aim](mux, "aim")
	require.NoError(t, mux.Check(codec.Godot4, codec.Godot40))

	err := mux.Check(codec.Godot4, codec.Godot3)
	require.ErrorIs(t, err, variant.ErrUnsupported)
	require.EqualError(t, err, fmt.Sprintf(`godot: message "aim": in Godot3: $["at"][…]: %v: Vector2i`,
		variant.ErrUnsupported))

	l, lerr := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, lerr)
	server := message.Server[int]{Mux: mux, Dialects: []*variant.Dialect{codec.Godot3}}
	require.Equal(t, err, server.Serve(l))

	l, lerr = net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, lerr)
	require.EqualError(t, new(message.Server[int]).Serve(l), "godot: Server.Mux is nil")
}

// TestAllocations: a dispatched message allocates what Unmarshal into a new struct does, and an
// outgoing one nothing.
func TestAllocations(t *testing.T) {
	var mux message.Mux[*int]
	count := new(int)
	handle(&mux, "move", count, move{Dir: math.V2(1, 2), Run: true}, t)
	handle(&mux, "hit", count, hit{Target: 3}, t)
	handle(&mux, "ping", count, ping{}, t)
	handle(&mux, "strict", count, strict{Text: "text", Hint: map[string]int{"a": 1}}, t)
	packet := testkit.Encode(t, standard, dict(kv("type", text(strings.Repeat("x", 1<<20)))))
	assert.Less(t, testkit.Allocated(func() {
		_ = mux.Dispatch(count, packet)
	}), uint64(8<<10), "for an unknown name")
}

// handle registers a message, and measures it.
func handle[M any](mux *message.Mux[*int], name string, count *int, m M, t *testing.T) {
	message.Handle(mux, name, func(count *int, _ *M) error { *count++; return nil })
	message.Register[M](mux, name)
	packet, err := mux.Append(nil, &m)
	require.NoError(t, err)

	if testkit.Raced {
		t.Skip("the race detector makes pools forget")
	}

	body := testkit.Encode(t, standard, bodyOf(t, packet))
	own := testing.AllocsPerRun(200, func() { err = codec.Unmarshal(body, new(M)) })
	require.NoError(t, err)

	assert.LessOrEqual(t, testing.AllocsPerRun(200, func() {
		err = mux.Dispatch(count, packet)
	}), own, name)

	require.NoError(t, err)
	d := codec.NewDecoder(&testkit.Loop{Frame: framed(t, codec.FrameU32, packet)}, codec.FrameU32)
	assert.LessOrEqual(t, testing.AllocsPerRun(200, func() {
		err = mux.Receive(count, d)
	}), own, name)

	require.NoError(t, err)
	if name == "strict" { // a map is sorted
		return
	}

	assert.Zero(t, testing.AllocsPerRun(200, func() {
		packet, err = mux.Append(packet[:0], &m)
	}), name)

	e := codec.NewEncoder(io.Discard, codec.FrameU32)
	assert.Zero(t, testing.AllocsPerRun(200, func() { err = mux.Send(e, &m) }), name)
	require.NoError(t, err)
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
				var l log
				packet, err := mux.Append(nil, move{Dir: math.V2(float64(n), 0)})
				assert.NoError(t, err)
				assert.NoError(t, mux.Dispatch(&l, packet))
				assert.Equal(t, []any{move{Dir: math.V2(float64(n), 0)}}, l.got)
				name := fmt.Sprint(i, n)
				message.Handle(mux, name, keep[ping])
				packet = testkit.Encode(t, standard, dict(kv("type", text(name))))
				assert.NoError(t, mux.Dispatch(&l, packet))
			}
		}()
	}

	wg.Wait()
}
