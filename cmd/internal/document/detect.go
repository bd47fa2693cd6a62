package document

import (
	"fmt"
	"io"
	"math"

	"godotvariant/codec"
	"godotvariant/codec/inspect"
)

// detect finds the parts of the format that the options do not name.
func (o Options) detect(in *input) (Format, error) {
	var head []byte

	if o.At != nil {
		return o.detectAt(in)
	}

	if found := o.named(in); len(found) > 0 {
		return o.format(found, beginning)
	}

	most := max(int(o.maxRecord()), firstLook)
	for n := firstLook; ; n = min(n, math.MaxInt/moreLook) * moreLook {
		head = in.peek(min(n, most+1))

		if in.err != nil && in.err != io.EOF {
			return Format{}, in.err
		}

		e := in.extent(head)

		if err := o.countedHead(head); err != nil {
			return Format{}, err
		}

		if len(head) == 0 {
			return Format{}, fmt.Errorf("%w: it is empty", ErrUnknown)
		}
		if found := o.fitting(detections(head, e)); len(found) > 0 {
			return o.format(found, e)
		}
		if e == wholeFile {
			break
		}
		if found := o.ofSample(in, head); len(found) > 0 {
			return o.format(found, beginning)
		}
		if len(head) > most {
			break
		}
	}

	first := head[:min(len(head), firstLook)]
	e := wholeFile

	if len(head) > firstLook {
		e = beginning
	}

	if at, found := o.behindFront(first, e); len(found) > 0 {
		f, err := o.format(found, e)
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

	return o.format(found, e)
}

// detectAt detects the format of the records that begin at o.At.
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

// format returns the format for the detections of a file or its beginning.
func (o Options) format(found []inspect.Detection, e extent) (Format, error) {
	f := Format{Framing: FrameOf(found[0]), Detections: found, Beginning: e == beginning}
	f.options = o.codecOptions(found[0])
	var err error
	f.codec, err = codec.New(f.options)
	return f, err
}
