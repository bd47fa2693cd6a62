package codec_test

import (
	"bytes"
	"encoding/binary"
	"flag"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/internal/vectors"
	"godotvariant/examples/engine"
	"godotvariant/internal/testkit"
)

var differential = flag.Int("differential", 3000, "how many damaged packets TestDifferential shows to a live Godot 3")

// fullRun is how many packets a full run shows. godot3Counts is the result with Godot
// 3.2.3: the first two classes agree, default mode alone refuses the next, and both accept
// and write differently the rest. Shorter runs must find no other classes.
const fullRun = 200_000

var godot3Counts = map[string]int{
	"same":        78759 + paddingCount,
	"both refuse": 83833,

	"refused: stray flag bits":        27839,
	"refused: invalid UTF-8":          640, // surrogates, code points over 10FFFF, anything behind a NUL
	"refused: impossible length":      156, // negative counts of a string array, counts of names that wrap
	"refused: unexpected end of data": 52,  // the padding of a byte array at the very end

	keptID:                                 4356,
	keptNUL:                                1135,
	keptBOM:                                7,
	keptNull:                               9,
	keptAbsolute:                           59,
	keptNaNKey:                             18,
	oneKey:                                 10,
	keptBOM + and + keptNUL:                23,
	keptID + and + keptNUL:                 15,
	oneKey + and + keptNUL:                 3,
	keptID + and + oneKey:                  4,
	keptAbsolute + and + keptID:            3,
	keptBOM + and + keptID + and + keptNUL: 2,
}

// paddingCount is how many of the same differ only in the padding of node paths, which the
// engine leaves as it was in memory.
const paddingCount = 3077

// TestDifferential shows damaged packets to a live Godot 3. The engine accepts what
// default mode accepts, and writes the same bytes for it. Differences are counted, and
// must be of a known class.
func TestDifferential(t *testing.T) {
	godot := engine.Godot3(t)
	s := settings{dialect: codec.Godot3}
	mutants := newMutator(t, "godot-3.2-single.jsonl")
	counts := map[string]int{}
	for left := *differential; left > 0; {
		packets := make([][]byte, min(left, 5000))
		for i := range packets {
			packets[i] = mutants.next()
		}
		left -= len(packets)
		answers := askGodot3(t, godot, packets)
		for i, packet := range packets {
			counts[compareAnswer(t, s, packet, answers[i])]++
		}
	}
	for _, class := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%7d %s", counts[class], class)
		assert.Contains(t, godot3Counts, class)
	}
	if *differential == fullRun {
		assert.Equal(t, godot3Counts, counts)
	}
	assert.Greater(t, counts["same"], *differential/5, "too few packets that both take")
}

// compareAnswer returns the class of one packet. A nil answer means that the engine
// refuses it.
func compareAnswer(t *testing.T, s settings, packet, answer []byte) string {
	c := s.in(codec.Default)
	v, _, err := c.DecodeFirst(packet)
	switch {
	case err != nil && answer == nil:
		return "both refuse"
	case err != nil:
		return "refused: " + kindOf(err).Error()
	}
	out := testkit.Encode(t, c, v)
	if bytes.Equal(out, answer) {
		return "same"
	}
	if answer == nil {
		t.Errorf("the engine refuses % x\n%#v", packet, v)
		return "the engine refuses"
	}
	classes, ok := s.explain(v, out, answer)
	if !ok {
		t.Errorf("input  % x\nours   % x\ntheirs % x", packet, out, answer)
	}
	if classes == zeroPadding {
		return "same"
	}
	return classes
}

// askGodot3 returns what the engine encodes for the value of each packet, nil where it
// refuses the packet.
func askGodot3(t *testing.T, godot *engine.Engine, packets [][]byte) [][]byte {
	dir := t.TempDir()
	var in []byte
	for _, p := range packets {
		in = append(in, records(binary.LittleEndian, string(p))...)
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "in"), in, 0o600))
	godot.Run(t, "testdata/differential.gd", dir)

	out, err := os.ReadFile(filepath.Join(dir, "out"))
	require.NoError(t, err)
	answers := make([][]byte, len(packets))
	for i := range answers {
		require.GreaterOrEqual(t, len(out), 4, "answer %d of %d is missing", i, len(packets))
		n := binary.LittleEndian.Uint32(out)
		if out = out[4:]; n != 0xFFFFFFFF {
			answers[i], out = out[:n:n], out[n:]
		}
	}
	require.Empty(t, out)
	return answers
}

// A mutator damages packets, in the same way in every run.
type mutator struct {
	random  *rand.Rand
	packets [][]byte
}

func newMutator(t *testing.T, file string) *mutator {
	m := &mutator{random: rand.New(rand.NewPCG(3, 2))}
	for _, v := range vectors.Load(t, file) {
		if len(v.Hex) <= 4096 {
			m.packets = append(m.packets, v.Hex)
		}
	}
	return m
}

func (m *mutator) any() []byte { return m.packets[m.random.IntN(len(m.packets))] }

// edges are words with an effect as a count, length, flag or number.
var edges = []uint32{
	0, 1, 2, 3, 4, 5, 8, 17, 18, 19, 0x7F, 0xFF, 0x100, 0x10000, 0x10011, 0x20000, 0x7FFFFFFF, 0x80000000, 0x80000001,
	0xFFFFFFFF, 0x40000000, 0x7F800000, 0x7FC00000, 0x7F800001, 0xBFBBEF, 0x61, 0x80,
}

func (m *mutator) next() []byte {
	b := bytes.Clone(m.any())
	for range 1 + m.random.IntN(3) {
		b = m.damage(b)
	}
	return b
}

func (m *mutator) damage(b []byte) []byte {
	if len(b) < 4 {
		return append(b, m.any()...)
	}
	at := m.random.IntN(len(b))
	word := at &^ 3
	edge := edges[m.random.IntN(len(edges))]
	switch m.random.IntN(9) {
	case 0:
		b[at] ^= 1 << m.random.IntN(8)
	case 1:
		b[at] = byte(m.random.Uint32())
	case 2, 3:
		if word+4 <= len(b) {
			binary.LittleEndian.PutUint32(b[word:], edge)
		}
	case 4:
		b = b[:at]
	case 5: // the beginning of one, the end of another
		other := m.any()
		b = append(b[:word:word], other[m.random.IntN(len(other)+1)&^3:]...)
	case 6: // a word more
		b = slices.Insert(b, word, binary.LittleEndian.AppendUint32(nil, edge)...)
	case 7: // an item of an array
		b = append([]byte{19, 0, 0, 0, 1, 0, 0, 0}, b...)
	case 8: // a key, and the value of the same key again
		head := []byte{18, 0, 0, 0, 2, 0, 0, 0}
		b = slices.Concat(head, b, m.any(), b, m.any())
	}
	return b
}
