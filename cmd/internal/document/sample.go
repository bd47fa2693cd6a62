package document

import (
	"slices"

	"godotvariant/cmd/internal/large"
	"godotvariant/codec"
	"godotvariant/codec/inspect"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// sampleSize is the number of bytes of a long record that are used to detect its dialect.
const sampleSize = 256 << 10

// ofSample returns the ways to read a file whose first record is longer than head. It detects them
// in a sample of the record, and returns those that can read the whole record.
func (o Options) ofSample(in *input, head []byte) []inspect.Detection {
	known := map[string][]inspect.Detection{}
	var found []attempt

	for f := range frameNames {
		framing := Frame(f)
		length, long := firstPacket(head, framing)
		if !long || length > o.maxRecord() || o.Framing != nil && *o.Framing != framing {
			continue
		}

		for _, d := range codec.Dialects() {
			if !o.allows(d) {
				continue
			}

			for _, a := range o.sampled(d, head[prefixOf(framing):], known) {
				found = append(found, attempt{Detection: withFrame(a, framing)})
			}
		}
	}

	found = slices.DeleteFunc(found, func(a attempt) bool { return !o.reads(in, a.Detection) })
	return o.fitting(ranked(found))
}

// firstPacket returns the length of the first packet, if the framing has it, and whether the packet
// is longer than head.
func firstPacket(head []byte, f Frame) (length int64, long bool) {
	if f == FrameNone {
		return 0, true
	}

	length = int64(order(f).Uint32(head))
	return length, length > int64(len(head)-framePrefix)
}

// reads reports whether the first packet is valid.
func (o Options) reads(in *input, d inspect.Detection) bool {
	c, err := codec.New(o.codecOptions(d))
	if err != nil {
		return false
	}

	length, _ := firstPacket(in.head, FrameOf(d))
	end := int64(prefixOf(FrameOf(d))) + length
	if !d.Framed {
		end = o.maxRecord() + 1
	}

	packet := in.peek(int(end))
	if d.Framed && int64(len(packet)) < end {
		return false
	}

	return c.Valid(packet[prefixOf(FrameOf(d)):]) == nil
}

// sampled returns the detections of a dialect in a sample of the packet that begins with head.
// known caches the detections by sample.
func (o Options) sampled(
	d *variant.Dialect, head []byte, known map[string][]inspect.Detection,
) (found []inspect.Detection) {
	c, err := codec.New(o.codecOptions(inspect.Detection{Dialect: d}))
	if err != nil {
		return nil
	}

	sample, ok := large.Sample(c, head[:min(len(head), sampleSize)])
	if !ok {
		return nil
	}

	all, seen := known[string(sample)]
	if !seen {
		framed := AppendLength(nil, FrameU32, int64(len(sample)))
		all = inspect.Detect(append(framed, sample...))
		known[string(sample)] = all
	}

	for _, a := range all {
		if a.Dialect == d && FrameOf(a) == FrameU32 {
			found = append(found, a)
		}
	}

	return found
}

// named returns the format that the options name, if they name all of it and the first packet can
// be read in it. Then there is nothing to detect.
func (o Options) named(in *input) []inspect.Detection {
	if o.Dialect == nil || o.Framing == nil {
		return nil
	}

	d := withFrame(inspect.Detection{
		Dialect: o.Dialect, Values: -1, Score: 1, Why: "the command line says so",
	}, *o.Framing)

	if o.Precision != nil {
		d.Precision = *o.Precision
	} else if o.Dialect.Spec().Real == dialect.RealSetting {
		return nil // the bytes have to show the precision
	}

	head := in.peek(firstLook)
	if len(head) < framePrefix {
		return nil
	}

	packet := head[prefixOf(FrameOf(d)):]
	if length, long := firstPacket(head, FrameOf(d)); !long {
		packet = packet[:length]
	}

	precision, ok := o.written(d, packet)
	if o.Precision == nil {
		d.Precision = precision
	}

	if !ok {
		return nil
	}

	return []inspect.Detection{d}
}

// written returns the precision in which the beginning of a packet was written. ok is false if it
// can't be read.
func (o Options) written(d inspect.Detection, packet []byte) (variant.Precision, bool) {
	c, err := codec.New(o.codecOptions(d))
	if err != nil {
		return 0, false
	}

	sample, ok := large.Sample(c, packet[:min(len(packet), sampleSize)])
	if !ok {
		sample = packet
	}

	v, n, err := c.DecodeFirst(sample)
	if err != nil || d.Framed && n < len(sample) {
		return 0, false
	}

	single, err := c.Encode(v)
	if err == nil && len(single) == n || d.Dialect.Spec().Real != dialect.RealFlagged {
		return d.Precision, true
	}

	d.Precision = variant.Double
	c, err = codec.New(o.codecOptions(d))
	if err != nil {
		return variant.Single, true
	}

	double, err := c.Encode(v)
	if err == nil && len(double) == n {
		return variant.Double, true
	}

	return variant.Single, true
}
