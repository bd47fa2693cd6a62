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
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/internal/vectors"
	"godotvariant/internal/enginetest"
	"godotvariant/internal/testkit"
	"godotvariant/variant"
)

var differential = flag.Int("differential", 5000,
	"how many damaged packets TestDifferential shows to each live engine")

// fullRun is how many packets a full run shows to an engine.
const fullRun = 1_000_000

// The classes of packets that the engine and default mode read alike, or that only the engine
// accepts. The other classes, where both accept a packet and write the value differently, are
// those of engineReading.
const (
	same       = "same"
	bothRefuse = "both refuse"
	refused    = "refused: " // and the kind of error
)

// comparisons are the engines, and how many of their answers are of which class.
var comparisons = []struct {
	name     string
	dialect  *variant.Dialect
	find     func(testing.TB) *enginetest.Engine
	script   string
	full     map[string]int // of a full run; shorter ones find no other class
	file     string         // of recorded answers
	recorded map[string]int
}{
	{
		name: "Godot 3", dialect: codec.Godot3, find: enginetest.Godot3,
		script: "testdata/differential3.gd",
		full: map[string]int{
			bothRefuse: 374165,
			same:       455162,

			refused + "stray flag bits": 151869,
			// negative counts of a string array, counts of names that wrap
			refused + "impossible length": 1572,
			// surrogates, code points over 10FFFF, anything behind a NUL
			refused + "invalid UTF-8":          880,
			refused + "unexpected end of data": 179, // the padding of a byte array at the very end

			keptID:                      11341,
			keptNUL:                     2408,
			keptNaNKey:                  1702,
			keptAbsolute:                362,
			keptNaNKey + and + oneKey:   184,
			keptNull:                    116,
			keptAbsolute + and + oneKey: 17,
			keptID + and + keptNUL:      13,
			keptBOM:                     9,
			keptID + and + oneKey:       7,
			keptBOM + and + keptNUL:     7,
			oneKey + and + keptNUL:      3,
			keptNaNKey + and + keptNUL:  2,
			keptNaNKey + and + keptID:   1,
			keptAbsolute + and + keptID: 1,
		},
	},
	{
		name: "Godot 4", dialect: codec.Godot4, find: enginetest.Godot4,
		script: "testdata/differential4.gd",
		full: map[string]int{
			bothRefuse: 375349,
			same:       467306,

			refused + "stray flag bits":       142507,
			refused + "wrong type of element": 2520, // the engine drops it
			// negative counts of a string array, counts of names that wrap
			refused + "impossible length": 899,
			// surrogates, code points over 10FFFF, anything behind a NUL
			refused + "invalid UTF-8":          466,
			refused + "unknown type ID":        165, // an element class without a name
			refused + "unexpected end of data": 157, // the padding of a byte array at the very end

			keptID:                   6198,
			keptNUL:                  3439,
			keptClass:                509,
			keptClass + and + keptID: 210,
			keptBOM:                  106,
			keptDoubles:              90,
			keptNaN:                  55,
			keptNull:                 11,
			oneKey + and + keptNUL:   3,
			keptNaN + and + keptID:   3,
			keptID + and + keptNUL:   3,
			keptBOM + and + keptNUL:  2,
			oneKey + and + keptNull:  1,
			keptNaN + and + keptNUL:  1,
		},
		file: "mutants-4.6-single.jsonl",
		recorded: map[string]int{
			bothRefuse: 5986,
			same:       4040,

			refused + "stray flag bits":        1842,
			refused + "invalid UTF-8":          10,
			refused + "impossible length":      7,
			refused + "unexpected end of data": 1,
			refused + "unknown type ID":        2,
			refused + "wrong type of element":  1,

			keptID:    69,
			keptNUL:   40,
			keptClass: 1,
			keptNaN:   1,
		},
	},
}

// TestDifferential shows damaged packets to live engines. An engine accepts what default mode
// accepts, with the same length, and writes the same bytes for it. Differences are counted, and
// must be of a known class.
func TestDifferential(t *testing.T) {
	for _, c := range comparisons {
		t.Run(c.name, func(t *testing.T) {
			godot := c.find(t)
			s := settings{dialect: c.dialect}
			seeds := campaignSeeds(t)[numberOf(t, c.dialect, variant.Single, false)]
			m := mutator{rng: rand.New(rand.NewPCG(3, 2))}

			counts := map[string]int{}
			for left := *differential; left > 0; {
				packets := make([][]byte, min(left, 100_000))
				for i := range packets {
					m.mutate(s, seeds)
					packets[i] = bytes.Clone(m.packet)
				}

				left -= len(packets)
				for i, a := range answers(t, godot, c.script, packets) {
					counts[s.compare(t, packets[i], a)]++
				}
			}

			known := strings.Split(strings.Join(slices.Collect(maps.Keys(c.full)), and), and)
			for _, class := range slices.Sorted(maps.Keys(counts)) {
				t.Logf("%7d %s", counts[class], class)
				for part := range strings.SplitSeq(class, and) {
					assert.Contains(t, known, part)
				}
			}

			if *differential == fullRun {
				assert.Equal(t, c.full, counts)
			}

			assert.Greater(t, counts[same], *differential/5, "too few packets that both take")
		})
	}
}

// TestMutants compares default mode with recorded answers, by the same rules.
func TestMutants(t *testing.T) {
	for _, c := range comparisons {
		if c.file == "" {
			continue
		}

		counts := map[string]int{}
		vectors.Lines(t, c.file, func(line int, data []byte) {
			var m struct {
				Hex, Re vectors.Bytes
				OK      *bool
				Used    int
			}
			require.NoError(t, json.Unmarshal(data, &m))
			if m.OK != nil { // not the first line, which names the engine
				counts[settings{dialect: c.dialect}.compare(t, m.Hex, answer{m.Used, m.Re})]++
			}
		})

		assert.Equal(t, c.recorded, counts)
	}
}

// An answer is what an engine makes of a packet.
type answer struct {
	used    int    // the bytes of the value, 0 if the engine refuses it
	encoded []byte // the value again
}

// compare returns the class of a packet.
func (s settings) compare(t *testing.T, packet []byte, theirs answer) string {
	c := s.in(codec.Default)
	v, used, err := c.DecodeFirst(packet)
	switch {
	case err != nil && theirs.used == 0:
		requireDecodeError(t, err, len(packet))
		return bothRefuse

	case err != nil:
		requireDecodeError(t, err, len(packet))
		return refused + kindOf(err).Error()

	case theirs.used == 0:
		t.Errorf("the engine refuses %x\n%#v", packet, v)
		return "the engine refuses"
	}

	if s.dialect != codec.Godot3 { // which does not tell
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

	classes, ok := s.explain(v, ours, theirs.encoded)
	if !ok {
		t.Errorf("input  %x\nours   %x\ntheirs %x", packet, ours, theirs.encoded)
	}

	if classes == zeroPadding { // it depends on what else the engine did
		return same
	}

	return classes
}

// answers asks a live engine, by a script that reads the packets from the file "in" and writes the
// answers to "out".
func answers(t *testing.T, godot *enginetest.Engine, script string, packets [][]byte) []answer {
	dir := t.TempDir()
	var in []byte
	for _, p := range packets {
		in = append(in, testkit.Records(binary.LittleEndian, string(p))...)
	}

	require.NoError(t, os.WriteFile(filepath.Join(dir, "in"), in, 0o600))
	godot.Run(t, script, dir)

	out, err := os.ReadFile(filepath.Join(dir, "out"))
	require.NoError(t, err)

	word := func() (n int) {
		require.GreaterOrEqual(t, len(out), 4, "an answer is missing")
		n = int(binary.LittleEndian.Uint32(out))
		out = out[4:]
		return n
	}

	all := make([]answer, len(packets))
	for i := range all {
		all[i].used = word()
		if all[i].used > 0 {
			n := word()
			all[i].encoded = out[:n:n]
			out = out[n:]
		}
	}

	require.Empty(t, out)
	return all
}
