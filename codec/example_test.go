package codec_test

import (
	"bytes"
	"errors"
	"fmt"
	gomath "math"
	"net"
	"os"
	"time"

	"github.com/shopspring/decimal"

	"godotvariant/codec"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/variant"
)

// Cut finds the frames in memory, for data that was read at once, such as a file of records.
func ExampleFraming_Cut() {
	var stream []byte
	for _, text := range []variant.String{"one", "two"} {
		packet, _ := codec.Encode(text)
		stream = codec.FrameU32.Append(stream, packet)
	}

	for len(stream) > 0 {
		packet, rest, missing := codec.FrameU32.Cut(stream)
		if missing > 0 {
			break // the last frame is not complete
		}

		v, err := codec.Decode(packet)
		fmt.Println(v, err)
		stream = rest
	}
	// Output:
	// one <nil>
	// two <nil>
}

func Example() {
	b, err := codec.Encode(variant.NewArray(variant.Int(1), math.Vector2{X: 1, Y: 2}))
	if err != nil {
		panic(err)
	}
	fmt.Printf("%x\n", b)
	v, err := codec.Decode(b)
	fmt.Println(v, err)
	// Output:
	// 1c000000020000000200000001000000050000000000803f00000040
	// [1, Vector2(1, 2)] <nil>
}

// Decode takes one complete packet: a datagram, a WebSocket message, a blob of var_to_bytes.
func ExampleDecode() {
	v, err := codec.Decode([]byte("\x04\x00\x00\x00\x02\x00\x00\x00hi\x00\x00"))
	fmt.Println(v, err)
	_, err = codec.Decode([]byte("\x00\x00\x00\x00????"))
	fmt.Println(err)
	// Output:
	// hi <nil>
	// godot: decode $ at offset 4: trailing data: 4 bytes after the value
}

// The same value has a different packet for each of three engines.
func ExampleNew() {
	position := math.Vector2{X: 0.1, Y: 2}
	for _, o := range []codec.Options{
		{Dialect: codec.Godot3},
		{Dialect: codec.Godot4},
		{Dialect: codec.Godot4, Precision: variant.Double},
	} {
		c, err := codec.New(o)
		if err != nil {
			panic(err)
		}
		b, err := c.Encode(position)
		fmt.Printf("%s, %v: %x %v\n", c.Dialect().Name(), o.Precision, b, err)
	}

	_, err := codec.New(codec.Options{Dialect: codec.Godot3, Precision: variant.Double})
	fmt.Println(err)
	// Output:
	// Godot3, single: 05000000cdcccc3d00000040 <nil>
	// Godot4, single: 05000000cdcccc3d00000040 <nil>
	// Godot4, double: 050001009a9999999999b93f0000000000000040 <nil>
	// godot: invalid options: dialect Godot3 has no double precision
}

// A second codec differs from the first only in its dialect: both write full objects.
func ExampleCodec_Options() {
	four := codec.MustNew(codec.Options{FullObjects: true})
	o := four.Options()
	o.Dialect = codec.Godot3
	three := codec.MustNew(o)

	scene := variant.NewDictionary(
		variant.KV("spawn", math.V3(1, 2, 3)),
		variant.KV("timer", objects.NewObject("Timer")),
	)
	for _, c := range []*codec.Codec{four, three} {
		packet, err := c.Encode(scene)
		fmt.Printf("%s: % x… %v\n", c.Dialect().Name(), packet[:4], err)
		fmt.Println(c.Decode(packet))
	}
	// Output:
	// Godot4: 1b 00 00 00… <nil>
	// {"spawn": Vector3(1, 2, 3), "timer": Object(Timer)} <nil>
	// Godot3: 12 00 00 00… <nil>
	// {"spawn": Vector3(1, 2, 3), "timer": Object(Timer)} <nil>
}

// An error has the reason, the offset in the packet, and the path in the value.
func ExampleCodec_Decode_errors() {
	b, _ := codec.Encode(variant.NewDictionary(
		variant.KV("enemies", variant.NewArray(variant.Nil{}, variant.String("Crab"))),
	))

	_, err := codec.Decode(b[:len(b)-2])
	fmt.Println(err)

	var e *variant.Error
	if errors.As(err, &e) {
		fmt.Println(e.Offset, e.Path, e.Type)
	}

	fmt.Println(errors.Is(err, variant.ErrTruncated))
	// Output:
	// godot: decode $["enemies"][1] (String) at offset 40: unexpected end of data
	// 40 $["enemies"][1] String
	// true
}

// Append appends to a slice, and allocates nothing if the slice has enough capacity.
func ExampleAppend() {
	buffer := make([]byte, 0, 64)
	buffer, _ = codec.Append(buffer, variant.Int(1))
	buffer, _ = codec.Append(buffer, variant.Bool(true))

	for len(buffer) > 0 {
		v, n, err := codec.DecodeFirst(buffer)
		if err != nil {
			panic(err)
		}
		fmt.Println(v, n)
		buffer = buffer[n:]
	}

	// Output:
	// 1 8
	// true 8
}

// Size returns the length of a packet without writing it.
func ExampleSize() {
	v := variant.NewArray(variant.Int(1), variant.String("lamp"))
	n, err := codec.Size(v)
	packet, _ := codec.Encode(v)
	fmt.Println(n, err, len(packet))
	// Output: 28 <nil> 28
}

// Full objects are refused unless the option FullObjects is set.
func ExampleOptions_fullObjects() {
	timer := objects.NewObject("Timer", objects.Prop("wait_time", variant.Float(2.5)))
	_, err := codec.Encode(timer)
	fmt.Println(err)

	c, _ := codec.New(codec.Options{FullObjects: true})
	b, _ := c.Encode(timer)
	_, err = codec.Decode(b)
	fmt.Println(err)
	v, _ := c.Decode(b)
	fmt.Println(v)
	// Output:
	// godot: encode $ (Object): full objects are not allowed: the option FullObjects writes them
	// godot: decode $ (Object) at offset 0: full objects are not allowed: the option FullObjects accepts them
	// Object(Timer,"wait_time":2.5)
}

// Health is a value that only Go programs exchange.
type Health struct{ Now, Max int32 }

// Type returns the first type number that is free for programs.
func (Health) Type() variant.Type { return variant.TypeCustom }

// Encode writes the payload.
func (h Health) Encode(w *variant.Writer) error {
	w.Int32(h.Now)
	w.Int32(h.Max)
	return w.Err()
}

// Decode reads the payload.
func (Health) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, Health{Now: r.Int32(), Max: r.Int32()})
}

// Your own type is encoded and decoded like a built-in type, also inside other values.
func ExampleRegistry_Register() {
	registry := codec.NewRegistry()
	if err := registry.Register(Health{}, 100); err != nil {
		panic(err)
	}

	c := codec.MustNew(codec.Options{Registry: registry})
	packet, _ := c.Encode(variant.NewArray(Health{Now: 3, Max: 10}))
	v, err := c.Decode(packet)
	fmt.Printf("%+v %v\n", v.(variant.Array).Items[0], err)
	_, err = codec.Decode(packet) // this codec does not have the type
	fmt.Println(err)
	// Output:
	// {Now:3 Max:10} <nil>
	// godot: decode $[0] at offset 8: unknown type ID: 100 in dialect Godot4
}

// PixelPoint is a Vector2 whose components are rounded to whole numbers when it is decoded.
type PixelPoint struct{ math.Vector2 }

// Decode reads the payload of a Vector2.
func (PixelPoint) Decode(r *variant.Reader) (variant.Variant, error) {
	v, err := math.Vector2{}.Decode(r)
	if err != nil {
		return nil, err
	}
	return PixelPoint{v.(math.Vector2).Round()}, nil
}

func ExampleRegistry_Replace() {
	registry := codec.NewRegistry()
	if err := registry.Replace(PixelPoint{}); err != nil {
		panic(err)
	}
	c := codec.MustNew(codec.Options{Registry: registry})
	packet, _ := c.Encode(math.Vector2{X: 1.75, Y: -0.5})
	v, err := c.Decode(packet)
	fmt.Printf("%T %v %v\n", v, v, err)
	// Output:
	// codec_test.PixelPoint Vector2(2, -1) <nil>
}

// A server passes positions on, and refuses positions that are NaN or infinite.
func ExampleOptions_finite() {
	server := codec.MustNew(codec.Options{Finite: true})
	packet, _ := codec.Encode(variant.NewDictionary(variant.KV("at",
		math.Vector2{X: 1, Y: gomath.NaN()})))
	_, err := server.Decode(packet)
	fmt.Println(err)
	// Output:
	// godot: decode $["at"] (Vector2) at offset 28: not finite: nan (the option Finite or the tag finite refuses it)
}

// A program that takes the data of several engines tries the dialect that the error names.
func ExampleDialectError() {
	godot3 := codec.MustNew(codec.Options{Dialect: codec.Godot3})
	packet, _ := godot3.Encode(variant.NewDictionary(variant.KV("hp", variant.Int(4))))
	_, err := codec.Decode(packet)
	fmt.Println(err)
	var wrong *codec.DialectError
	if errors.As(err, &wrong) {
		v, err := codec.MustNew(codec.Options{Dialect: wrong.Detected}).Decode(packet)
		fmt.Println(v, err)
	}
	// Output:
	// godot: decode $ (Transform3D) at offset 4: unexpected end of data; these bytes are a Godot3 Dictionary, and Options.Dialect is Godot4
	// {"hp": 4} <nil>
}

func ExampleMarshal() {
	type item struct {
		ID    string
		Price decimal.Decimal `godot:",scale=2"`
	}

	type player struct {
		Name  string `godot:"nick"`
		At    math.Vector2
		MaxHP int
		Bag   []item `godot:",omitempty"`
	}

	packet, err := codec.Marshal(player{
		Name:  "Tia",
		At:    math.Vector2{X: 1, Y: 2.5},
		MaxHP: 30,
		Bag:   []item{{"lamp", decimal.RequireFromString("19.99")}},
	})

	if err != nil {
		fmt.Println(err)
		return
	}

	v, _ := codec.Decode(packet)
	fmt.Println(v)

	var back player
	fmt.Println(codec.Unmarshal(packet, &back), back.Bag[0].Price)
	// Output:
	// {"nick": "Tia", "at": Vector2(1, 2.5), "max_hp": 30, "bag": [{"id": "lamp", "price": 1999}]}
	// <nil> 19.99
}

// The keys of fields are in snake_case, as scripts write them. The tag names=field changes this
// rule for one struct, and the option Naming changes it for a codec.
func ExampleNaming() {
	type player struct{ MaxHP, X1 int }
	type settings struct {
		_     struct{} `godot:"names=field"` // only for this struct
		MaxHP int
	}

	v, _ := codec.ToVariant([]any{player{30, 7}, settings{MaxHP: 50}})
	fmt.Println(v)

	byField := codec.MustNew(codec.Options{Naming: codec.FieldName})
	v, _ = byField.ToVariant(player{30, 7})
	fmt.Println(v)
	// Output:
	// [{"max_hp": 30, "x_1": 7}, {"MaxHP": 50}]
	// {"MaxHP": 30, "X1": 7}
}

// The buffer is used again for each message.
func ExampleAppendMarshal() {
	type move struct {
		X float64 `godot:"x"`
	}

	var buffer []byte
	for _, m := range []move{{1}, {2}} {
		var err error
		buffer, err = codec.AppendMarshal(buffer[:0], m)
		if err != nil {
			panic(err)
		}
		fmt.Println(codec.Decode(buffer))
	}
	// Output:
	// {"x": 1.0} <nil>
	// {"x": 2.0} <nil>
}

func ExampleValue() {
	save := codec.Value{V: variant.NewDictionary(variant.KV("hp", variant.Int(3)))}
	column, _ := save.Value() // the data that a database gets
	var back codec.Value
	fmt.Println(back.Scan(column), back.V)
	// Output:
	// <nil> {"hp": 3}
}

// A game connects to this server and calls put_var and get_var:
//
//	var peer = StreamPeerTCP.new()
//	peer.connect_to_host("127.0.0.1", port)
//	peer.put_var({"op": "join", "name": "Tia"})
//	print(peer.get_var())
func ExampleDecoder_Decode() {
	server, game := net.Pipe()
	defer server.Close()

	go codec.NewEncoder(game, codec.FrameU32).Encode(variant.NewDictionary(
		variant.KV("op", variant.String("join")),
		variant.KV("name", variant.String("Tia")),
	))

	dec := codec.NewDecoder(server, codec.FrameU32)
	server.SetReadDeadline(time.Now().Add(5 * time.Second))

	v, err := dec.Decode()
	if err != nil {
		fmt.Println(err)
		return
	}

	if d, ok := v.(variant.Dictionary); ok {
		name, _ := d.Get(variant.String("name"))
		fmt.Println("hello,", name)
	}

	server.SetReadDeadline(time.Now().Add(10 * time.Millisecond))
	_, err = dec.Decode()
	fmt.Println("silent:", errors.Is(err, os.ErrDeadlineExceeded))
	// Output:
	// hello, Tia
	// silent: true
}

// The file has two values. Each follows its length, as store_var writes it.
func ExampleEncoder() {
	var wire bytes.Buffer
	enc := codec.NewEncoder(&wire, codec.FrameU32)
	enc.Encode(variant.Int(7))
	enc.Encode(math.Vector2{X: 1, Y: 2})
	fmt.Printf("% x\n", wire.Bytes())
	// Output:
	// 08 00 00 00 02 00 00 00 07 00 00 00 0c 00 00 00 05 00 00 00 00 00 80 3f 00 00 00 40
}

// All reads the records of a file as structs. A mod has written the second record, whose count is
// too large for the field.
func ExampleAll() {
	type item struct {
		ID    string `godot:"id"`
		Count uint8  `godot:"count"`
	}

	var file bytes.Buffer
	enc := codec.NewEncoder(&file, codec.FrameU32)
	enc.Marshal(item{"apple", 12})
	enc.Marshal(map[string]any{"id": "pear", "count": 1000})
	enc.Marshal(item{"lamp", 1})

	dec := codec.NewDecoder(&file, codec.FrameU32)
	for item, err := range codec.All[item](dec) {
		if err != nil {
			fmt.Printf("record at %d: %v\n", dec.InputOffset(), err)
			continue
		}
		fmt.Println(item)
	}
	// Output:
	// {apple 12}
	// record at 64: godot: decode $["count"] (int) at offset 28: out of range: 1000 into a Go uint8
	// {lamp 1}
}

// A relay passes on a packet without decoding it, and adds the sender's number.
func ExampleRaw() {
	in := bytes.NewReader([]byte("\x0c\x00\x00\x00" +
		"\x02\x00\x01\x00\x07\x00\x00\x00\x00\x00\x00\x00"))
	dec := codec.NewDecoder(in, codec.FrameU32)

	raw, err := dec.DecodeRaw()
	if err != nil {
		fmt.Println(err)
		return
	}

	fmt.Println(raw.Type(), raw)

	out, err := codec.Encode(variant.NewArray(variant.Int(3), raw))
	fmt.Printf("% x %v\n", out[16:], err)

	_, err = codec.MustNew(codec.Options{Dialect: codec.Godot3}).Encode(raw)
	fmt.Println(err)
	// Output:
	// int 7
	// 02 00 01 00 07 00 00 00 00 00 00 00 <nil>
	// godot: encode $ (int): unsupported: a packet of Godot4 for Godot3; its decoded value can be encoded
}

// A server reads which player a message is for, and passes all bytes of the message on.
func ExampleRaw_Unmarshal() {
	var in, two, three bytes.Buffer
	game := codec.NewEncoder(&in, codec.FrameU32)
	game.Marshal(map[string]any{"to": 2, "text": "hello"})
	game.Marshal(map[string]any{"to": 3, "dir": math.V2(1, 0)})
	sent := bytes.Clone(in.Bytes())

	players := map[int]*codec.Encoder{
		2: codec.NewEncoder(&two, codec.FrameU32),
		3: codec.NewEncoder(&three, codec.FrameU32),
	}

	dec := codec.MustNew(codec.Untrusted()).NewDecoder(&in, codec.FrameU32)
	for range 2 {
		raw, err := dec.DecodeRaw()
		if err != nil {
			fmt.Println(err)
			return
		}

		var head struct{ To int }
		if err := raw.Unmarshal(&head); err != nil {
			fmt.Println(err)
			return
		}

		fmt.Println(head.To, raw, players[head.To].Encode(raw))
	}

	fmt.Println(bytes.Equal(sent, append(two.Bytes(), three.Bytes()...)))
	// Output:
	// 2 {"text": "hello", "to": 2} <nil>
	// 3 {"dir": Vector2(1, 0), "to": 3} <nil>
	// true
}
