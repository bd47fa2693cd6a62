package document

import (
	"slices"

	"godotvariant/codec"
	"godotvariant/codec/inspect"
	"godotvariant/variant"
)

// maxFront is the largest offset at which a first record is detected. Before it may be a magic, a
// version or a text. In the beginning of a long file it is maxFrontOfLong: there it does not show
// whether the bytes in front of a record are a damaged record.
const (
	maxFront       = 4096
	maxFrontOfLong = 256
)

// behindFront returns the offset of the first record, and the ways to read a file that has other
// data before it. The first record must be a container, because any bytes can be read as a number.
func (o Options) behindFront(head []byte, e extent) (at int64, found []inspect.Detection) {
	if o.Framing != nil && *o.Framing == FrameNone {
		return 0, nil // the file is one packet, so bytes before it are damage
	}

	most := maxFrontOfLong
	if e == wholeFile {
		if isFrames(head) {
			return 0, nil // a record is damaged, but its length is not
		}
		most = maxFront
	}

	for at := 1; at <= most && at+framePrefix < len(head); at++ {
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

// isFrames reports whether a file is complete frames from its first byte to its last one.
func isFrames(data []byte) bool {
	return wholeFrames(data, FrameU32) == len(data) ||
		wholeFrames(data, FrameU32BE) == len(data)
}

// isBare reports whether a detection is for a packet without a length field.
func isBare(d inspect.Detection) bool { return !d.Framed }

// mayBegin reports whether b may begin with a frame that has a Dictionary or an Array.
func mayBegin(b []byte, e extent) bool {
	for _, f := range []Frame{FrameU32, FrameU32BE} {
		n := int64(order(f).Uint32(b))
		rest := int64(len(b) - framePrefix)

		if n < minContainer || e == wholeFile && n > rest || rest < minContainer {
			continue
		}

		if slices.Contains(containerIDs, b[framePrefix]) && b[framePrefix+1] == 0 {
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
