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
	// Dialect, Precision and Framing are for [Options] and [Codec.NewDecoder]; FrameNone
	// means a bare packet for [Codec.Decode].
	Dialect   *variant.Dialect
	Precision variant.Precision
	Framing   Framing
	// Values is the number of packets.
	Values int
	// Score is 1 where nothing speaks against the reading, and less the more does;
	// it is never 0. It orders the readings of the same bytes and means little
	// besides.
	Score float64
	// Why says in English what speaks for the reading, and against it.
	Why string

	lone int // 1 if the data is no container
}

// String returns the detection in one line.
func (d Detection) String() string {
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

// Detect says which dialects can read data wholly, best first: as one bare packet
// (var_to_bytes, a datagram), or as the records that store_var writes. It returns
// none where no dialect can, as for the compressed and encrypted files that package
// savefile unpacks.
//
// Nothing in a packet names its dialect, so this is a guess, for tools that then ask a
// person; a program that knows the engine should say so. The numbers of the
// containers tell the engines apart well (Dictionary is 18 in Godot 3, 27 in Godot 4, 22 and
// 25 in Pandemonium), so that anything inside of one is detected with
// few errors, while a lone int or text is the same in all of them.
//
// The rank comes about in three steps. Bytes that a dialect can't read without an error of
// the default mode (full objects allowed) are out. A reading is doubted
// where its values are not what games store: vectors and colours with numbers
// that are not finite, or tiny or huge as integers and text look when they are taken for floats; integer
// vectors and text that look like floats taken for these; control characters; node paths and objects with
// names that can't be theirs. The score is the share of values without a doubt,
// squared. And writing the values again in the dialect must give the same bytes, else its
// engine has not written them: padding aside, which old engines left dirty, a difference costs 40
// per cent, 64-bit ints where the values are small being the usual one, which only
// Godot 3.0 writes. Of readings with equal score, one that begins with a Dictionary or an
// Array is the better; then they come in the order of [Dialects], so an engine
// goes before a page, and Godot 4 before Godot 3.
//
// It looks at values up to the first 10,000 closely, and needs as much memory as decoding
// data once.
func Detect(data []byte) []Detection {
	var found []Detection
	for _, d := range Dialects() {
		precisions := []variant.Precision{Single} // a flag in the packets tells
		if d.Real == variant.RealSetting {
			precisions = append(precisions, Double)
		}
		for _, p := range precisions {
			c := MustNew(Options{Dialect: d, Precision: p, FullObjects: true})
			for _, f := range []Framing{FrameNone, FrameU32, FrameU32BE} {
				r := reading{codec: c, precision: p, framing: f}
				if r.read(data) {
					found = append(found, r.detection())
				}
			}
		}
	}
	slices.SortStableFunc(found, func(a, b Detection) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.lone, b.lone))
	})
	return found
}

// A reading is what one dialect makes of the data.
type reading struct {
	codec     *Codec
	wide      *Codec // of the other precision, once there was need of it
	precision variant.Precision
	framing   Framing
	values    int
	outer     variant.Type // of the first
	doubts    doubts
	form      form // of the least alike packet
}

// form says how the bytes compare to those that the dialect writes.
type form uint8

const (
	formSame form = iota
	formPadding
	formOther
)

// read reports whether the dialect reads all of data.
func (r *reading) read(data []byte) bool {
	if r.framing == FrameNone {
		return r.packet(data)
	}
	for len(data) > 0 {
		if len(data) < framePrefix {
			return false
		}
		size := r.framing.order().Uint32(data)
		if int64(size) > int64(len(data)-framePrefix) || !r.packet(data[framePrefix:framePrefix+size]) {
			return false
		}
		data = data[framePrefix+size:]
	}
	return r.values > 0
}

// packet reads one packet and holds it against what the dialect would write.
func (r *reading) packet(b []byte) bool {
	if r.doubts.enough() {
		r.values++
		return r.codec.Valid(b) == nil
	}
	if r.codec.Valid(b) != nil {
		return false
	}
	v, err := r.codec.Decode(b)
	if err != nil {
		return false
	}
	if r.values == 0 {
		r.outer = v.Type()
	}
	r.values++
	r.doubts.weigh(v)
	r.form = max(r.form, r.compare(v, b))
	return true
}

func (r *reading) compare(v variant.Variant, b []byte) form {
	out, err := r.codec.Encode(v)
	best := formOf(out, err, b)
	if best != formOther || r.codec.Dialect().Real != variant.RealFlagged {
		return best
	}
	if r.wide == nil { // a build of the other precision may have written it
		r.wide = MustNew(Options{Dialect: r.codec.Dialect(), Precision: Double, FullObjects: true})
	}
	out, err = r.wide.Encode(v)
	if wide := formOf(out, err, b); wide != formOther {
		r.precision = Double
		return wide
	}
	return best
}

// formOf compares written with read bytes. Padding is zero where it is written.
func formOf(written []byte, err error, read []byte) form {
	switch {
	case err != nil || len(written) != len(read):
		return formOther
	case bytes.Equal(written, read):
		return formSame
	}
	for i, c := range written {
		if c != read[i] && c != 0 {
			return formOther
		}
	}
	return formPadding
}

const otherForm = 0.6

func (r *reading) detection() Detection {
	d := Detection{Dialect: r.dialect(), Precision: r.precision, Framing: r.framing, Values: r.values}
	sound := r.doubts.sound()
	d.Score = sound * sound
	var why []string
	switch r.form {
	case formSame:
		why = append(why, "writes the same bytes")
	case formPadding:
		why = append(why, "writes the same bytes but for padding")
	case formOther:
		d.Score *= otherForm
		why = append(why, "would write other bytes for the same values")
	}
	if r.outer != variant.TypeDictionary && r.outer != variant.TypeArray {
		d.lone = 1
	}
	why = append(why, "begins with a "+r.outer.String())
	d.Why = strings.Join(append(why, r.doubts.text()...), "; ")
	return d
}

// dialect returns the package's own variable and not the codec's copy.
func (r *reading) dialect() *variant.Dialect { return DialectByName(r.codec.Dialect().Name) }
