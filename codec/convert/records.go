package convert

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
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

	out := bufio.NewWriterSize(w, written)
	c := recordConverter{
		Options: o, record: &info.Records, packets: newPacketConverter(o.From, o.To, note),
	}

	if o.Unframed {
		return info, c.unframed(out, r)
	}
	return info, c.framed(out, r)
}

// written is the size in bytes of the buffer for the new file.
const written = 64 << 10

// A recordConverter converts the records of a file.
type recordConverter struct {
	Options
	record  *int // number of the record, from 0
	packets *packetConverter
}

// framed converts packets that have their lengths before them.
func (c *recordConverter) framed(out *bufio.Writer, r io.Reader) error {
	in := c.From.NewDecoder(bufio.NewReader(r), c.Framing)
	var s codec.Scanner

	for {
		err := in.Scan(&s)
		if err == io.EOF {
			return out.Flush()
		}
		if err == nil {
			err = framed(c.frame(out, in.Packet()))
		}
		if err != nil {
			return c.failed(in.InputOffset(), err)
		}

		*c.record++
	}
}

// frame converts the packet of one frame, and writes the new frame.
func (c *recordConverter) frame(out *bufio.Writer, packet []byte) error {
	old, size, err := c.packets.measure(packet)
	if err != nil || old < len(packet) { // fault also finds bytes after the value
		err = cmp.Or(c.fault(packet), err)
	}

	if err != nil {
		return err
	}

	if most := c.To.Limits().MaxFrame; size > most {
		return &variant.Error{Op: variant.OpEncode, Offset: -framePrefix,
			Err: variant.Because(variant.ErrLimit,
				fmt.Sprintf("the packet has %d bytes, Limits.MaxFrame is %d", size, most))}
	}

	var order binary.AppendByteOrder = binary.LittleEndian
	if c.Framing == codec.FrameU32BE {
		order = binary.BigEndian
	}
	_, _ = out.Write(order.AppendUint32(nil, uint32(size))) // the bufio.Writer stores the error

	return c.write(out, packet)
}

// fault decodes a packet and converts the whole value, to get an error with an offset and a path.
// It is called for packets with an error.
func (c *recordConverter) fault(packet []byte) error {
	v, err := c.From.Decode(packet)
	if err != nil {
		return err
	}
	return c.faultOf(v)
}

// faultOfFirst is like fault, but other bytes may follow the packet at the start of b.
func (c *recordConverter) faultOfFirst(b []byte) error {
	v, _, err := c.From.DecodeFirst(b)
	if err != nil {
		return err
	}
	return c.faultOf(v)
}

// faultOf returns the error of converting and encoding v.
func (c *recordConverter) faultOf(v variant.Variant) error {
	converted, err := Value(v, c.To, nil)
	if err == nil {
		_, err = c.To.Size(converted)
	}
	return err
}

// framePrefix is the number of bytes in front of the packet in a frame. These bytes are the length
// of the packet.
const framePrefix = 4

// framed makes the offset of err count from the start of the frame. An error with Op convert has no
// offset and stays unchanged.
func framed(err error) error {
	var e *variant.Error
	if errors.As(err, &e) && e.Op != variant.OpConvert {
		e.Offset += framePrefix
	}
	return err
}

// unframed converts packets that follow each other without lengths.
func (c *recordConverter) unframed(out *bufio.Writer, r io.Reader) error {
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}

	for at := 0; at < len(data); {
		old, _, err := c.packets.measure(data[at:])
		if err != nil {
			err = cmp.Or(c.faultOfFirst(data[at:]), err)
		}

		if err == nil {
			err = c.write(out, data[at:at+old])
		}
		if err != nil {
			return c.failed(int64(at), err)
		}

		at += old
		*c.record++
	}

	return out.Flush()
}

// write calls Inspect with the old packet, and writes the converted packet.
func (c *recordConverter) write(out *bufio.Writer, packet []byte) error {
	if c.Inspect != nil {
		c.Inspect(*c.record, codec.NewScanner(packet, c.From))
	}
	return c.packets.write(out)
}

// failed adds the number and the offset of the record to an error.
func (c *recordConverter) failed(offset int64, err error) error {
	return fmt.Errorf("record %d, which begins at %d: %w", *c.record, offset, err)
}
