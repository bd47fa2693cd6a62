package document

import (
	"fmt"
	"io"
	"math"

	"godotvariant/codec"
)

// detect finds the parts of the format that the options do not name.
func (o Options) detect(in *input) (Format, error) {
	var head []byte
	var whole bool

	if o.At != nil {
		return o.detectAt(in)
	}

	if found := o.named(in); len(found) > 0 {
		return o.format(found, true)
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
		if found := o.ofSample(in, head, whole); len(found) > 0 {
			return o.format(found, true)
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

// format returns the format for some detections. beginning says that they are of the first bytes of
// a long file.
func (o Options) format(found []codec.Detection, beginning bool) (Format, error) {
	f := Format{Framing: found[0].Framing, Detections: found, Beginning: beginning}
	f.options = o.codecOptions(found[0])
	var err error
	f.codec, err = codec.New(f.options)
	return f, err
}
