package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/probe"
	"godotvariant/cmd/internal/span"
	"godotvariant/codec"
	"godotvariant/codec/inspect"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// decided returns an error if several engines fit the file equally well and their results differ.
func (job *conversion) decided() error {
	defer job.close()

	ties := job.format.Ties()
	if len(ties) < 2 {
		return nil
	}

	if alike, err := job.readAlike(ties); alike || err != nil {
		return err
	}

	var sums [][]byte
	var names []string
	for _, d := range ties {
		o, err := job.options(d, nil)
		if err != nil {
			return err
		}

		o.Out = savefile.Options{Container: savefile.Plain} // encrypted bytes always differ
		sum := sha256.New()
		if _, err := job.run(sum, o); err != nil {
			continue // this engine can't read the rest of the file
		}

		sums = append(sums, sum.Sum(nil))
		names = append(names, fmt.Sprintf("%s (frame %s)", probe.EngineName(d.Dialect),
			frame.Of(d).String()))
	}

	if len(slices.CompactFunc(sums, bytes.Equal)) < 2 {
		return nil
	}

	return fmt.Errorf("%w: these would give different files: %s; "+
		"--engine and --frame name the right one",
		document.ErrTie, strings.Join(names, ", "))
}

// readAlike reports whether it is certain that the conversions from all engines in ties have the
// same result: the command line names the engine of the new file, and these engines read the same
// values in the old file. If readAlike returns false, the results may still be the same.
func (job *conversion) readAlike(ties []inspect.Detection) (bool, error) {
	if job.target == nil {
		return false, nil
	}

	t := tokenReader{scans: make([]codec.Scanner, len(ties))}
	for _, d := range ties {
		if frame.Of(d) != frame.Of(ties[0]) || rulesOf(d) != rulesOf(ties[0]) {
			return false, nil
		}

		o, err := job.options(d, nil)
		if err != nil {
			return false, err
		}
		t.codecs = append(t.codecs, o.From)
	}

	for record, err := range job.reader.All() {
		if err != nil || !t.same(record.Packet) {
			return false, nil
		}
	}

	return true, nil
}

// rules are the properties of a dialect that decide how payloads and keys are read. If two dialects
// have the same rules and the same type for a payload, they read the same value from the payload.
type rules struct {
	precision variant.Precision

	int    dialect.IntRule
	float  dialect.FloatRule
	real   dialect.RealRule
	object dialect.ObjectRule
	keys   dialect.KeyRule

	wideColor, basisColumns, stringNUL, ridPayload, oldNodePath, count64 bool
}

func rulesOf(d inspect.Detection) rules {
	s := d.Dialect.Spec()
	return rules{d.Precision, s.Int, s.Float, s.Real, s.Object, s.Keys, s.WideColor, s.BasisColumns,
		s.StringArrayNUL, s.RIDPayload, s.OldNodePath, s.Int64ArrayCount64}
}

// A tokenReader compares the tokens that several codecs find in packets.
type tokenReader struct {
	codecs   []*codec.Codec
	scans    []codec.Scanner // a scanner for each codec
	distinct span.Distinct
}

// same reports whether all codecs find the same tokens in a packet, and the packet repeats no key.
func (t *tokenReader) same(packet []byte) bool {
	if !t.distinct.In(packet, t.codecs[0]) {
		return false
	}

	for i := range t.scans {
		t.scans[i].Reset(packet, t.codecs[i])
	}

	first := &t.scans[0]
	for first.Next() {
		for i := range t.scans[1:] {
			if other := &t.scans[i+1]; !other.Next() || !sameToken(first, other) {
				return false
			}
		}
	}

	for i := range t.scans {
		s := &t.scans[i]
		if i > 0 && s.Next() || s.Err() != nil || s.End() != len(packet) {
			return false
		}
	}

	return true
}

// sameToken reports whether the tokens of two codecs are the same.
func sameToken(a, b *codec.Scanner) bool {
	if a.Type() != b.Type() || a.Offset() != b.Offset() || a.End() != b.End() ||
		a.Kind() != b.Kind() || a.Flags() != b.Flags() {
		return false
	}

	if a.Kind() != codec.TokenOpen || a.Flags() == 0 && isPlain(a.Type()) {
		return true
	}

	one, err := a.Empty()
	if err != nil {
		return false
	}

	two, err := b.Empty()
	return err == nil && variant.Equal(one, two)
}

// isPlain reports whether the type t is Array, Dictionary or Object. If the header of such a
// container has no flags, the container has no element types.
func isPlain(t variant.Type) bool {
	return t == variant.TypeArray || t == variant.TypeDictionary || t == variant.TypeObject
}
