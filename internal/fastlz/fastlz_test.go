package fastlz_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/fastlz"
)

const (
	maxRun = 32   // greatest number of literals in one instruction
	block  = 4096 // usual length of a block in a compressed file
)

// content returns n bytes with some repetition.
func content(n int) []byte {
	words := []string{"hp", "player", "inventory", "x", "position"}
	random := rand.New(rand.NewPCG(5, 6))

	var b []byte
	for len(b) < n {
		b = append(b, words[random.IntN(len(words))]...)
		b = append(b, byte(random.IntN(4)))
	}

	return b[:n]
}

// noise returns n random bytes.
func noise(seed uint64, n int) []byte {
	random := rand.New(rand.NewPCG(seed, seed+1))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(random.Uint32())
	}
	return b
}

// FuzzStream decompresses data. It also compresses the data and the decompressed bytes. Each result
// must decompress to the bytes that were compressed.
func FuzzStream(f *testing.F) {
	f.Add([]byte("\x01\x00\x00\xe0\x02\x01\x02\x00\x00\x00"))
	f.Add([]byte("\x02abc\xc0\x02\x00d\xe0\xff\x00"))
	f.Add(content(700))

	f.Fuzz(func(t *testing.T, data []byte) {
		room := make([]byte, 3, 5000)
		got, err := fastlz.Decompress(room, data, cap(room)-len(room))
		require.LessOrEqual(t, len(got), cap(room))
		require.Equal(t, cap(room), cap(got), "never grown")
		if err == nil && len(got) >= 3+fastlz.MinInput {
			roundTrip(t, got[3:])
		}
		if len(data) >= fastlz.MinInput && len(data) < 1<<16 {
			roundTrip(t, data)
		}
	})
}

// TestInstructions decompresses streams with each kind of instruction, and streams that end inside
// an instruction.
func TestInstructions(t *testing.T) {
	for _, c := range []struct {
		name, stream, want string
		room               int
		err                error
	}{
		{"nothing", "", "", 0, nil},
		{"literals", "\x02abc", "abc", 3, nil},
		{"two runs", "\x00a\x01bc", "abc", 3, nil},
		{"short match", "\x02abc\x20\x02", "abcabc", 6, nil},
		{"longest short match", "\x02abc\xc0\x02", "abcabcabcab", 11, nil},
		{"long match", "\x00a\xe0\x00\x00", "aaaaaaaaaa", 10, nil},
		{"longest match", "\x00a\xe0\xff\x00", string(bytes.Repeat([]byte("a"), 265)), 265, nil},
		{"match that overlaps itself", "\x01ab\x60\x01", "abababa", 7, nil},
		{"level 2", "\x20a", "a", 9, nil},
		{"level 2, long match", "\x20a\xe0\xff\x01\x00", "a" + strings.Repeat("a", 265), 999, nil},
		{"level 2, far distance", "\x20a\x3f\xff\x00\x01", "", 9, fastlz.ErrDistance},
		{"level 2, no far distance", "\x20a\x3f\xff\x00", "", 9, fastlz.ErrStream},
		{"level 3", "\x40a", "", 9, fastlz.ErrLevel},
		{"level 8", "\xe0a", "", 9, fastlz.ErrLevel},
		{"no literals", "\x00", "", 9, fastlz.ErrStream},
		{"literals cut", "\x03abc", "", 9, fastlz.ErrStream},
		{"match without distance", "\x00a\x20", "", 9, fastlz.ErrStream},
		{"match without length", "\x00a\xe0", "", 9, fastlz.ErrStream},
		{"long match without distance", "\x00a\xe0\x00", "", 99, fastlz.ErrStream},
		{"distance", "\x00a\x20\x01", "", 9, fastlz.ErrDistance},
		{"far distance", "\x00a\x3f\xff", "", 9, fastlz.ErrDistance},
		{"literals without room", "\x02abc", "", 2, fastlz.ErrRoom},
		{"match without room", "\x02abc\x20\x02", "", 5, fastlz.ErrRoom},
	} {
		got, err := fastlz.Decompress(nil, []byte(c.stream), c.room)
		assert.ErrorIs(t, err, c.err, c.name)

		if c.err == nil {
			assert.Equal(t, c.want, string(got), c.name)
		}
	}
}

// TestAppendsToItsBuffer: the buffer may already have data. Matches refer only to the output of the
// same block.
func TestAppendsToItsBuffer(t *testing.T) {
	dst := append(make([]byte, 0, 20), "xyz"...)
	got, err := fastlz.Decompress(dst, []byte("\x00a\x20\x00"), 17)
	require.NoError(t, err)
	assert.Equal(t, "xyzaaaa", string(got))
	_, err = fastlz.Decompress(dst, []byte("\x00a\x20\x01"), 17)
	assert.ErrorIs(t, err, fastlz.ErrDistance)
	packed := fastlz.Compress([]byte("xyz"), content(100))
	assert.Equal(t, "xyz", string(packed[:3]))
	assert.Equal(t, fastlz.Compress(nil, content(100)), packed[3:])
}

// TestSavesSpace: repeated bytes become shorter. Noise becomes longer by at most one byte for each
// maxRun bytes.
func TestSavesSpace(t *testing.T) {
	for _, c := range []struct {
		name  string
		plain []byte
		most  int
	}{
		{"zeros", make([]byte, block), 60},
		{"a period of 263", bytes.Repeat(noise(1, 263), 15), 350},
		{"noise", noise(1, block), block + block/maxRun + 1},
	} {
		assert.LessOrEqual(t, len(fastlz.Compress(nil, c.plain)), c.most, c.name)
		roundTrip(t, c.plain)
	}
}

// TestEveryLength tries every length, and distances that a match can't encode.
func TestEveryLength(t *testing.T) {
	for n := fastlz.MinInput; n < 700; n++ {
		roundTrip(t, make([]byte, n))
		roundTrip(t, content(n + 300)[300:])
	}

	far := noise(3, 60000)
	for _, distance := range []int{8190, 8191, 8192, 8193, 20000} {
		copy(far[30000:30100], far[30000-distance:])
		roundTrip(t, far)
	}
}

// TestFarMatch: the compressor finds a match at the greatest distance that it may write, and no
// match at a greater distance.
func TestFarMatch(t *testing.T) {
	const window, match = 8191, 100
	length := func(distance int) int {
		far := noise(3, 20_000)
		copy(far[10_000:10_000+match], far[10_000-distance:])
		return len(fastlz.Compress(nil, far))
	}

	assert.Less(t, length(window), length(window+1)-match+10)
	assert.InDelta(t, length(window-1), length(window), 2)
}

func roundTrip(t *testing.T, plain []byte) {
	t.Helper()
	packed := fastlz.Compress(nil, plain)
	require.LessOrEqual(t, len(packed), len(plain)+len(plain)/maxRun+1)
	got, err := fastlz.Decompress(nil, packed, len(plain))
	require.NoError(t, err)
	require.True(t, bytes.Equal(plain, got), "%d bytes", len(plain))
}
