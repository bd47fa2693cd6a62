package packet_test

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/internal/test/recorded"
	"godotvariant/internal/test/testkit"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// must returns v, and panics at an error.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// kinds are the kinds of the errors in testdata/packets.txt.
var kinds = []error{
	variant.ErrTruncated, variant.ErrFlags, variant.ErrTrailing, variant.ErrObject, variant.ErrUTF8,
	variant.ErrLength, variant.ErrSyntax, variant.ErrBool, variant.ErrNUL, packet.ErrPath,
	packet.ErrNumber, packet.ErrName, packet.ErrCommand, packet.ErrID,
}

// TestPackets: Decode reads the messages of testdata/packets.txt, and Append writes the packets as
// the same bytes.
func TestPackets(t *testing.T) {
	formats := map[string]*packet.Codec{}
	for _, p := range packet.Protocols() {
		formats[p.Name()] = recorded.Codec(t, p)
	}
	parse := func(protocol string, b []byte) (any, error) {
		switch protocol {
		case "frame":
			return packet.DecodeFrame(b)
		case "ID":
			return packet.DecodeID(b)
		}
		body, err := formats[protocol].Decode(b)
		if err != nil {
			require.Nil(t, body)
			return nil, err
		}
		require.Equal(t, b, must(formats[protocol].Append(nil, body)), "%#v", body)
		return body, nil
	}

	_, text, _ := strings.Cut(string(must(os.ReadFile("testdata/packets.txt"))), "\n\n")
	rows := strings.Split(strings.TrimSpace(text), "\n")
	for i := 0; i < len(rows); i += 2 {
		protocol, hex, _ := strings.Cut(rows[i], " ")
		want := strings.TrimPrefix(rows[i+1], "\t")
		p, err := parse(protocol, testkit.Unhex(t, hex))
		if err == nil {
			require.Equal(t, want, fmt.Sprintf("%#v", p), rows[i])
			continue
		}
		require.EqualError(t, err, want, rows[i])
		require.True(t, slices.ContainsFunc(kinds, func(kind error) bool {
			return errors.Is(err, kind) && strings.Contains(want, kind.Error())
		}), rows[i])
	}
}

// TestRefusedStructs: Append refuses structs that no packet can represent, and does not change the
// slice.
func TestRefusedStructs(t *testing.T) {
	sync := []packet.State{{ID: 1}}
	for _, test := range []struct {
		protocol *packet.Protocol
		body     packet.Packet
		kind     error
	}{
		{packet.Godot4, nil, variant.ErrUnsupported},
		{packet.Godot4, &packet.RPC{}, variant.ErrUnsupported},
		{packet.Godot4, packet.Call{Method: "a"}, variant.ErrUnsupported},
		{packet.Godot4, packet.RPC{Node: 1 << 31}, packet.ErrNumber},
		{packet.Godot4, packet.RPC{NodeSize: 8}, variant.ErrLength},
		{packet.Godot4, packet.RPC{MethodSize: 4}, variant.ErrLength},
		{packet.Godot4, packet.RPC{Path: "a\x00b"}, variant.ErrNUL},
		{packet.Godot4, packet.RPC{Path: "\xff"}, variant.ErrUTF8},
		{packet.Godot4, packet.RPC{Path: "../a"}, packet.ErrPath},
		{packet.Godot4, packet.RPC{Args: make([]variant.Variant, 256)}, variant.ErrLength},
		{packet.Godot4, packet.SimplifyPath{Number: 1, Path: "a"}, variant.ErrSyntax},
		{packet.Godot4, packet.Bytes{}, variant.ErrLength},
		{packet.Godot4, packet.Spawn{Name: "a:b"}, packet.ErrName},
		{packet.Godot4, packet.Spawn{Name: "a", Data: variant.Int(1)}, variant.ErrUnsupported},
		{packet.Godot4, packet.Sync{States: sync}, variant.ErrLength},
		{packet.Godot4, packet.Delta{Changes: []packet.DeltaState{{Bits: 1}}}, variant.ErrLength},
		{packet.Godot4, packet.AddPeer{ID: 1}, packet.ErrID},
		{packet.Godot4, packet.DelPeer{ID: -2}, packet.ErrID},
		{packet.Godot4, packet.Relay{Peer: 2}, variant.ErrLength},
		{packet.Godot40, packet.Delta{}, variant.ErrUnsupported},
		{packet.Pandemonium, packet.Set{}, variant.ErrUnsupported},
	} {
		out, err := recorded.Codec(t, test.protocol).Append([]byte{7}, test.body)
		require.ErrorIs(t, err, test.kind, "%#v", test.body)
		require.Equal(t, []byte{7}, out)
	}
}

// TestRefusedFrames: Append refuses frames and IDs that no server sends.
func TestRefusedFrames(t *testing.T) {
	for _, f := range []packet.Frame{
		{Kind: 4}, {Kind: packet.FramePacket}, {Kind: packet.FrameID},
	} {
		out, err := f.Append([]byte{7})
		require.Error(t, err)
		require.Equal(t, []byte{7}, out)
	}
	_, err := packet.AppendID(nil, 1)
	require.ErrorIs(t, err, packet.ErrID)
}

// TestCodecs: a codec has the protocol and the dialect of its options. If the options have no
// protocol, New takes the protocol of the dialect. If they have no codec, New takes the dialect of
// the protocol. New refuses a protocol and a dialect that do not fit each other.
func TestCodecs(t *testing.T) {
	for _, p := range packet.Protocols() {
		c := must(packet.New(packet.Options{Protocol: p}))
		require.Same(t, p, c.Protocol())
		require.Same(t, p.Dialect(), c.Values().Dialect())

		values := codec.MustNew(codec.Options{Dialect: p.Dialect(), FullObjects: true})
		c = must(packet.New(packet.Options{Codec: values, Protocol: p}))
		require.Same(t, p, c.Protocol())
		require.Same(t, values, c.Values())

		c = must(packet.New(packet.Options{Codec: values}))
		require.Same(t, packet.ProtocolOf(p.Dialect()), c.Protocol())

		for _, d := range []*variant.Dialect{codec.DocsGodot3, codec.Pandemonium35} {
			_, err := packet.New(packet.Options{
				Codec: codec.MustNew(codec.Options{Dialect: d}), Protocol: p,
			})
			require.ErrorIs(t, err, variant.ErrUnsupported)
			require.ErrorContains(t, err, d.Name()+" for the protocol "+p.Name())
		}
	}

	var zero packet.Codec
	var none *packet.Codec
	for _, c := range []*packet.Codec{&zero, none, must(packet.New(packet.Options{}))} {
		require.Same(t, packet.Godot4, c.Protocol())
		must(c.Values().Decode(make([]byte, 4))) // the null value
		require.Equal(t, packet.Bytes{Data: []byte("a")}, must(c.Decode([]byte{3, 'a'})))
	}
	require.Nil(t, recorded.Codec(t, packet.Godot3).Twin())
}

// TestProtocolOf: each dialect has the protocol of its engine. For a dialect of another program,
// ProtocolOf copies the protocol of its family. The copy has this dialect.
func TestProtocolOf(t *testing.T) {
	for d, want := range map[*variant.Dialect]*packet.Protocol{
		nil: packet.Godot4, codec.Godot4: packet.Godot4, codec.Godot43: packet.Godot43,
		codec.Godot40: packet.Godot41, codec.Godot3: packet.Godot3, codec.Godot30: packet.Godot30,
		codec.Pandemonium5: packet.Pandemonium,
	} {
		require.Same(t, want, packet.ProtocolOf(d))
	}

	spec := codec.Godot4.Spec()
	spec.Name = "own"
	for d, family := range map[*variant.Dialect]*packet.Protocol{
		dialect.MustNew(spec): packet.Godot4, codec.Pandemonium38: packet.Pandemonium,
		codec.DocsGodot3: packet.Godot3, codec.DocsGodot4: packet.Godot4,
	} {
		want := family.Spec()
		want.Name, want.Dialect = d.Name(), d
		require.Equal(t, want, packet.ProtocolOf(d).Spec())
	}
}

// TestNewProtocol: NewProtocol refuses a Spec without a name, with an unknown command, or with too
// many commands for its CommandBits. A later change of the Spec does not change the protocol.
func TestNewProtocol(t *testing.T) {
	for want, spec := range map[string]packet.Spec{
		"Spec.Name is empty": {},
		"Commands of the protocol X has 99, which is no command": {
			Name: "X", Commands: []packet.Command{99}, CommandBits: 7,
		},
		"CommandBits 0x1 of the protocol Y has no room for the number 2": {
			Name: "Y", Commands: packet.Godot4.Spec().Commands, CommandBits: 1,
		},
	} {
		_, err := packet.NewProtocol(spec)
		require.ErrorIs(t, err, variant.ErrUnsupported)
		require.ErrorContains(t, err, want)
	}

	spec := packet.Godot3.Spec()
	spec.Dialect = nil
	p := must(packet.NewProtocol(spec))
	require.Same(t, codec.Godot4, p.Dialect())
	require.Equal(t, "Godot3", p.String())

	for _, changed := range []packet.Spec{spec, p.Spec(), packet.Godot3.Spec()} {
		changed.Commands[0] = packet.CommandSpawn
	}
	for _, p := range []*packet.Protocol{p, packet.Godot3} {
		require.True(t, p.Has(packet.CommandCall))
		require.False(t, p.Has(packet.CommandSpawn))
	}
}

// TestKindsHaveNames: String returns the name of a command or a kind of frame. For an unknown one
// it returns the number.
func TestKindsHaveNames(t *testing.T) {
	require.Equal(t, "RPC SPAWN Command(99)",
		fmt.Sprint(packet.CommandRPC, packet.CommandSpawn, packet.Command(99)))
	require.Equal(t, "packet id FrameKind(4)",
		fmt.Sprint(packet.FramePacket, packet.FrameID, packet.FrameKind(4)))
}

// TestTwin: the twin of a codec reads the other form of CONFIRM_PATH. It reads all other packets
// like the codec.
func TestTwin(t *testing.T) {
	byNumber := packet.ConfirmPath{Equal: true, Number: 7}
	byPath := packet.ConfirmPath{Equal: true, Path: "A"}

	for p, forms := range map[*packet.Protocol][2]packet.ConfirmPath{
		packet.Godot43: {byNumber, byPath}, packet.Godot41: {byPath, byNumber},
	} {
		f := recorded.Codec(t, p)
		for i, f := range []*packet.Codec{f, f.Twin()} {
			b := must(f.Append(nil, forms[i]))
			command, ok := f.Command(b)
			require.True(t, ok)
			require.Equal(t, "CONFIRM_PATH", command.String())
			require.Equal(t, forms[i], must(f.Decode(b)))
		}
	}
}

// TestSignature: a Signature returns the ID of a name, and the name of an ID. A script method and a
// configured method may have the same name.
func TestSignature(t *testing.T) {
	s := packet.NewSignature([]string{"b", "a", "b"}, []string{"c", "b"})
	require.Equal(t, []string{"b", "c", "a", "b"}, s.Names())

	for id, want := range map[uint16]string{
		0: "a", 1: "b", 2: "", 0x8000: "b", 0x8001: "c", 0x8002: "",
	} {
		name, ok := s.Name(id)
		require.Equal(t, want != "", ok)
		require.Equal(t, want, name)
	}

	for name, want := range map[string]int{"a": 0, "b": 1, "c": 0x8001, "d": -1} {
		id, ok := s.ID(name)
		require.Equal(t, want >= 0, ok)
		if ok {
			require.Equal(t, want, int(id))
		}
	}
}
