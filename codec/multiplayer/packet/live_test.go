package packet_test

import (
	"encoding/binary"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/internal/test/enginetest"
	"godotvariant/internal/test/recorded"
	"godotvariant/packed"
	"godotvariant/variant"
)

var (
	seed = flag.Uint64("seed", 0,
		"the seed of the packets of a live engine; 0: another in each run")
	fresh = flag.Int("multiplayer", 10_000, "how many steps a live engine makes")
)

// A liveFile is a file that a script has written: numbers of 4 bytes, and byte strings, each after
// its length in 4 bytes.
type liveFile []byte

func openLive(dir string) liveFile { return must(os.ReadFile(filepath.Join(dir, "out"))) }

func (f *liveFile) number() int {
	n := binary.LittleEndian.Uint32(*f)
	*f = (*f)[4:]
	return int(n)
}

func (f *liveFile) bytes() []byte {
	n := f.number()
	b := (*f)[:n]
	*f = (*f)[n:]
	return b
}

// values reads an encoded Array.
func (f *liveFile) values() variant.Array { return must(codec.Decode(f.bytes())).(variant.Array) }

// TestFreshPackets: an engine makes random packets. Decode accepts them and returns the arguments
// of the engine's script, and Append writes the same bytes. Then this package writes the same calls
// for the engine, and the engine gets the same arguments.
func TestFreshPackets(t *testing.T) {
	engine := enginetest.Multiplayer4(t)
	engine.Limit = time.Minute + time.Duration(*fresh)*5*time.Millisecond
	s := *seed
	for s == 0 {
		s = uint64(rand.Uint32())
	}
	t.Logf("%v; to repeat: -seed %d -multiplayer %d", engine, s, *fresh)

	dir := t.TempDir()
	engine.Run(t, "testdata/packets4.gd", dir,
		fmt.Sprintf("SEED=%d", s), fmt.Sprintf("COUNT=%d", *fresh))
	f := recorded.Codec(t, packet.Godot4)
	file := openLive(dir)
	packets := 0
	var calls []variant.Array
	for range *fresh {
		args := file.values()
		for range file.number() {
			body := file.bytes()
			packets += sameBytes(t, f, body, true, nil)
			if rpc, ok := rpcIn(f, body); ok {
				requireArguments(t, args, rpc)
			}
		}
		calls = append(calls, args)
	}
	require.Empty(t, file)
	require.Greater(t, packets, *fresh/2)
	t.Logf("%d packets", packets)

	takeCalls(t, engine, f, calls)
}

// rpcIn returns the RPC in a packet. The packet is an RPC or a Relay of an RPC.
func rpcIn(f *packet.Codec, body []byte) (packet.RPC, bool) {
	p := must(f.Decode(body))
	if relay, ok := p.(packet.Relay); ok {
		return rpcIn(f, relay.Packet)
	}
	rpc, ok := p.(packet.RPC)
	return rpc, ok
}

// requireArguments compares arguments. If the only argument is an empty PackedByteArray, the engine
// writes no argument.
func requireArguments(t *testing.T, want variant.Array, got packet.RPC) {
	if len(want.Items) == 1 && len(got.Args) == 0 {
		empty, ok := want.Items[0].(packed.PackedByteArray)
		require.True(t, ok && len(empty) == 0, "%v", want)
		return
	}
	require.True(t, variant.Equal(want, variant.NewArray(got.Args...)), "%v %v", want, got.Args)
}

// takeCalls sends calls to an engine, which runs them.
func takeCalls(
	t *testing.T, engine *enginetest.Engine, f *packet.Codec, calls []variant.Array,
) {
	methods := packet.NewSignature([]string{"every", "one", "two"}, nil)
	every, ok := methods.ID("every")
	require.True(t, ok)

	var packets [][]byte
	for _, args := range calls {
		call := packet.RPC{Path: "Actor", Method: every, Args: args.Items}
		packets = append(packets, must(f.Append(nil, call)))
	}
	for i, got := range argsInEngine(t, engine, packets) {
		require.True(t, variant.Equal(calls[i], got), "%v %v", calls[i], got)
	}
}

// argsInEngine gives packets to an engine. For each packet it returns the arguments with which the
// engine calls the node Actor.
func argsInEngine(t *testing.T, engine *enginetest.Engine, packets [][]byte) (all []variant.Array) {
	var in []byte
	for _, body := range packets {
		in = append(binary.LittleEndian.AppendUint32(in, uint32(len(body))), body...)
	}
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "in"), in, 0o600))
	engine.Run(t, "testdata/packets4.gd", dir)

	file := openLive(dir)
	for range packets {
		all = append(all, file.values())
	}
	require.Empty(t, file)
	return all
}
