package codec

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"godotvariant/variant"
)

// A Detection is one way to read some bytes, see [Detect].
type Detection struct {
	// Dialect and Precision are for [Options]. Dialect is one of [Dialects]. Framing is for
	// [Codec.NewDecoder]; FrameNone means a single packet, for [Codec.Decode].
	Dialect   *variant.Dialect
	Precision variant.Precision
	Framing   Framing
	// Values is the number of packets.
	Values int
	// Score is above 0 and at most 1. It is 1 for the dialect of an engine, and 0.9 for that
	// of a page, if nothing speaks against it. Compare only the scores of one call.
	Score float64
	// Why gives the reasons for the score, in English.
	Why string

	lone int // 1 if the first value is no container
}

// String returns the detection in one line.
func (d Detection) String() string {
	if d.Dialect == nil {
		return "no dialect"
	}
	s := fmt.Sprintf("%s, %v precision", d.Dialect.Name, d.Precision)
	switch {
	case d.Framing == FrameNone:
		s += ", 1 packet"
	case d.Values == 1:
		s += fmt.Sprintf(", 1 record (%v)", d.Framing)
	default:
		s += fmt.Sprintf(", %d records (%v)", d.Values, d.Framing)
	}
	return fmt.Sprintf("%s: score %.2f: %s", s, d.Score, d.Why)
}

// Detect returns the ways to read all of data, best first: in each dialect, as one packet
// (var_to_bytes, a datagram) or as the records that store_var writes. The result is empty
// if no dialect can read data. That is so for the compressed and encrypted files that
// package savefile unpacks.
//
// A packet does not name its dialect, so the result is a guess, for tools that then ask a
// person. A program that knows the engine should not use it. The type IDs of the
// containers differ between engines (Dictionary is 18 in Godot 3, 27 in Godot 4, 22 and 25
// in Pandemonium), so data in a container is detected with few errors. A single int or
// text is the same in all of them.
//
// A dialect is left out if it cannot read the bytes in default mode with full objects. The
// score of each other dialect is made of three parts:
//
//   - It is the square of the share of values that a game is likely to store. Unlikely are
//     vectors and colors with numbers that are not finite, or are as tiny or huge as integers
//     and text are if they are read as floats; integer vectors and text that look like floats;
//     control characters; and node paths and objects with invalid names.
//   - It is 40 per cent lower if encoding the values in the dialect does not give the same
//     bytes, since its engine would not have written them. Often the reason is a small int in
//     64 bits, which only Godot 3.0 writes. Padding may differ, since old engines did not
//     clear it.
//   - It is 10 per cent lower for a published page, since few programs follow the pages.
//
// Of two equal scores, the one whose first value is a Dictionary or an Array comes first, and
// then the order is that of [Dialects].
//
// Only the first 10,000 values are examined. Detect needs as much memory as decoding data
// once.
func Detect(data []byte) []Detection {
	var found []Detection
	for _, known := range dialects {
		d := known.name
		precisions := []variant.Precision{Single} // the flags in the packets tell
		if known.own.Real == variant.RealSetting {
			precisions = append(precisions, Double)
		}
		for _, p := range precisions {
			c := MustNew(Options{Dialect: d, Precision: p, FullObjects: true})
			for _, f := range []Framing{FrameNone, FrameU32, FrameU32BE} {
				a := attempt{Detection: Detection{Dialect: d, Precision: p, Framing: f}, codec: c, page: known.page}
				if a.read(data) {
					found = append(found, a.result())
				}
			}
		}
	}
	slices.SortStableFunc(found, func(a, b Detection) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.lone, b.lone))
	})
	return found
}

// An attempt reads the data in one dialect, precision and framing.
type attempt struct {
	Detection
	codec  *Codec
	double *Codec       // codec in double precision, made when it is needed
	first  variant.Type // of the first value
	doubts doubts
	match  match // the worst of all packets
	page   bool  // the dialect is a page
}

// A match says how the bytes of a packet compare to those that the dialect writes.
type match uint8

const (
	matchExact match = iota
	matchPadding
	matchNone
)

var matchTexts = [...]string{
	matchExact:   "writes the same bytes",
	matchPadding: "writes the same bytes but for padding",
	matchNone:    "would write other bytes for the same values",
}

// noMatchScore and pageScore are the factors for matchNone and for pages.
const (
	noMatchScore = 0.6
	pageScore    = 0.9
)

// read reports whether all of data can be read.
func (a *attempt) read(data []byte) bool {
	if a.Framing == FrameNone {
		return a.packet(data)
	}
	for len(data) > 0 {
		if len(data) < framePrefix {
			return false
		}
		size := int64(a.Framing.order().Uint32(data))
		data = data[framePrefix:]
		if size > int64(len(data)) || !a.packet(data[:size]) {
			return false
		}
		data = data[size:]
	}
	return a.Values > 0
}

// packet reads one packet, and compares it to what the dialect would write.
func (a *attempt) packet(b []byte) bool {
	if a.codec.Valid(b) != nil {
		return false
	}
	a.Values++
	if a.doubts.enough() {
		return true
	}
	v, err := a.codec.Decode(b)
	if err != nil {
		return false
	}
	if a.Values == 1 {
		a.first = v.Type()
	}
	a.doubts.examine(v)
	a.match = max(a.match, a.compare(v, b))
	return true
}

// compare encodes v and compares the result to b. If the dialect flags double precision,
// it tries that too.
func (a *attempt) compare(v variant.Variant, b []byte) match {
	out, err := a.codec.Encode(v)
	m := matchOf(out, err, b)
	if m != matchNone || a.codec.dialect().Real != variant.RealFlagged {
		return m
	}
	if a.double == nil {
		a.double = MustNew(Options{Dialect: a.Dialect, Precision: Double, FullObjects: true})
	}
	out, err = a.double.Encode(v)
	if m = matchOf(out, err, b); m != matchNone {
		a.Precision = Double
	}
	return m
}

// matchOf compares written bytes, in which padding is zero, to those that were read.
func matchOf(written []byte, err error, read []byte) match {
	switch {
	case err != nil || len(written) != len(read):
		return matchNone
	case bytes.Equal(written, read):
		return matchExact
	}
	for i, c := range written {
		if c != read[i] && c != 0 {
			return matchNone
		}
	}
	return matchPadding
}

func (a *attempt) result() Detection {
	d := a.Detection
	sound := a.doubts.sound()
	d.Score = sound * sound
	if a.match == matchNone {
		d.Score *= noMatchScore
	}
	if a.first != variant.TypeDictionary && a.first != variant.TypeArray {
		d.lone = 1
	}
	why := append([]string{matchTexts[a.match], "begins with a " + a.first.String()}, a.doubts.texts()...)
	if a.page {
		d.Score *= pageScore
		why = append(why, "no engine writes by this page")
	}
	d.Why = strings.Join(why, "; ")
	return d
}
