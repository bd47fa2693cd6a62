package document

import (
	"bytes"
	"slices"

	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/large"
	"godotvariant/cmd/internal/lookahead"
	"godotvariant/cmd/internal/probe"
	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
)

// An InPlace is a save with one record that is too long to be built. Its bytes are read and edited
// in place.
type InPlace struct {
	Format
	// Packet is the packet of the record.
	Packet *large.Packet

	plain   []byte
	start   int            // offset of the packet in plain
	others  []*codec.Codec // codecs of the other engines that fit the file equally well
	options Options
	changed bool
	window  int  // see large.NewWindow
	owned   bool // whether plain may be changed
}

// ReadInPlace reads a save for editing in place. It returns large.ErrWhole if the plain bytes are
// fewer than Options.InPlace, or if only Read can read the file.
func ReadInPlace(data []byte, o Options) (*InPlace, error) {
	return ReadInPlaceWindow(data, o, large.DefaultWindow)
}

// ReadInPlaceWindow is ReadInPlace with a limit for the number of bytes of a value that are built
// at once.
func ReadInPlaceWindow(data []byte, o Options, window int) (*InPlace, error) {
	plain, info, err := Contents(data, o)
	if err != nil {
		return nil, err
	}

	if len(plain) < o.InPlace {
		return nil, large.ErrWhole
	}

	o.MaxRecord = max(int64(len(plain)), minLayer)
	c, err := o.content(lookahead.Bytes(plain))
	if err != nil {
		return nil, err
	}

	f := &InPlace{Format: c.format, plain: plain, options: o, window: window}
	f.Container = info
	f.owned = info.Container != savefile.Plain // plain bytes without container belong to the caller
	if c.body != nil || len(c.layers) > 0 {
		return nil, large.ErrWhole
	}

	return f, f.open()
}

// spareBytes is the number of bytes by which a file may grow before it is copied.
const spareBytes = 1 << 16

// open opens the packet of the only record, and the codecs of all engines that fit.
func (f *InPlace) open() (err error) {
	f.start = int(f.At) + f.Framing.Prefix()
	packet := f.plain[f.start:]

	if f.Framing != frame.None {
		length, _ := probe.FirstPacket(f.plain[f.At:], f.Framing)
		if length != int64(len(packet)) {
			return large.ErrWhole // there are several records, or the record is incomplete
		}
	}

	for _, t := range f.Ties()[1:] {
		if frame.Of(t) != f.Framing {
			return large.ErrWhole
		}

		c, err := codec.New(f.options.CodecFor(t))
		if err != nil {
			return err
		}
		f.others = append(f.others, c)
	}

	f.Packet, err = large.NewWindow(f.codec, packet, f.window)
	if err != nil {
		return err
	}

	watch(f.Packet, f.options.Watch)
	return nil
}

// watch calls f with the number of bytes of a packet that were read so far.
func watch(p *large.Packet, f func(done, all int)) {
	if f != nil {
		p.Watch(func(done int) { f(done, p.Len()) })
	}
}

// Encode returns the bytes of a value. It returns large.ErrWhole if the other engines that fit the
// file would write other bytes.
func (f *InPlace) Encode(v variant.Variant) ([]byte, error) {
	packet, err := f.codec.Encode(v)
	if err != nil {
		return nil, err
	}

	for _, c := range f.others {
		other, err := c.Encode(v)
		if err != nil || !bytes.Equal(packet, other) {
			return nil, large.ErrWhole
		}
	}

	return packet, nil
}

// Splice replaces the bytes of the packet between two offsets with b. It sets the number of parts
// of the container around them to count.
func (f *InPlace) Splice(start, end int, b []byte, around large.Container, count int) error {
	if !f.owned {
		f.plain = append(make([]byte, 0, len(f.plain)+spareBytes), f.plain...)
		f.owned = true
	}

	large.SetCount(f.plain[f.start+around.CountAt:], count)
	f.plain = slices.Replace(f.plain, f.start+start, f.start+end, b...)

	packet := f.plain[f.start:]
	f.Framing.SetLength(f.plain[f.At:], len(packet))

	p, err := large.NewWindow(f.codec, packet, f.window)
	if err != nil {
		return err
	}

	watch(p, f.options.Watch)
	f.Packet = p
	f.changed = true

	return nil
}

// PlainBytes returns the bytes of the file without its container.
func (f *InPlace) PlainBytes() ([]byte, error) { return f.plain, nil }

// Changed reports whether the bytes differ from those that were read.
func (f *InPlace) Changed() bool { return f.changed }

// SaveOptions returns options that write the same container as that of the old file.
func (f *InPlace) SaveOptions() savefile.Options { return f.options.Save.Like(f.Container) }
