package wire

import "strings"

// MaxShared is the length in bytes up to which texts share memory in chunks of chunkSize bytes,
// which costs less than memory for each.
const (
	MaxShared = 64
	chunkSize = 512
)

// A Chunk is memory for texts to come. A text that is kept keeps its chunk.
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
