package main

import (
	"errors"

	"godotvariant/codec"
	"godotvariant/variant"
)

// budget is the longest datagram, in bytes: with the headers of IP and UDP it
// passes every network in one piece.
const budget = 1200

// A snapshot is the message to one player, written straight out of the server's
// slice of players. It is a variant.Variant, a Dictionary, and so are the values
// in it. All are used through pointers, which become interface values without an
// allocation; numbers and slices would not.
type snapshot struct {
	writeOnly
	seq sequence
	ids ids
	at  positions
}

// The keys are made once.
var keySeq, keyIDs, keyAt variant.Variant = variant.String("seq"), variant.String("ids"), variant.String("at")

func (*snapshot) Type() variant.Type { return variant.TypeDictionary }

func (s *snapshot) Encode(w *variant.Writer) error {
	w.Count(3)
	w.Value(keySeq)
	w.Value(&s.seq)
	w.Value(keyIDs)
	w.Value(&s.ids)
	w.Value(keyAt)
	w.Value(&s.at)
	return w.Err()
}

// of makes s the snapshot of some players.
func (s *snapshot) of(seq int32, players []*player) {
	s.seq.n, s.ids.players, s.at.players = seq, players, players
}

// sizeOf returns the sizes of a snapshot: without players, and of each of them.
func sizeOf(c *codec.Codec) (base, each int, err error) {
	var s snapshot
	empty, err := c.Encode(&s)
	if err != nil {
		return 0, 0, err
	}
	s.of(0, []*player{{}})
	one, err := c.Encode(&s)
	return len(empty), len(one) - len(empty), err
}

// sequence is an int that is always written in 4 bytes.
type sequence struct {
	writeOnly
	n int32
}

func (*sequence) Type() variant.Type { return variant.TypeInt }

func (s *sequence) Encode(w *variant.Writer) error {
	w.Int32(s.n)
	return w.Err()
}

// ids is a PackedInt32Array.
type ids struct {
	writeOnly
	players []*player
}

func (*ids) Type() variant.Type { return variant.TypePackedInt32Array }

func (i *ids) Encode(w *variant.Writer) error {
	w.Count(len(i.players))
	for _, p := range i.players {
		w.Int32(p.id)
	}
	return w.Err()
}

// positions is a PackedVector2Array.
type positions struct {
	writeOnly
	players []*player
}

func (*positions) Type() variant.Type { return variant.TypePackedVector2Array }

func (a *positions) Encode(w *variant.Writer) error {
	w.Count(len(a.players))
	for _, p := range a.players {
		w.Real(p.at.X)
		w.Real(p.at.Y)
	}
	return w.Err()
}

// writeOnly is the Decode of values that nobody reads: clients' messages are
// ordinary dictionaries.
type writeOnly struct{}

func (writeOnly) Decode(r *variant.Reader) (variant.Variant, error) {
	return nil, r.Fail(errors.New("snapshots are only written"))
}
