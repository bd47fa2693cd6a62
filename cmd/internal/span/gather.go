package span

import (
	"math"

	"godotvariant/cmd/internal/frame"
	"godotvariant/codec"
)

// A Gatherer makes a File of packets that a program reads one after another. If the program skips a
// packet, the File has a record without bytes.
type Gatherer struct {
	file     File
	distinct Distinct
}

// NewGatherer returns a Gatherer of packets that the codec c reads. If a packet has more bytes than
// the argument window, the File of the Gatherer builds only values of at most so many bytes.
func NewGatherer(c *codec.Codec, window int) *Gatherer {
	return &Gatherer{file: File{frame: frame.None, codec: c, window: window}}
}

// Add adds a packet as the next record. The error is ErrWhole as for [Open].
func (g *Gatherer) Add(packet []byte) error {
	if !g.distinct.In(packet, g.file.codec) || len(g.file.plain)+len(packet) > math.MaxInt32 {
		return ErrWhole
	}

	g.Leave()
	g.Fill(len(g.file.records)-1, packet)
	return nil
}

// Leave adds a record without bytes.
func (g *Gatherer) Leave() { g.file.records = append(g.file.records, Span{}) }

// Has reports whether record number i has bytes.
func (g *Gatherer) Has(i int) bool { return g.file.records[i].Len() > 0 }

// Fill sets the packet of record number i. The packet must be one that [Open] accepts.
func (g *Gatherer) Fill(i int, packet []byte) {
	start := len(g.file.plain)
	g.file.plain = append(g.file.plain, packet...)
	g.file.records[i] = Span{int32(start), int32(len(g.file.plain))}
}

// File returns the File of all packets. Its bytes are these packets without frames.
func (g *Gatherer) File() *File {
	g.file.single = len(g.file.records) == 1
	return &g.file
}
