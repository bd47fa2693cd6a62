// Package detect finds the dialects in which some bytes can be read.
package detect

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
	"strings"

	"godotvariant/codec/internal/packets"
	"godotvariant/internal/forms"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// A Guess is one way to read some bytes. inspect.Detection documents it.
type Guess struct {
	Dialect   *variant.Dialect
	Precision variant.Precision
	Order     binary.ByteOrder // byte order of the records' lengths; nil for a single packet
	Values    int
	Score     float64
	Why       string

	scalarFirst int // 1 if the first value is not a container
}

// All returns all ways to read data to its end, beginning with the best. inspect.Detect documents
// it.
func All(data []byte) []Guess {
	var found []Guess
	for _, known := range all {
		formats := []*forms.Format{known.single()} // a flag marks packets in double precision

		if known.spec.Real == dialect.RealSetting {
			formats = append(formats, known.double())
		}

		for _, f := range formats {
			for _, order := range []binary.ByteOrder{nil, binary.LittleEndian, binary.BigEndian} {
				a := attempt{Guess: Guess{Dialect: known.dialect, Precision: f.Precision,
					Order: order}, known: known, format: f}
				if a.read(data) {
					found = append(found, a.result())
				}
			}
		}
	}

	slices.SortStableFunc(found, func(a, b Guess) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.scalarFirst, b.scalarFirst))
	})

	return found
}

// An attempt reads the data in one dialect, precision and framing.
type attempt struct {
	Guess
	known  *knownDialect
	format *forms.Format
	first  variant.Type // type of the first value
	doubts doubts
	match  match // the worst match of all packets
}

// A match is the result of comparing a packet with the bytes that the dialect writes for its value.
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

// Factors of a score. noMatchScore is for matchNone. pageScore is for a dialect that follows a page
// of the documentation. No engine writes this dialect.
const (
	noMatchScore = 0.6
	pageScore    = 0.9
)

// prefix is the number of bytes of a record's length.
const prefix = 4

// read reports whether data can be read to its end.
func (a *attempt) read(data []byte) bool {
	if a.Order == nil {
		return a.packet(data)
	}

	for len(data) > 0 {
		if len(data) < prefix {
			return false
		}

		size := int64(a.Order.Uint32(data))
		data = data[prefix:]
		if size > int64(len(data)) || !a.packet(data[:size]) {
			return false
		}

		data = data[size:]
	}

	return a.Values > 0
}

// packet reads the packet b, and compares it with the packet that the dialect writes for the same
// value. It reports whether b is a packet.
func (a *attempt) packet(b []byte) bool {
	if _, err := packets.Valid(a.format, b, packets.Alone); err != nil {
		return false
	}

	a.Values++

	if a.doubts.enough() {
		return true
	}

	v, _, err := packets.Decode(a.format, b, packets.Alone)
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

// compare encodes v and compares the result to b. If the dialect marks double precision with a
// flag, compare tries double precision too.
func (a *attempt) compare(v variant.Variant, b []byte) match {
	out, err := packets.Append(a.format, nil, v)
	m := matchOf(out, err, b)
	if m != matchNone || a.known.spec.Real != dialect.RealFlagged {
		return m
	}

	out, err = packets.Append(a.known.double(), nil, v)
	m = matchOf(out, err, b)
	if m != matchNone {
		a.Precision = variant.Double
	}

	return m
}

// matchOf compares two encodings of a value. The value was decoded from the bytes of original. The
// arguments encoding and err are the results of encoding the value again. The encoder writes zeros
// as padding. So if the two encodings differ only where the new encoding has zeros, these bytes
// count as padding.
func matchOf(encoding []byte, err error, original []byte) match {
	switch {
	case err != nil || len(encoding) != len(original):
		return matchNone
	case bytes.Equal(encoding, original):
		return matchExact
	}

	for i, c := range encoding {
		if c != original[i] && c != 0 {
			return matchNone
		}
	}

	return matchPadding
}

func (a *attempt) result() Guess {
	d := a.Guess
	plausibleShare := a.doubts.plausibleShare()
	d.Score = plausibleShare * plausibleShare

	if a.match == matchNone {
		d.Score *= noMatchScore
	}
	if a.first != variant.TypeDictionary && a.first != variant.TypeArray {
		d.scalarFirst = 1
	}

	why := append([]string{matchTexts[a.match], "begins with a " + a.first.String()},
		a.doubts.texts()...)

	if a.known.spec.Document {
		d.Score *= pageScore
		why = append(why, "no engine writes by this page")
	}

	d.Why = strings.Join(why, "; ")
	return d
}
