package probe

import (
	"math"

	"godotvariant/cmd/internal/lookahead"
	"godotvariant/codec/inspect"
)

// A Save says how the records of a save are read.
type Save struct {
	// At is the offset of the first record. Other data may come before it.
	At int64
	// Detections are the detections that fit the save, beginning with the best one. If there are
	// none, the bytes are not a save.
	Detections []inspect.Detection
	// Beginning reports whether only the first bytes of a long file were used for the detections.
	Beginning bool
}

// Whole returns the detections for a save whose records begin at the first byte. It reads no more
// bytes than it needs. The error is ErrValues or an error of reading.
func (o Options) Whole(in *lookahead.Reader) (Save, error) {
	if found := o.named(in); len(found) > 0 {
		return Save{Detections: found, Beginning: true}, nil
	}

	most := max(int(o.Longest()), firstLook)
	for n := firstLook; ; n = min(n, math.MaxInt/moreLook) * moreLook {
		head := in.Peek(min(n, most+1))
		if err := in.Err(); err != nil {
			return Save{}, err
		}
		if err := o.countedHead(head); err != nil {
			return Save{}, err
		}

		e := extentOf(in, head)
		if found := o.fitting(detections(head, e)); len(found) > 0 {
			return Save{Detections: found, Beginning: e == beginning}, nil
		}
		if e == wholeFile {
			return Save{}, nil
		}
		if found := o.ofSample(in, head); len(found) > 0 || len(head) > most {
			return Save{Detections: found, Beginning: true}, nil
		}
	}
}

// BehindHeader returns the detections for a save that has other data before its first record.
func (o Options) BehindHeader(in *lookahead.Reader) Save {
	head := in.Peek(firstLook)
	e := extentOf(in, head)
	at, found := o.behindHeader(head, e)
	return Save{At: at, Detections: found, Beginning: e == beginning}
}

// Damaged returns the detections for a damaged save. Each reads a part of the save, and the best
// one comes first. If there are none, the error is ErrUnknown with a sentence about the form of the
// bytes. Wrong options are an error, too.
func (o Options) Damaged(in *lookahead.Reader) (Save, error) {
	head := in.Peek(firstLook)
	e := extentOf(in, head)
	found, err := o.damaged(head)
	return Save{Detections: found, Beginning: e == beginning}, err
}
