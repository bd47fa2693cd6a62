package probe

import (
	"bytes"
	"slices"

	"godotvariant/cmd/internal/frame"
	"godotvariant/codec"
	"godotvariant/codec/inspect"
	"godotvariant/variant"
)

// maxHeader is the greatest offset of a first record that is detected. A magic, a version or a text
// may come before the record. If only the beginning of a long file is known, the bytes before the
// detected record may also be a damaged record. So the limit for a long file is maxHeaderOfLong.
const (
	maxHeader       = 4096
	maxHeaderOfLong = 256
)

// behindHeader returns the offset of the first record and the detections for a file that has other
// data before its records. The first record must be an Array or a Dictionary, because almost any
// bytes can be read as a number.
func (o Options) behindHeader(head []byte, e extent) (at int64, found []inspect.Detection) {
	if o.Framing != nil && *o.Framing == frame.None {
		return 0, nil // the file is one packet, so bytes before it are damage
	}

	most := maxHeaderOfLong
	if e == wholeFile {
		if isFrames(head) {
			return 0, nil // a record is damaged, but its length is correct
		}
		most = maxHeader
	}

	for at := 1; at <= most && at+frame.Prefix < len(head); at++ {
		if !mayBegin(head[at:], e) {
			continue
		}

		found := slices.DeleteFunc(o.fitting(detections(head[at:], e)), isBare)

		if len(found) > 0 {
			return int64(at), found
		}
	}

	return 0, nil
}

// isFrames reports whether a file consists of complete frames.
func isFrames(data []byte) bool {
	return frame.U32.Whole(data) == len(data) || frame.U32BE.Whole(data) == len(data)
}

// isBare reports whether a detection is for a packet without a length field.
func isBare(d inspect.Detection) bool { return !d.Framed }

// mayBegin reports whether b may begin with a frame that has a Dictionary or an Array.
func mayBegin(b []byte, e extent) bool {
	for _, f := range []frame.Frame{frame.U32, frame.U32BE} {
		n := f.Length(b)
		rest := int64(len(b) - frame.Prefix)

		if n < minContainer || e == wholeFile && n > rest || rest < minContainer {
			continue
		}

		if slices.Contains(containerIDs, b[frame.Prefix]) && b[frame.Prefix+1] == 0 {
			return true
		}
	}

	return false
}

// minContainer is the length of the shortest Dictionary in bytes.
const minContainer = 8

// containerIDs has the type IDs of Dictionary and Array in all engines.
var containerIDs = idsOf(variant.TypeDictionary, variant.TypeArray)

func idsOf(types ...variant.Type) (ids []byte) {
	for _, d := range codec.Dialects() {
		numbered := d.Spec().Types
		for _, t := range types {
			if id := slices.Index(numbered, t); id >= 0 {
				ids = append(ids, byte(id))
			}
		}
	}

	return ids
}

// mostStarts is the greatest number of offsets behind a header at which Forms are tried.
const mostStarts = 8

// MagicsBehindHeader returns the offsets at which a resource or a project.binary may begin, if
// other data come before it. It finds them by their first bytes in head, the beginning of the file.
// It returns none for a file of another program: for example, a PCK is one file, and not the first
// resource in it.
func MagicsBehindHeader(head []byte) (starts []int) {
	if _, known := Magic(head); known {
		return nil
	}

	for at := 1; at < min(len(head), maxHeader) && len(starts) < mostStarts; at++ {
		if form, ok := Magic(head[at:]); ok && form.Class == Kind {
			starts = append(starts, at)
		}
	}

	return starts
}

// TextsBehindHeader returns the offsets at which JSON, a ConfigFile or a resource may begin, if
// other data come before it. Each offset is the offset of a bracket or a brace. The argument head
// is the beginning of the file. If all of head is text, the offsets are only those at the start of
// a line, and the offset of the first brace of the file.
func TextsBehindHeader(head []byte) (starts []int) {
	isLine := IsText(head)
	brace := bytes.IndexByte(head, '{')

	for at := 1; at < min(len(head), maxHeader) && len(starts) < mostStarts; at++ {
		c := head[at]
		if c != '{' && c != '[' || isLine && head[at-1] != '\n' && at != brace {
			continue
		}
		if IsText(head[at:]) {
			starts = append(starts, at)
		}
	}

	return starts
}
