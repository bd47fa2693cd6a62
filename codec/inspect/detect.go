package inspect

import (
	"encoding/binary"
	"fmt"

	"godotvariant/codec"
	"godotvariant/codec/internal/detect"
	"godotvariant/variant"
)

// A Detection is a dialect and a framing in which some bytes can be read, see [Detect].
type Detection struct {
	// Dialect and Precision are values for [codec.Options]. Dialect is one of [codec.Dialects].
	Dialect   *variant.Dialect
	Precision variant.Precision
	// Framed is true if the data consists of frames, which [codec.Codec.NewDecoder] reads with
	// Framing. Otherwise the data is a single packet, which [codec.Codec.Decode] reads.
	Framed  bool
	Framing codec.Framing
	// Values is the number of packets in the data. Each packet has one value.
	Values int
	// Score is above 0 and at most 1. If there are no doubts, it is 1 for the dialect of an engine,
	// and 0.9 for the dialect of a published page. Scores of different calls are not comparable.
	Score float64
	// Why gives the reasons for the score, in English.
	Why string
}

// String returns the fields of the detection in one line of text.
func (d Detection) String() string {
	if d.Dialect == nil {
		return "no dialect"
	}

	s := fmt.Sprintf("%s, %v precision", d.Dialect.Name(), d.Precision)
	switch {
	case !d.Framed:
		s += ", 1 packet"
	case d.Values == 1:
		s += fmt.Sprintf(", 1 record (%v)", d.Framing)
	default:
		s += fmt.Sprintf(", %d records (%v)", d.Values, d.Framing)
	}

	return fmt.Sprintf("%s: score %.2f: %s", s, d.Score, d.Why)
}

// Detect returns the dialects and framings in which data can be read to its end, best first. It
// tries each dialect with one packet (var_to_bytes, a datagram) and with the records that store_var
// writes. The result is empty if no dialect can read data, for example because it is a compressed
// or encrypted file, which package savefile unpacks.
//
// A packet does not name its dialect, so the result is a guess. It is for tools that ask a person
// afterwards. A program that knows the engine should not use Detect. The type IDs of the containers
// differ between engines (Dictionary is 18 in Godot 3, 27 in Godot 4, 22 and 25 in Pandemonium), so
// data in a container is detected with few errors. A single int or text is the same in all engines.
//
// A dialect is left out if it cannot read data in default mode with full objects. The score of
// each other dialect is the product of three factors:
//
//   - The square of the share of values that a game is likely to store. A vector or color is
//     unlikely if one of its numbers is not finite. A float, vector or color is unlikely if a
//     number is so tiny or huge that it probably is an integer or text. A vector of integers is
//     unlikely if an integer is so large that it probably is a float. Also unlikely is text with
//     control characters or invalid UTF-8, a node path, object or signal with an invalid name, and
//     an RID.
//   - 0.6 if encoding the values in the dialect gives other bytes, because then the engine would
//     not have written these bytes. Often the reason is a small int in 64 bits, which only Godot
//     3.0 writes. Padding may differ, because old engines did not clear it.
//   - 0.9 for a published page, because few programs follow the pages.
//
// Detections with equal scores are in the order of [codec.Dialects], but a detection whose first
// value is a Dictionary or an Array comes before the others.
//
// Only the first 10,000 values are examined. Detect needs as much memory as decoding data
// once.
func Detect(data []byte) []Detection {
	var all []Detection
	for _, g := range detect.All(data) {
		d := Detection{Dialect: g.Dialect, Precision: g.Precision, Framed: g.Order != nil,
			Values: g.Values, Score: g.Score, Why: g.Why}
		if g.Order == binary.BigEndian {
			d.Framing = codec.FrameU32BE
		}
		all = append(all, d)
	}

	return all
}
