package probe

import (
	"math"

	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/sliced"
	"godotvariant/codec"
	"godotvariant/codec/inspect"
	"godotvariant/variant"
)

// Options have the facts about a save that are known, and limits for reading it. With the zero
// value, everything is detected.
type Options struct {
	// Dialect is the dialect of the save, or nil to detect it. Dialects of documentation pages are
	// never detected.
	Dialect *variant.Dialect
	// Framing separates the records. If it is nil, it is detected.
	Framing *frame.Frame
	// Precision is the width of written components. If it is nil, it is detected.
	Precision *variant.Precision
	// Mode says which deviations from the format are errors.
	Mode codec.Mode
	// MaxRecord is the limit for the length of a record in bytes. 0 means 256 MiB. A file without
	// frames is one record.
	MaxRecord int64
	// MaxValues is the limit for the number of values in a record. 0 means no limit. A short record
	// can have many values.
	MaxValues int
	// RefuseObjects makes full objects an error. Otherwise they are read as data.
	RefuseObjects bool
	// Probed, if it is not nil, is called again and again while a codec tries to read a long
	// record. Its argument is the number of bytes that this codec has read so far.
	Probed sliced.Watch
}

// defaultRecord is the limit for the length of a record if Options.MaxRecord is not set. It is
// equal to the default of savefile.Limits.MaxSize.
const defaultRecord = 256 << 20

// Longest returns the limit for the length of a record.
func (o Options) Longest() int64 {
	if o.MaxRecord <= 0 {
		return defaultRecord
	}
	return min(o.MaxRecord, math.MaxInt-1)
}

// maxPacket is the limit for the length of a written packet.
const maxPacket = 1<<31 - 1

// CodecFor returns the options of the codec for a detection.
func (o Options) CodecFor(d inspect.Detection) codec.Options {
	return codec.Options{
		Dialect: d.Dialect, Precision: d.Precision, FullObjects: !o.RefuseObjects, Mode: o.Mode,
		Limits: codec.Limits{MaxSize: maxPacket, MaxFrame: maxPacket},
	}
}

// allows reports whether the options allow the dialect.
func (o Options) allows(d *variant.Dialect) bool {
	if o.Dialect != nil {
		return d == o.Dialect
	}
	return !isPage(d)
}
