package bounds

import (
	"bytes"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/configfile"
	"godotvariant/codec/convert"
	"godotvariant/codec/jsonvar"
	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/resource"
	"godotvariant/codec/savefile"
	vartext "godotvariant/codec/text"
	"godotvariant/codec/transport"
	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

var (
	executions = flag.Int("executions", 4000, "how many inputs TestEntryPoints runs")
	entrySeed  = flag.Uint64("entryseed", 1, "the seed of TestEntryPoints")
)

// TestEntryPoints damages inputs of all entry points, each according to its structure, and reads
// them. There must be no panic, and errors must have a text. If a value was read, it must be the
// same after it was written and read again. The same seed makes the same inputs:
//
//	go test ./internal/test/bounds -run EntryPoints -v -timeout 10h \
//		-executions 10000000 -entryseed 7
func TestEntryPoints(t *testing.T) {
	h := &hunt{
		t: t, rng: rand.New(rand.NewPCG(*entrySeed, 35)), worlds: newWorlds(t),
		accepted: map[string]int{},
	}
	points := entryPoints(t)
	for _, p := range points {
		require.NotEmpty(t, p.seeds, p.name)
	}

	for i := 0; i < *executions && h.finds < 20; i++ {
		h.run(points[i%len(points)])
		if h.runs%progress == 0 {
			h.log()
		}
	}
	h.log()
}

// progress is the number of executions between two lines in the log of a long campaign.
const progress = 1_000_000

// An entryPoint is a function of the library that reads inputs. The function in the field read
// calls it and returns its error.
type entryPoint struct {
	name  string
	seeds [][]byte
	read  func(h *hunt, input []byte) error
}

// A hunt passes damaged inputs to entry points, and counts the results.
type hunt struct {
	t           *testing.T
	rng         *rand.Rand
	worlds      []*multiplayer.World
	runs, finds int
	accepted    map[string]int // number of inputs that each entry point read without an error
	point       string
	input       []byte
}

// log prints how many inputs were read, how many faults were found, and how many inputs each entry
// point accepted.
func (h *hunt) log() {
	h.t.Logf("%d executions, %d finds; accepted: %v", h.runs, h.finds, h.accepted)
}

// run damages one of the entry point's inputs and reads it.
func (h *hunt) run(p entryPoint) {
	h.runs++
	h.point = p.name
	h.input = h.damaged(p.seeds)
	defer func() {
		if fault := recover(); fault != nil {
			h.find("panic: %v\n%s", fault, debug.Stack())
		}
	}()

	err := p.read(h, bytes.Clone(h.input))
	if err == nil {
		h.accepted[p.name]++
		return
	}

	s := err.Error()
	isControl := func(r rune) bool { return r < ' ' && r != '\n' || r == 0x7F }
	h.expect(len(s) < 8<<10 && !strings.ContainsFunc(s, isControl), "the error %.9000q", s)
}

func (h *hunt) find(format string, args ...any) {
	h.finds++
	h.t.Errorf("execution %d, %s: %.2000s\n%.2000q", h.runs, h.point, fmt.Sprintf(format, args...),
		h.input)
}

func (h *hunt) expect(ok bool, format string, args ...any) {
	if !ok {
		h.find(format, args...)
	}
}

// tokens are pieces of text and headers that have a meaning for a reader.
var tokens = []string{
	"[node]", `[sub_resource type="A" id=1]`, "SubResource(1)", "ExtResource(1)", "Object(A,",
	`Resource("x")`, "Array[int]([", "Dictionary[int,int]({", `"`, "nan", "inf", "-", "1e999",
	"#ff", `\u0000`, "\ufeff", `&"a"`, "@", `^"a"`, `PackedByteArray("AAAA")`, "null", "true",
	"\x00",
	"\xff", "[a]\nb=1\n", "a=", ";", "\r\n", "Vector2(1,2)", "{1:1,1:2}", "RSRC", "RSCC", "GCPF",
	"GDEC", `{"type":"Array","args":[`, `"i:1"`,
}

// damaged returns one of the inputs with one to four changes. A single change is the most likely.
func (h *hunt) damaged(all [][]byte) []byte {
	b := bytes.Clone(all[h.rng.IntN(len(all))])
	for range 1 + h.rng.IntN(1+h.rng.IntN(4)) {
		at := h.rng.IntN(len(b) + 1)
		end := min(len(b), at+h.rng.IntN(1+h.rng.IntN(60)))
		with := b[at:end]

		switch h.rng.IntN(7) {
		case 0: // cut off
			end = len(b)
			with = nil
		case 1: // remove
			with = nil
		case 2: // repeat
			end = at
		case 3: // write a piece of another input
			other := all[h.rng.IntN(len(all))]
			start := h.rng.IntN(len(other) + 1)
			with = other[start:min(len(other), start+h.rng.IntN(80))]
		case 4: // a token
			end = at
			with = []byte(tokens[h.rng.IntN(len(tokens))])
		case 5: // write a number that is at a limit of counts and lengths
			edges := []uint32{0, 1, 2, 4, 255, 65535, 1<<31 - 1, 1 << 31, 1<<32 - 1}
			end = min(len(b), at+4)
			with = binary.LittleEndian.AppendUint32(nil, edges[h.rng.IntN(len(edges))])
		case 6: // a byte
			end = min(len(b), at+1)
			with = []byte{byte(h.rng.Uint32())}
		}

		b = append(append(append([]byte{}, b[:at]...), with...), b[end:]...)
	}
	return b
}

// entryPoints returns all entry points with valid inputs.
func entryPoints(t *testing.T) []entryPoint {
	resources := filesOf(t, "../../../testdata/resources/*/*.*", "../../../examples/*/*.tscn",
		"../../../examples/*/*/*.tscn", "../../../examples/*/*/*/*.tscn")
	configs := filesOf(t, "../../../codec/configfile/testdata/*",
		"../../../examples/*/*/*/project.godot")
	multiplayerPackets := packetSeeds(t)

	var binaries, texts, jsons, saved [][]byte
	for in := range values(256) {
		v := in.value
		add := func(list *[][]byte, b []byte, err error) {
			if err == nil && len(b) < 1<<12 {
				*list = append(*list, b)
			}
		}

		b, err := codec.Encode(v)
		add(&binaries, b, err)
		b, err = vartext.Append(nil, v, nil)
		add(&texts, b, err)
		b, err = jsonvar.Format(v, nil)
		add(&jsons, b, err)
	}
	for in := range saves(1 << 10) {
		saved = append(saved, in.data)
	}

	return []entryPoint{
		{"resource", resources, readResource},
		{"configfile", configs, readConfig},
		{"text", texts, readText},
		{"JSON", jsons, readJSON},
		{"save", saved, readSave},
		{"packet", binaries, readPacket},
		{"multiplayer packet", multiplayerPackets, readMultiplayer},
		{"world", multiplayerPackets, (*hunt).receive},
	}
}

// filesOf returns the contents of all files below 20,000 bytes whose names match one of the
// patterns.
func filesOf(t *testing.T, patterns ...string) (all [][]byte) {
	for _, pattern := range patterns {
		names, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, name := range names {
			if b, err := os.ReadFile(name); err == nil && len(b) < 20_000 {
				all = append(all, b)
			}
		}
	}
	return all
}

// The codecs of the campaign accept full objects. The codec megabyte limits the length of texts,
// and allDigits does not round numbers.
var (
	megabyte = codec.MustNew(codec.Options{FullObjects: true,
		Limits: codec.Limits{MaxSize: 1 << 20}})
	allDigits = codec.MustNew(codec.Options{FullObjects: true, Precision: codec.Double})
)

func readResource(h *hunt, input []byte) error {
	o := resource.Options{Codec: megabyte}
	f, err := resource.Decode(input, o)
	if err != nil {
		return err
	}

	again, err := resource.Decode(bytes.Clone(input), o)
	h.expect(err == nil && variant.Equal(f.Value(), again.Value()), "read again: %v", err)
	f.Scan()
	f.Classes()
	_, _ = f.Synchronizers()

	v := f.Value()
	_ = fmt.Sprintf("%v%+v", v, f)
	for path := range tree.Walk(v) {
		if h.rng.IntN(4) > 0 {
			continue
		}
		_, err := f.Lookup(path.String())
		h.expect(err == nil, "Lookup of %v: %v", path, err)
	}

	changes, err := resource.Diff(f, again, tree.DiffOptions{})
	h.expect(err == nil && len(changes) == 0, "Diff with itself: %v, %v", changes, err)
	_, err = jsonvar.Relaxed.Format(v, nil)
	h.expect(err == nil, "relaxed JSON: %v", err)
	return nil
}

func readConfig(h *hunt, input []byte) error {
	f, err := configfile.Parse(string(input), megabyte)
	if err != nil {
		return err
	}

	h.expect(f.String() == string(input), "written as %q", f.String())
	for _, section := range f.Sections() {
		for _, key := range f.Keys(section) {
			v, ok := f.Get(section, key)
			h.expect(ok, "no %q in %q", key, section)
			h.checkValue(v)

			if f.Set(section, key, variant.Int(7)) != nil {
				continue
			}
			again, err := configfile.Parse(f.String(), megabyte)
			if err != nil {
				h.find("%q after Set: %v", f.String(), err)
				return nil
			}
			got, _ := again.Get(section, key)
			h.expect(variant.Equal(got, variant.Int(7)), "%q after Set: %v", f.String(), got)
		}
	}
	return nil
}

func readText(h *hunt, input []byte) error {
	v, err := vartext.Parse(string(input), megabyte)
	if err == nil {
		h.checkValue(v)
	}
	return err
}

func readJSON(h *hunt, input []byte) error {
	v, err := jsonvar.Parse(input, megabyte)
	if err == nil {
		h.checkValue(v)
	}
	return err
}

// checkValue writes a value as text and JSON and reads it again.
func (h *hunt) checkValue(v variant.Variant) {
	text, err := vartext.Lossless.Format(v, nil)
	if err == nil {
		back, err := vartext.Parse(text, allDigits)
		h.expect(err == nil && variant.Equal(v, back), "lossless text %q: %v", text, err)
	}

	data, err := jsonvar.Format(v, allDigits)
	if err == nil && !holdsNull(v) {
		back, err := jsonvar.Parse(data, allDigits)
		h.expect(err == nil && variant.Equal(v, back), "JSON %q: %v", data, err)
	}
}

// holdsNull reports whether v holds a null object, whose JSON is null like the JSON of Nil.
func holdsNull(v variant.Variant) bool {
	for _, part := range tree.Walk(v) {
		if o, ok := part.(objects.Object); ok && o.IsNull() {
			return true
		}
	}
	return false
}

func readSave(_ *hunt, input []byte) error {
	_, _, err := savefile.Decode(input, savefile.Options{Password: "a",
		Limits: savefile.Limits{MaxSize: 1 << 20}})
	return err
}

// readPacket decodes a packet and converts the value. It also makes a patch from the value to
// another value.
func readPacket(h *hunt, input []byte) error {
	c := codec.MustNew(codec.Options{FullObjects: true, Mode: codec.Mode(h.rng.IntN(3))})
	v, err := c.Decode(input)
	if err != nil {
		return err
	}

	h.checkValue(v)
	if converted, err := convert.Value(v, fit3, func(convert.Note) {}); err == nil {
		_, err := fit3.Encode(converted)
		ok := err == nil || errors.Is(err, variant.ErrUTF8) // lenient mode accepts invalid UTF-8
		h.expect(ok, "the converted value: %v", err)
	}

	other := mirrored(v)
	patch, err := tree.Diff(v, other, tree.DiffOptions{})
	if err != nil {
		h.find("Diff: %v", err)
		return nil
	}
	patched, err := patch.Apply(v)
	h.expect(err == nil && variant.Equal(patched, other), "%v after the patch: %v", patched, err)
	return nil
}

// packetCodecs are the codecs of all protocols.
func packetCodecs(t *testing.T) (all []*packet.Codec) {
	for _, p := range packet.Protocols() {
		c, err := packet.New(packet.Options{Protocol: p})
		require.NoError(t, err)
		all = append(all, c)
	}
	return all
}

// packetSeeds are packets of all protocols.
func packetSeeds(t *testing.T) (all [][]byte) {
	const sum = "0123456789abcdef0123456789abcdef"
	args := []variant.Variant{variant.String("x")}
	state := []variant.Variant{variant.Int(2)}

	for _, f := range packetCodecs(t) {
		for _, p := range []packet.Packet{
			packet.SimplifyPath{Checksum: sum, Number: 1, Path: "Main/Chat"},
			packet.SimplifyPath{Number: 2, Path: "S"},
			packet.ConfirmPath{Equal: true, Number: 1, Path: "Main/Chat"},
			packet.RPC{Node: 1, Args: args}, packet.RPC{Path: "Main/Chat", Method: 1, Args: args},
			packet.Call{Node: 1, Method: "say", Args: args},
			packet.Call{Path: "Main/Chat", Method: "say", Args: args},
			packet.Set{Node: 1, Property: "hp", Value: variant.Int(3)},
			packet.Bytes{Data: []byte("a")},
			packet.Spawn{Spawner: 2, Node: 5, Name: "foe", Synchronizers: []uint32{7},
				State: state},
			packet.Spawn{Spawner: 2, Node: 6, Name: "b", Scene: 255, Data: variant.Int(1)},
			packet.Despawn{Node: 5},
			packet.Sync{Time: 3, States: []packet.State{{ID: 7, Values: state}}},
			packet.Delta{Changes: []packet.DeltaState{{ID: 7, Bits: 1, Values: state}}},
			packet.Auth{Data: []byte{1}}, packet.AddPeer{ID: 9}, packet.DelPeer{ID: 9},
			packet.Relay{Peer: 3, Packet: []byte{3, 1}},
			packet.Relay{Peer: -2, Packet: []byte{3, 1}},
		} {
			if b, err := f.Append(nil, p); err == nil {
				all = append(all, b)
			}
		}
	}

	return all
}

// readMultiplayer decodes a packet in each protocol, and encodes the result. If the new packet is
// decoded, the result must be the same.
func readMultiplayer(h *hunt, input []byte) (err error) {
	for _, f := range packetCodecs(h.t) {
		var p packet.Packet
		p, err = f.Decode(input)
		if err != nil {
			continue
		}

		out, err := f.Append(nil, p)
		if err != nil {
			h.find("%#v can't be written: %v", p, err)
			continue
		}
		again, err := f.Decode(out)
		h.expect(err == nil && fmt.Sprintf("%#v", again) == fmt.Sprintf("%#v", p),
			"%#v was read, and then %#v: %v", p, again, err)
	}
	return err
}

// A lossyTransport is a transport that loses all packets.
type lossyTransport struct{}

func (lossyTransport) Send(int32, transport.Message) error { return nil }
func (lossyTransport) Disconnect(int32)                    {}

// newWorlds returns a world of each protocol with four peers.
func newWorlds(t *testing.T) (all []*multiplayer.World) {
	for _, f := range packetCodecs(t) {
		w := multiplayer.New(multiplayer.Options{
			Codec: f.Values(), Protocol: f.Protocol(), Sender: lossyTransport{},
			Relay: &multiplayer.RelayRules{},
		})
		say := multiplayer.Method{Name: "say", Access: multiplayer.ByAnyPeer}
		w.Node("Main/Chat").Handle(say, func(*multiplayer.Peer, string) {})
		for id := int32(2); id < 6; id++ {
			_, err := w.Connect(id)
			require.NoError(t, err)
		}
		all = append(all, w)
	}
	return all
}

// receive passes a packet to a world. From time to time it lets peers that have left the world join
// again.
func (h *hunt) receive(input []byte) error {
	w := h.worlds[h.rng.IntN(len(h.worlds))]
	_, err := w.Receive(2+h.rng.Int32N(4), transport.Message{Data: input})

	if h.rng.IntN(50) == 0 {
		_, _ = w.Poll()
	}
	if h.rng.IntN(400) == 0 {
		id := 2 + h.rng.Int32N(4)
		_, _ = w.Disconnect(id)
		_, _ = w.Connect(id)
	}
	return err
}
