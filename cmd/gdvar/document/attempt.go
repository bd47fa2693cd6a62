package document

import (
	"cmp"
	"slices"

	"godotvariant/codec"
	"godotvariant/variant"
)

// The first bytes that are looked at: so many, and so many times more if they do not suffice.
const (
	firstLook = 1 << 20
	moreLook  = 16
)

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
