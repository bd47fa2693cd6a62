package probe

import (
	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/lookahead"
	"godotvariant/codec"
	"godotvariant/codec/inspect"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// named returns the detection that the options name. It returns nil if the options name only a part
// of a detection, or if the first packet can't be read with this detection.
func (o Options) named(in *lookahead.Reader) []inspect.Detection {
	if o.Dialect == nil || o.Framing == nil {
		return nil
	}

	d := frame.With(inspect.Detection{
		Dialect: o.Dialect, Values: -1, Score: 1, Why: "the command line says so",
	}, *o.Framing)

	if o.Precision != nil {
		d.Precision = *o.Precision
	} else if o.Dialect.Spec().Real == dialect.RealSetting {
		return nil // only the bytes can show the precision
	}

	head := in.Peek(firstLook)
	if len(head) < frame.Prefix {
		return nil
	}

	packet := head[o.Framing.Prefix():]
	if length, long := FirstPacket(head, *o.Framing); !long {
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

// written returns the precision in which the beginning of a packet was written. The second result
// is false if the beginning can't be read.
func (o Options) written(d inspect.Detection, packet []byte) (variant.Precision, bool) {
	c, err := codec.New(o.CodecFor(d))
	if err != nil {
		return 0, false
	}

	short, ok := sample(c, packet[:min(len(packet), sampleSize)])
	if !ok {
		short = packet
	}

	v, n, err := c.DecodeFirst(short)
	if err != nil || d.Framed && n < len(short) {
		return 0, false
	}

	single, err := c.Encode(v)
	if err == nil && len(single) == n || d.Dialect.Spec().Real != dialect.RealFlagged {
		return d.Precision, true
	}

	d.Precision = variant.Double
	c, err = codec.New(o.CodecFor(d))
	if err != nil {
		return variant.Single, true
	}

	double, err := c.Encode(v)
	if err == nil && len(double) == n {
		return variant.Double, true
	}

	return variant.Single, true
}
