package wire

import "strings"

// Texts of up to MaxShared bytes share memory in chunks of chunkSize bytes. That costs less than an
// allocation for each text.
const (
	MaxShared = 64
	chunkSize = 512
)

// A Chunk is memory for short texts. As long as one of the texts is in use, its whole chunk stays
// in memory.
type Chunk struct{ texts strings.Builder }

// Share returns b as a string that may share its memory with other texts.
func (c *Chunk) Share(b []byte) string {
	if len(b) > MaxShared {
		return string(b)
	}

	if c.texts.Cap()-c.texts.Len() < len(b) {
		c.texts = strings.Builder{}
		c.texts.Grow(chunkSize)
	}

	start := c.texts.Len()
	c.texts.Write(b)
	return c.texts.String()[start:]
}
