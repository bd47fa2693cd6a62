package convert

import (
	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
)

// Options say how to convert a file.
type Options struct {
	// From reads the records, and To writes them. Nil means the codec of codec.Options{}, for
	// Godot 4.
	From, To *codec.Codec
	// Framing separates the records, in both files. FrameU32, the zero value, is the framing of
	// store_var. With FrameNone one packet follows the other, and the file is read into memory.
	Framing codec.Framing

	// In has the options to open the old file: key or password, limits, compressions.
	In savefile.Options
	// Out has the options of the new file. If its Format is savefile.Auto, the zero value, the new
	// file is plain, compressed or encrypted as the old one is, with the key or password of In. Its
	// encryption is the encryption of To's engine. Set Format to savefile.Plain for a plain file.
	Out savefile.Options

	// Report is called with each change, see codec.Codec.Convert. Records count from 0.
	Report func(record int, n codec.Note)
	// Inspect is called with the value of each record before it is converted.
	Inspect func(record int, v variant.Variant)
}

// Info says what was converted.
type Info struct {
	Old     savefile.Info   // the old container
	Format  savefile.Format // of the new one
	Records int
	Changes int // calls of Report
}

// container returns the options of the new file.
func (o Options) container(old savefile.Info) savefile.Options {
	if o.Out.Format != savefile.Auto {
		return o.Out
	}

	out := o.In.Like(old)
	if out.Format.Encrypted() {
		out.Format = savefile.Encrypted3
		out.BigEndian = false
		if o.To.Dialect().EncryptedCFB {
			out.Format = savefile.Encrypted4
		}
	}

	return out
}
