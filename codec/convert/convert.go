package convert

import (
	"bufio"
	"fmt"
	"io"

	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
)

// Options say how to convert a file.
type Options struct {
	// From reads the records, and To writes them. Nil means the codec of codec.Options{}, for
	// Godot 4.
	From, To *codec.Codec
	// Framing separates the records, in both files. FrameU32, the zero value, is that of
	// store_var. With FrameNone one packet follows the other, and the file is read into memory.
	Framing codec.Framing

	// In has the options to open the old file: key or password, limits, compressions.
	In savefile.Options
	// Out has the options of the new file. If its Format is savefile.Auto, the zero value, the new
	// file is plain, compressed or encrypted as the old one is, with the key or password of In. It
	// is encrypted in the way of the engine of To. Set Format to savefile.Plain for a plain file.
	Out savefile.Options

	// Report is called with each change, see codec.Codec.Convert. Records count from 0.
	Report func(record int, n codec.Note)
}

// Info says what was converted.
type Info struct {
	Old     savefile.Info   // the old container
	Format  savefile.Format // of the new one
	Records int
	Changes int // calls of Report
}

// File converts the save file at src to a new one at dst, which may be the same path. It replaces a
// file at dst atomically, and leaves it alone after an error.
//
// Errors are those of package savefile and of the decoder, Convert and the encoder of
// package codec. Those of a record say which one it is, and where it begins in the plain
// bytes.
func File(dst, src string, o Options) (info Info, err error) {
	r, err := savefile.Open(src, o.In)
	if err != nil {
		return info, err
	}
	defer r.Close()
	w, err := savefile.Create(dst, o.container(r.Info()))
	if err != nil {
		return info, err
	}
	defer w.Abort() // does nothing after Close
	info, err = o.records(w, r)
	if err != nil {
		return info, fmt.Errorf("%s: %w", src, err)
	}

	if err := r.Close(); err != nil { // Windows replaces no open file
		return info, err
	}

	return info, w.Close()
}

// Stream is [File] for a reader and a writer. After an error w has part of a file.
func Stream(w io.Writer, r io.Reader, o Options) (info Info, err error) {
	in, err := savefile.NewReader(r, o.In)
	if err != nil {
		return info, err
	}

	out, err := savefile.NewWriter(w, o.container(in.Info()))
	if err != nil {
		return info, err
	}

	info, err = o.records(out, in)
	if err != nil {
		return info, err
	}

	return info, out.Close()
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

// records converts all records of r.
func (o Options) records(w io.Writer, r *savefile.Reader) (Info, error) {
	info := Info{Old: r.Info(), Format: o.container(r.Info()).Format}
	note := func(n codec.Note) {
		info.Changes++
		if o.Report != nil {
			o.Report(info.Records, n)
		}
	}

	buffered := bufio.NewWriter(w)
	out := o.To.NewEncoder(buffered, o.Framing)
	var in source = o.From.NewDecoder(bufio.NewReader(r), o.Framing)

	if o.Framing == codec.FrameNone {
		data, err := io.ReadAll(r)
		if err != nil {
			return info, err
		}
		in = &packets{codec: o.From, data: data}
	}

	for {
		v, err := in.Decode()
		if err == io.EOF {
			return info, buffered.Flush()
		}

		if err == nil {
			v, err = o.To.Convert(v, note)
		}
		if err == nil {
			err = out.Encode(v)
		}

		if err != nil {
			return info, fmt.Errorf("record %d, which begins at %d: %w", info.Records,
				in.InputOffset(), err)
		}

		info.Records++
	}
}

// A source reads the records of a file.
type source interface {
	Decode() (variant.Variant, error) // io.EOF after the last
	InputOffset() int64               // of the record that was read last
}

// packets are the records of a file without frames.
type packets struct {
	codec       *codec.Codec
	data        []byte
	start, next int
}

func (p *packets) InputOffset() int64 { return int64(p.start) }

func (p *packets) Decode() (variant.Variant, error) {
	p.start = p.next
	if p.start == len(p.data) {
		return nil, io.EOF
	}

	v, n, err := p.codec.DecodeFirst(p.data[p.start:])
	p.next += n
	return v, err
}
