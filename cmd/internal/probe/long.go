package probe

import (
	"slices"

	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/lookahead"
	"godotvariant/cmd/internal/sliced"
	"godotvariant/codec"
	"godotvariant/codec/inspect"
	"godotvariant/variant"
)

// sampleSize is the number of bytes of a long record that are used to detect its dialect.
const sampleSize = 32 << 10

// ofSample returns the detections for a file whose first record is longer than the given beginning
// of the file. Detections are found in a sample of this record. The result has only those with
// which the whole record can be read.
func (o Options) ofSample(in *lookahead.Reader, head []byte) []inspect.Detection {
	known := map[string][]inspect.Detection{}
	var found []attempt

	for _, f := range frame.All {
		length, long := FirstPacket(head, f)
		if !long || length > o.Longest() || o.Framing != nil && *o.Framing != f {
			continue
		}

		for _, d := range codec.Dialects() {
			if !o.allows(d) {
				continue
			}

			if o.Probed != nil {
				o.Probed(0)
			}
			for _, a := range o.sampled(d, head[f.Prefix():], known) {
				found = append(found, attempt{Detection: frame.With(a, f)})
			}
		}
	}

	found = slices.DeleteFunc(found, func(a attempt) bool { return !o.reads(in, a.Detection) })
	return o.fitting(ranked(found))
}

// FirstPacket returns the length of the first packet, if the frame has a length. It also reports
// whether the packet is longer than head.
func FirstPacket(head []byte, f frame.Frame) (length int64, long bool) {
	if f == frame.None {
		return 0, true
	}

	length = f.Length(head)
	return length, length > int64(len(head)-frame.Prefix)
}

// reads reports whether the first packet can be read with a detection.
func (o Options) reads(in *lookahead.Reader, d inspect.Detection) bool {
	c, err := codec.New(o.CodecFor(d))
	if err != nil {
		return false
	}

	f := frame.Of(d)
	length, _ := FirstPacket(in.Peek(frame.Prefix), f)
	end := int64(f.Prefix()) + length
	if !d.Framed {
		end = o.Longest() + 1
	}

	packet := in.Peek(int(end))
	if d.Framed && int64(len(packet)) < end {
		return false
	}

	packet = packet[f.Prefix():]
	n, ok := sliced.Reads(c, packet, o.Probed)
	return ok && (n == len(packet) || c.Options().Mode == codec.Lenient)
}

// sampled makes a sample, a short packet, from head, which is the beginning of a long packet of the
// dialect d. It returns the detections of d for the sample. The map known stores the detections of
// all dialects for each sample, because several dialects may have the same sample.
func (o Options) sampled(
	d *variant.Dialect, head []byte, known map[string][]inspect.Detection,
) (found []inspect.Detection) {
	c, err := codec.New(o.CodecFor(inspect.Detection{Dialect: d}))
	if err != nil {
		return nil
	}

	packet, ok := sample(c, head[:min(len(head), sampleSize)])
	if !ok {
		return nil
	}

	all, seen := known[string(packet)]
	if !seen {
		all = inspect.Detect(frame.U32.Append(nil, packet))
		known[string(packet)] = all
	}

	for _, a := range all {
		if a.Dialect == d && frame.Of(a) == frame.U32 {
			found = append(found, a)
		}
	}

	return found
}
