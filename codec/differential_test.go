package codec_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"flag"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/live"
	"godotvariant/internal/test/vectors"
	"godotvariant/variant"
)

var differential = flag.Int("differential", 5000,
	"how many damaged packets TestDifferential shows to each live engine")

// fullRun is the number of packets that a full run passes to an engine.
const fullRun = 1_000_000

// These are classes of packets, by the results of default mode and of the engine. The classes of
// packets that both accept and decode to different values are in engine_test.go.
const (
	// same means that default mode and the engine write the same bytes for the value, apart from
	// the padding of names.
	same = "same"
	// bothRefuse means that default mode and the engine refuse the packet.
	bothRefuse = "both refuse"
	// onlyEngine begins the names of the classes of packets that only the engine accepts. Each of
	// these names ends with the kind of the error of default mode.
	onlyEngine = "refused: "
)

// knownCounts returns how many packets of a run are of each class, from testdata/differential.txt.
func knownCounts(t *testing.T, run string, d *variant.Dialect) counts {
	t.Helper()
	known := counts{}
	for _, row := range tableRows(t, "testdata/differential.txt") {
		if row[0] == run && row[1] == d.Name() {
			n, err := strconv.Atoi(row[2])
			require.NoError(t, err)
			known[row[3]] = n
		}
	}
	return known
}

// TestDifferential passes damaged packets to running engines. An engine must accept every packet
// that default mode accepts, read the same length, and write the same bytes for its value. The test
// counts the differences. Each difference must belong to a known class.
func TestDifferential(t *testing.T) {
	live.Each(t, func(t *testing.T, e live.Engine) {
		s := settings{Dialect: e.Dialect}
		seeds := campaignSeeds(t)[numberOf(t, e.Dialect, variant.Single, false)]
		m := mutator{rng: rand.New(rand.NewPCG(3, 2))}

		found := counts{}
		for left := *differential; left > 0; {
			packets := make([][]byte, min(left, 100_000))
			for i := range packets {
				m.mutate(s, seeds)
				packets[i] = bytes.Clone(m.packet)
			}

			left -= len(packets)
			for i, a := range answers(t, e, packets) {
				found[compare(s, t, packets[i], a)]++
			}
		}

		found.log(t)
		full := knownCounts(t, "full", e.Dialect)
		known := strings.Split(strings.Join(slices.Collect(maps.Keys(full)), and), and)
		for class := range found {
			assert.Subset(t, known, strings.Split(class, and))
		}

		if *differential == fullRun {
			assert.Equal(t, full, found)
		}

		assert.Greater(t, found[same], *differential/5, "too few packets that both take")
	})
}

// TestMutants compares default mode with recorded answers of an engine, by the rules of
// TestDifferential.
func TestMutants(t *testing.T) {
	found := counts{}
	vectors.Lines(t, "mutants-4.6-single.jsonl", func(_ int, data []byte) {
		var m struct {
			Hex, Re vectors.Bytes
			Used    int
		}
		require.NoError(t, json.Unmarshal(data, &m))
		found[compare(settings{Dialect: codec.Godot4}, t, m.Hex, answer{m.Used, m.Re})]++
	})

	assert.Equal(t, knownCounts(t, "recorded", codec.Godot4), found)
}

// An answer is the engine's result for a packet.
type answer struct {
	used    int    // length of the value, 0 if the engine refuses it
	encoded []byte // packet that the engine encodes from the value
}

// compare compares the result of default mode for a packet with theirs, the answer of the engine.
// It returns the class of the packet.
func compare(s settings, t *testing.T, packet []byte, theirs answer) string {
	c := s.In(codec.Default)
	v, used, err := c.DecodeFirst(packet)
	switch {
	case err != nil && theirs.used == 0:
		requireDecodeError(t, err, len(packet))
		return bothRefuse

	case err != nil:
		requireDecodeError(t, err, len(packet))
		return onlyEngine + kindOf(err).Error()

	case theirs.used == 0:
		t.Errorf("the engine refuses %x\n%#v", packet, v)
		return "the engine refuses"
	}

	if s.Dialect != codec.Godot3 { // Godot 3 does not return the length
		assert.Equal(t, theirs.used, used, "%x", packet)
	}

	ours, err := c.Encode(v)
	if errors.Is(err, variant.ErrDuplicateKey) {
		return keptDoubles
	}

	require.NoError(t, err)
	if bytes.Equal(ours, theirs.encoded) {
		return same
	}

	classes, ok := explain(s, v, ours, theirs.encoded)
	if !ok {
		t.Errorf("input  %x\nours   %x\ntheirs %x", packet, ours, theirs.encoded)
	}

	if classes == zeroPadding { // the engine leaves old memory in the padding
		return same
	}

	return classes
}

// answers makes an engine read the packets, and returns its answers. A script in the engine reads
// the packets from the file "in" and writes the answers to the file "out".
func answers(t *testing.T, e live.Engine, packets [][]byte) []answer {
	var in []byte
	for _, p := range packets {
		in = live.Frame(in, p)
	}

	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "in"), in, 0o600))
	e.Run(t, e.Script("testdata/differential"), dir)

	file, err := os.ReadFile(filepath.Join(dir, "out"))
	require.NoError(t, err)

	out := bytes.NewBuffer(file)
	word := func() int {
		require.GreaterOrEqual(t, out.Len(), 4, "an answer is missing")
		return int(binary.LittleEndian.Uint32(out.Next(4)))
	}

	all := make([]answer, len(packets))
	for i := range all {
		all[i].used = word()
		if all[i].used > 0 {
			all[i].encoded = out.Next(word())
		}
	}

	require.Zero(t, out.Len())
	return all
}
