package probe

import (
	"cmp"
	"slices"

	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/lookahead"
	"godotvariant/codec/inspect"
	"godotvariant/variant/dialect"
)

// Detection looks at the first firstLook bytes of a file. If these do not suffice, it looks at
// moreLook times as many bytes.
const (
	firstLook = 1 << 20
	moreLook  = 16
)

// An extent says whether some bytes are the whole file or only the beginning of a longer file.
type extent uint8

const (
	wholeFile extent = iota
	beginning        // the bytes are only the beginning of the file
)

// extentOf returns the extent of head, which must be a result of in.Peek.
func extentOf(in *lookahead.Reader, head []byte) extent {
	if in.IsWhole(head) {
		return wholeFile
	}
	return beginning
}

// detections returns the result of inspect.Detect. If head is only the beginning of a file,
// inspect.Detect gets only the complete records in head.
func detections(head []byte, e extent) []inspect.Detection {
	if e == wholeFile {
		return inspect.Detect(head)
	}

	var found []attempt
	for _, f := range []frame.Frame{frame.U32, frame.U32BE} {
		for _, d := range inspect.Detect(head[:f.Whole(head)]) {
			if frame.Of(d) == f {
				found = append(found, attempt{Detection: d})
			}
		}
	}

	return ranked(found)
}

// An attempt is a detection before it is ranked. For a damaged file, two more fields say how well
// the detection reads the file. For other files, these fields are 0.
type attempt struct {
	inspect.Detection
	missing int64 // number of missing bytes of the last record
	frames  int   // 0 if the bytes are complete frames; 1 if not, and the attempt ranks last
}

// ranked returns the detections of the attempts, beginning with the best one.
func ranked(found []attempt) []inspect.Detection {
	slices.SortStableFunc(found, func(a, b attempt) int {
		return cmp.Or(a.frames-b.frames, cmp.Compare(b.Score, a.Score),
			cmp.Compare(a.missing, b.missing))
	})

	detections := make([]inspect.Detection, len(found))
	for i, a := range found {
		detections[i] = a.Detection
	}

	return detections
}

// fitting returns the detections that the options allow. If the options name a precision, the
// results have this precision.
func (o Options) fitting(found []inspect.Detection) (fit []inspect.Detection) {
	for _, d := range found {
		if !o.allows(d.Dialect) || o.Framing != nil && *o.Framing != frame.Of(d) {
			continue
		}

		if o.Precision != nil && *o.Precision != d.Precision {
			if d.Dialect.Spec().Real == dialect.RealSetting {
				continue // another detection in the list has this precision
			}
			d.Precision = *o.Precision
		}

		fit = append(fit, d)
	}

	return fit
}
