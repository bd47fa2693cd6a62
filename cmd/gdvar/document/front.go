package document

import (
	"slices"

	"godotvariant/codec"
	"godotvariant/variant"
)

// maxFront is how many bytes before the first record are found: a magic, a version, a short text.
const maxFront = 256

// behindFront returns the ways to read a file that has other data before its records, and where the
// records begin. The first value is a container, because a number fits anywhere.
func (o Options) behindFront(head []byte, whole bool) (at int64, found []codec.Detection) {
	if o.Framing != nil && *o.Framing == codec.FrameNone {
		return 0, nil // bytes before a packet are damage
	}

	for at := 1; at <= maxFront && at+framePrefix < len(head); at++ {
		if !mayBegin(head[at:], whole) {
			continue
		}

		found := slices.DeleteFunc(o.fitting(detections(head[at:], whole)), isBare)

		if len(found) > 0 {
			return int64(at), found
		}
	}

	return 0, nil
}

// isBare reports whether a detection is of a packet without a length.
func isBare(d codec.Detection) bool { return d.Framing == codec.FrameNone }

// mayBegin reports whether a frame with a Dictionary or an Array begins here.
func mayBegin(b []byte, whole bool) bool {
	for _, f := range []codec.Framing{codec.FrameU32, codec.FrameU32BE} {
		n := int64(order(f).Uint32(b))
		rest := int64(len(b) - framePrefix)

		if n < minContainer || whole && n > rest || rest < minContainer {
			continue
		}

		if slices.Contains(containerIDs, b[framePrefix]) && b[framePrefix+1] == 0 {
			return true
		}
	}

	return false
}

// minContainer is the length of the shortest Dictionary.
const minContainer = 8

// containerIDs are the IDs of Dictionary and Array in all engines.
var containerIDs = idsOf(variant.TypeDictionary, variant.TypeArray)

func idsOf(types ...variant.Type) (ids []byte) {
	for _, d := range codec.Dialects() {
		for _, t := range types {
			if id := slices.Index(d.Types, t); id >= 0 {
				ids = append(ids, byte(id))
			}
		}
	}

	return ids
}
