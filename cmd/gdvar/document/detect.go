package document

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"godotvariant/codec"
	"godotvariant/variant"
)

// ErrUnknown says that no engine writes such bytes.
var ErrUnknown = errors.New("not a file of Godot values")

// The first bytes that are looked at: so many, and so many times more if they do not suffice.
const (
	firstLook = 1 << 20
	moreLook  = 16
)

// detect finds out what the options leave open.
func (o Options) detect(in *input) (Format, error) {
	var head []byte
	var whole bool

	if o.At != nil {
		return o.detectAt(in)
	}

	most := max(int(o.maxRecord()), firstLook)
	for n := firstLook; ; n = min(n, math.MaxInt/moreLook) * moreLook {
		head = in.peek(min(n, most+1))

		if in.err != nil && in.err != io.EOF {
			return Format{}, in.err
		}

		whole = in.err == io.EOF && len(head) == len(in.head)

		if err := o.countedHead(head); err != nil {
			return Format{}, err
		}

		if len(head) == 0 {
			return Format{}, fmt.Errorf("%w: it is empty", ErrUnknown)
		}
		if found := o.fitting(detections(head, whole)); len(found) > 0 {
			return o.format(found, !whole)
		}
		if whole || len(head) > most {
			break
		}
	}

	first := head[:min(len(head), firstLook)]
	beginning := len(head) > firstLook

	if at, found := o.behindFront(first, !beginning); len(found) > 0 {
		f, err := o.format(found, beginning)
		f.At = at
		return f, err
	}

	if hint := hintOf(head); hint != "" && o.Dialect == nil {
		return Format{}, fmt.Errorf("%w: %s", ErrUnknown, hint)
	}

	found, err := o.damaged(head)
	if err != nil {
		return Format{}, err
	}

	return o.format(found, beginning)
}

// detectAt detects what begins at o.At.
func (o Options) detectAt(in *input) (Format, error) {
	at := *o.At
	o.At = nil

	front := in.read(nil, at)
	if int64(len(front)) < at {
		return Format{}, fmt.Errorf("%w: it has only %d bytes", ErrUnknown, len(front))
	}

	f, err := o.detect(in)
	f.At += at
	in.head = append(front, in.head...)

	return f, err
}

// format makes the format of detections.
func (o Options) format(found []codec.Detection, beginning bool) (Format, error) {
	f := Format{Framing: found[0].Framing, Detections: found, Beginning: beginning}
	f.options = o.codecOptions(found[0])
	var err error
	f.codec, err = codec.New(f.options)
	return f, err
}

func (o Options) codecOptions(d codec.Detection) codec.Options {
	return codec.Options{
		Dialect: d.Dialect, Precision: d.Precision, FullObjects: !o.RefuseObjects, Mode: o.Mode,
		Limits: codec.Limits{MaxSize: maxPacket, MaxFrame: maxPacket},
	}
}

// maxPacket is the longest packet that is written.
const maxPacket = 1<<31 - 1

// detections are those of codec.Detect. Of the beginning of a long file it gets as many whole
// records as there are.
func detections(head []byte, whole bool) []codec.Detection {
	if whole {
		return codec.Detect(head)
	}

	var found []attempt
	for _, f := range []codec.Framing{codec.FrameU32, codec.FrameU32BE} {
		n := wholeFrames(head, f)
		for _, d := range codec.Detect(head[:n]) {
			if d.Framing == f {
				found = append(found, attempt{Detection: d})
			}
		}
	}

	return ranked(found)
}

// An attempt is a detection, and how well it reads a file that is damaged.
type attempt struct {
	codec.Detection
	missing int64 // bytes of the last record
	frames  int   // 0: the bytes are whole frames, whatever is in them; 1: they are not
}

// ranked returns the detections of attempts, the best first.
func ranked(found []attempt) []codec.Detection {
	slices.SortStableFunc(found, func(a, b attempt) int {
		return cmp.Or(a.frames-b.frames, cmp.Compare(b.Score, a.Score),
			cmp.Compare(a.missing, b.missing))
	})

	detections := make([]codec.Detection, len(found))
	for i, a := range found {
		detections[i] = a.Detection
	}

	return detections
}

// wholeFrames returns the length of the whole frames at the start of b.
func wholeFrames(b []byte, f codec.Framing) int {
	at := 0
	for len(b)-at >= framePrefix {
		n := int64(order(f).Uint32(b[at:]))
		if n > int64(len(b)-at-framePrefix) {
			break
		}
		at += framePrefix + int(n)
	}

	return at
}

// fitting returns the detections that the options allow, in the precision that they name.
func (o Options) fitting(found []codec.Detection) (fit []codec.Detection) {
	for _, d := range found {
		if !o.allows(d.Dialect) || o.Framing != nil && *o.Framing != d.Framing {
			continue
		}

		if o.Precision != nil && *o.Precision != d.Precision {
			if d.Dialect.Real == variant.RealSetting {
				continue // another detection has it
			}
			d.Precision = *o.Precision
		}

		fit = append(fit, d)
	}

	return fit
}

// allows reports whether the dialect may be that of the file.
func (o Options) allows(d *variant.Dialect) bool {
	if o.Dialect != nil {
		return d.Name == o.Dialect.Name
	}
	return !isPage(d)
}

// damaged returns the ways to read the most of a file that can't be read whole. An engine that the
// options name is taken in any case.
func (o Options) damaged(head []byte) ([]codec.Detection, error) {
	head = head[:min(len(head), firstLook)]

	var found []attempt
	for _, dialect := range codec.Dialects() {
		for f := range frameNames {
			d := codec.Detection{Dialect: dialect, Framing: codec.Framing(f)}
			if !o.allows(dialect) || o.Framing != nil && *o.Framing != d.Framing {
				continue
			}

			if o.Precision != nil {
				d.Precision = *o.Precision
			}

			c, err := codec.New(o.codecOptions(d))
			if err != nil && o.Dialect == nil {
				continue // it does not have the precision
			}

			if err != nil {
				return nil, err
			}

			n, missing := reach(c, d.Framing, head)
			d.Score = float64(n) / float64(len(head))
			d.Why = fmt.Sprintf("reads %d of the first %d bytes", n, len(head))

			if n >= leastReach || o.Dialect != nil {
				frames := 1
				if d.Framing != codec.FrameNone && wholeFrames(head, d.Framing) == len(head) {
					frames = 0
				}
				found = append(found, attempt{d, missing, frames})
			}
		}
	}

	if len(found) == 0 {
		return nil, fmt.Errorf("%w: %s", ErrUnknown, lookOf(head))
	}

	return ranked(found), nil
}

// leastReach is how many bytes of a damaged file a dialect must read to be named: a header and
// something.
const leastReach = 8

// reach returns how many bytes of packets a codec can read, and how many the last one
// lacks. A value that ends before its record does counts nothing: it is another value in
// the right dialect.
func reach(c *codec.Codec, f codec.Framing, b []byte) (sum int, missing int64) {
	trace := func(b []byte) (int, error) { return c.Trace(b, func(codec.TraceEvent) {}) }

	if f == codec.FrameNone {
		sum, _ = trace(b)
		return sum, 0
	}

	for len(b) > framePrefix {
		n := int64(order(f).Uint32(b))
		b = b[framePrefix:]
		missing = max(0, n-int64(len(b)))

		n -= missing
		if got, err := trace(b[:n]); err != nil || got == int(n) {
			sum += got
		}

		b = b[n:]
	}

	return sum, missing
}

// lookOf says what a file of another kind looks like.
func lookOf(head []byte) string {
	for _, d := range codec.Detect(head) {
		if isPage(d.Dialect) {
			return fmt.Sprintf("no engine writes such bytes, but the engine %s reads them",
				EngineName(d.Dialect))
		}
	}

	if hint := hintOf(head); hint != "" {
		return hint
	}

	begin := head[:min(len(head), 16)]
	if isPlainText(begin) {
		return fmt.Sprintf("it looks like text, and begins with %q", begin)
	}

	return fmt.Sprintf("it begins with % x; name the engine to read what can be read", begin)
}
