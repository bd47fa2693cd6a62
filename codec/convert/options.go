package convert

import (
	"godotvariant/codec"
	"godotvariant/codec/savefile"
)

// Options select how a file is converted.
type Options struct {
	// From reads the records, and To writes them. Nil selects the codec of codec.Options{}, which
	// is a codec for Godot 4.
	From, To *codec.Codec
	// Framing separates the records in both files. The zero value, FrameU32, is the framing of
	// store_var.
	Framing codec.Framing
	// Unframed is true if the packets follow each other without lengths. Then the whole old file is
	// read into memory.
	Unframed bool
	// At is the offset of the first record in the plain bytes. The bytes before it, such as a magic
	// and a version that the game writes, are copied.
	At int64

	// In has the options to open the old file: key or password, limits and compressions.
	In savefile.Options
	// Out has the options of the new file. If Out.Container is savefile.Auto, the zero value, the
	// new file is plain, compressed or encrypted like the old file, with the key or password of In.
	// The kind of encryption depends on the engine of To, see [Encryption]. Set Out.Container to
	// savefile.Plain for a plain file.
	Out savefile.Options

	// Report is called for each change. The comment of [Value] lists the kinds of changes. The
	// first record has number 0.
	Report func(record int, n Note)
	// Inspect is called for each record before the record is converted, with a Scanner at the
	// beginning of its packet. The packet has no errors. The Scanner is valid until Inspect
	// returns.
	Inspect func(record int, s *codec.Scanner)
}

// Info describes a conversion.
type Info struct {
	Old       savefile.Info      // the old container
	Container savefile.Container // format of the new container
	Records   int
	Changes   int // calls of Report
}

// container returns Out, or the options for a new file like the old one, if Out does not name a
// container.
func (o Options) container(old savefile.Info) savefile.Options {
	if o.Out.Container != savefile.Auto {
		return o.Out
	}

	out := o.In.Like(old)
	if out.Container.Encrypted() {
		out.Container = Encryption(o.To.Dialect())
		out.BigEndian = false
	}

	return out
}
