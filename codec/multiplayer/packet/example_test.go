package packet_test

import (
	"fmt"

	"godotvariant/codec/multiplayer/packet"
)

// A tool reads the packets of a capture.
func ExampleCodec_Decode() {
	packets, err := packet.New(packet.Options{Protocol: packet.Godot4})
	if err != nil {
		fmt.Println(err)
		return
	}

	for _, body := range [][]byte{
		{0x20, 9, 0, 0, 0x80, 1, 1, 2, 5, 'A', 'c', 't', 'o', 'r', 0},
		{0x00, 1, 1, 1, 2, 5},
		{0x00, 1, 1, 1, 2},
	} {
		p, err := packets.Decode(body)
		if err != nil {
			fmt.Println(err)
			continue
		}
		rpc := p.(packet.RPC)
		fmt.Printf("node %d %q, method %d, %v\n", rpc.Node, rpc.Path, rpc.Method, rpc.Args)
	}

	// Output:
	// node 0 "Actor", method 1, [5]
	// node 1 "", method 1, [5]
	// godot: decode RPC at offset 5: argument 0: unexpected end of data
}

// Both sides of a session need the same names of methods.
func ExampleNewSignature() {
	s := packet.NewSignature([]string{"zeta", "alpha", "Beta", "émile", "auth_only"}, nil)
	id, ok := s.ID("zeta")
	fmt.Println(s.Names())
	fmt.Println(s.Checksum(), id, ok)

	// Output:
	// [Beta alpha auth_only zeta émile]
	// a50571b63c6553cdeb2de6937b81c26d 3 true
}

// The first message of a WebSocket server to a game of Godot 4 is the game's ID.
func ExampleAppendID() {
	first, err := packet.AppendID(nil, 4711)
	fmt.Printf("% x %v\n", first, err)

	// Output: 67 12 00 00 <nil>
}

// A game of Godot 3 sends frames over WebSocket.
func ExampleDecodeFrame() {
	frame, err := packet.DecodeFrame([]byte{0, 0x21, 0xfc, 0x35, 5, 0, 0, 0, 0, 4, 0xaa})
	fmt.Println(frame.From, frame.To, frame.Packet, err)
	fmt.Println(frame.Reaches(1), frame.Reaches(frame.From))

	// Output:
	// 87424033 0 [4 170] <nil>
	// true false
}
