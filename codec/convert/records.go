package convert

import (
	"bufio"
	"fmt"
	"io"

	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
)

// convertRecords converts all records of r.
func convertRecords(w io.Writer, r *savefile.Reader, o Options) (Info, error) {
	info := Info{Old: r.Info(), Container: o.container(r.Info()).Container}
	note := func(n Note) {
		info.Changes++
		if o.Report != nil {
			o.Report(info.Records, n)
		}
	}

	if _, err := io.CopyN(w, r, o.At); err != nil {
		return info, fmt.Errorf("the bytes before the first record: %w", err)
	}

	buffered := bufio.NewWriter(w)
	var in recordReader = o.From.NewDecoder(bufio.NewReader(r), o.Framing)
	var out recordWriter = o.To.NewEncoder(buffered, o.Framing)

	if o.Unframed {
		data, err := io.ReadAll(r)
		if err != nil {
			return info, err
		}
		in = &packetReader{codec: o.From, data: data}
		out = &packetWriter{codec: o.To, w: buffered}
	}

	for {
		v, err := in.Decode()
		if err == io.EOF {
			return info, buffered.Flush()
		}

		if err == nil && o.Inspect != nil {
			o.Inspect(info.Records, v)
		}
		if err == nil {
			v, err = Value(v, o.To, note)
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

// A recordReader reads the records of a file.
type recordReader interface {
	Decode() (variant.Variant, error) // returns io.EOF after the last record
	InputOffset() int64               // the offset of the last record that was read
}

// A recordWriter writes the records of a file.
type recordWriter interface{ Encode(v variant.Variant) error }

// A packetReader reads packets that follow each other without frames.
type packetReader struct {
	codec       *codec.Codec
	data        []byte
	start, next int
}

func (p *packetReader) InputOffset() int64 { return int64(p.start) }

func (p *packetReader) Decode() (variant.Variant, error) {
	p.start = p.next
	if p.start == len(p.data) {
		return nil, io.EOF
	}

	v, n, err := p.codec.DecodeFirst(p.data[p.start:])
	p.next += n
	return v, err
}

// A packetWriter writes packets that follow each other without frames.
type packetWriter struct {
	codec *codec.Codec
	w     io.Writer
	buf   []byte
}

func (p *packetWriter) Encode(v variant.Variant) error {
	packet, err := p.codec.Append(p.buf[:0], v)
	if err != nil {
		return err
	}

	p.buf = packet
	_, err = p.w.Write(packet)
	return err
}
