package wire

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/forms"
	"godotvariant/variant/dialect"
)

// TestASCII: ascii writes the bytes of the format, and changes no other bytes. It refuses a text
// with a byte that is not ASCII, wherever this byte is. It also refuses a buffer that is one byte
// too short.
func TestASCII(t *testing.T) {
	const head = 0xfedcba98
	f := forms.NewKeyed(dialect.KeysByContent)

	for size := range maxASCII + 2 {
		for nul := range 2 {
			for _, back := range []int{0, 4} {
				text := strings.Repeat("abcdefg", 10)[:size]
				n := size + nul

				want := binary.LittleEndian.AppendUint32(nil, head)
				want = binary.LittleEndian.AppendUint32(want, uint32(n))
				want = append(want, text...)
				want = append(want, make([]byte, nul+Padding(n))...)

				write := func(s string, room int) (bool, []byte) {
					memory := []byte(strings.Repeat("\xaa", 120))
					w := NewWriter(f, memory[:8+back:8+len(want)+room])
					return w.ascii(back, head, s, n), append(w.buf, memory[len(w.buf):]...)
				}

				fits, got := write(text, 0)
				require.Equal(t, size <= maxASCII, fits, "%d bytes", size)
				if !fits {
					continue
				}

				assert.Equal(t, want, got[8:8+len(want)], "%d bytes", size)
				outside := string(got[:8]) + string(got[8+len(want):])
				assert.Equal(t, strings.Repeat("\xaa", len(outside)), outside, "%d bytes", size)

				fits, _ = write(text, -1)
				assert.False(t, fits, "%d bytes do not fit", size)

				for i := range size {
					fits, _ = write(text[:i]+"\x80"+text[i+1:], 0)
					assert.False(t, fits, "byte %d of %d", i, size)
				}
			}
		}
	}
}

// TestPutWords: ShortText returns the bytes of a text, and PutWords writes a packet with them.
// PutWords changes no byte after the 16 bytes that it stores. It writes nothing if the buffer or
// the limit has fewer than 16 bytes left.
func TestPutWords(t *testing.T) {
	const head = 0x0123456789abcdef
	f := forms.NewKeyed(dialect.KeysByContent)

	for n := 2; n <= 8; n++ {
		s := "\xff\x01abcdef"[:n]
		memory := []byte(strings.Repeat("\xaa", 40))
		size := 8 + n + Padding(n)

		w := NewWriter(f, memory[:8:24])
		require.True(t, w.PutWords(head, ShortText(s), size))

		want := binary.LittleEndian.AppendUint64(memory[:8:8], head)
		want = append(want, s...)
		want = append(want, make([]byte, Padding(n))...)
		assert.Equal(t, want, w.buf, "%q", s)
		assert.Equal(t, strings.Repeat("\xaa", 16), string(memory[24:]), "%q", s)

		w = NewWriter(f, memory[:8:23])
		assert.False(t, w.PutWords(head, ShortText(s), size), "the capacity is too small")
		assert.Len(t, w.buf, 8)

		w = NewWriter(f, memory[:8:24])
		w.limit = 23
		assert.False(t, w.PutWords(head, ShortText(s), size), "the limit is too small")
		assert.Len(t, w.buf, 8)
	}
}
