package wire

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestKeyTable compares nested scopes of every size with a plain search.
func TestKeyTable(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var table KeyTable

	var fill func(level int)
	fill = func(level int) {
		n := random.IntN(60)
		s := table.Open(n)

		var hashes []uint64
		for i := range n {
			h := random.Uint64N(40) // many of the hashes are equal
			same := func(i int) bool { return true }

			got := table.Find(s, h, same)
			if slices.Contains(hashes, h) {
				require.True(t, got >= 0 && hashes[got] == h, "level %d, key %d", level, i)
			} else {
				require.Equal(t, -1, got)
			}

			require.Equal(t, -1, table.Find(s, h, func(int) bool { return false }))
			hashes = append(hashes, h)
			table.Add(s, h, i)

			if level < 4 && random.IntN(10) == 0 {
				fill(level + 1)
			}
		}

		for i, h := range hashes {
			require.Equal(t, i, table.Find(s, h, func(j int) bool {
				return j == i
			}), "level %d", level)
		}

		table.Close(s)
	}

	for range 50 {
		fill(0)
		require.Empty(t, table.hashes)
		require.Empty(t, table.slots)
	}
}

// TestKeyTableForgets makes one huge scope. Its memory must be freed.
func TestKeyTableForgets(t *testing.T) {
	var table KeyTable
	s := table.Open(1 << 16)
	for i := range 1 << 16 {
		table.Add(s, uint64(i), i)
	}

	table.Close(s)
	table.reset()
	assert.Zero(t, cap(table.slots)+cap(table.hashes)+cap(table.offsets))
	s = table.Open(20)
	table.Add(s, 1, 1)
	table.reset()
	assert.NotZero(t, cap(table.slots))
	assert.Empty(t, table.hashes)
}
