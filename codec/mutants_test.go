package codec_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/internal/vectors"
	"godotvariant/internal/testkit"
)

// mutant is a damaged packet and the answer of Godot 4.6.
type mutant struct {
	Hex, Re vectors.Bytes // Re: what it encodes its value to
	OK      *bool
	Used    int // bytes that it consumed
}

// mutantCounts are the results for the 12,000 recorded mutants, each counted once.
var mutantCounts = map[string]int{
	"both refuse": 5986,
	"same":        4020,

	// The engine accepts the packet and default mode refuses it, by the kind of error.
	"refused: stray flag bits":        1842,
	"refused: invalid UTF-8":          10, // after a NUL, where the engine does not look
	"refused: impossible length":      7,  // negative counts of a string array, counts of names that wrap
	"refused: unexpected end of data": 1,  // the padding of a byte array at the very end
	"refused: unknown type ID":        1,  // an element class without a name
	"refused: wrong type of element":  1,  // the engine drops it

	// Both accept the packet and write the value differently, by the reason.
	zeroPadding: 20,
	keptID:      69,
	keptNUL:     40,
	keptClass:   2,
	keptNaN:     1,
}

// TestMutants compares default mode with the engine's answers. The engine accepts every
// packet that default mode accepts, with the same length and the same value. mutantCounts
// counts the differences.
func TestMutants(t *testing.T) {
	s := settings{dialect: codec.Godot4}
	c := s.in(codec.Default)
	counts := map[string]int{}
	vectors.Lines(t, "mutants-4.6-single.jsonl", func(line int, data []byte) {
		var m mutant
		require.NoError(t, json.Unmarshal(data, &m))
		if m.OK == nil {
			return // the first line, which names the engine
		}
		v, n, err := c.DecodeFirst(m.Hex)
		if err != nil {
			requireDecodeError(t, err, len(m.Hex))
			if *m.OK {
				counts["refused: "+kindOf(err).Error()]++
			} else {
				counts["both refuse"]++
			}
			return
		}
		require.True(t, *m.OK, "line %d: the engine refuses what is %#v here", line, v)
		require.Equal(t, m.Used, n, "line %d: %#v", line, v)
		out := testkit.Encode(t, c, v)
		if bytes.Equal(out, m.Re) {
			counts["same"]++
			return
		}
		classes, ok := s.explain(v, out, m.Re)
		require.True(t, ok, "line %d\ninput  %x\nours   %x\ntheirs %x", line, []byte(m.Hex), out, []byte(m.Re))
		counts[classes]++
	})
	total := 0
	for _, n := range counts {
		total += n
	}
	assert.Equal(t, 12_000, total)
	assert.Equal(t, mutantCounts, counts)
}
