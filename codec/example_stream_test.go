package codec_test

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"time"

	"godotvariant/codec"
	"godotvariant/math"
	"godotvariant/variant"
)

// A game has connected and calls put_var and get_var:
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

// Two values in a file, each after its length, as store_var writes them.
func ExampleEncoder() {
	var wire bytes.Buffer
	enc := codec.NewEncoder(&wire, codec.FrameU32)
	enc.Encode(variant.Int(7))
	enc.Encode(math.Vector2{X: 1, Y: 2})
	fmt.Printf("% x\n", wire.Bytes())
	// Output:
	// 08 00 00 00 02 00 00 00 07 00 00 00 0c 00 00 00 05 00 00 00 00 00 80 3f 00 00 00 40
}

// A file of store_var records as structs. The second is from a mod.
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
	in := bytes.NewReader([]byte("\x0c\x00\x00\x00\x02\x00\x01\x00\x07\x00\x00\x00\x00\x00\x00\x00"))
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
	// godot: encode $ (int): not in this dialect: a packet of Godot4 for Godot3; its decoded value can be encoded
}

// A save file from an unknown version.
func ExampleDetect() {
	save := []byte("\x1c\x00\x00\x00" +
		"\x12\x00\x00\x00\x01\x00\x00\x00" +
		"\x04\x00\x00\x00\x02\x00\x00\x00hp\x00\x00" +
		"\x02\x00\x00\x00\x0a\x00\x00\x00")

	found := codec.Detect(save)
	fmt.Println(found[0])

	best := codec.MustNew(codec.Options{Dialect: found[0].Dialect, Precision: found[0].Precision})
	v, err := best.NewDecoder(bytes.NewReader(save), found[0].Framing).Decode()
	fmt.Println(v, err)
	// Output:
	// Godot3, single precision, 1 record (FrameU32): score 1.00: writes the same bytes; begins with a Dictionary
	// {"hp": 10} <nil>
}
