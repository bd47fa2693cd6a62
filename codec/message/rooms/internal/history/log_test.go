package history

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/message/rooms"
)

// A try is an attempt to write a record, and its result.
type try struct {
	expected            uint64
	epoch, index, nonce int64
	kind                rooms.RecordKind
	tick                int64
	stored              uint64 // 0 if the record was refused
	seen                bool   // the observer knows that the record is stored
}

// TestRecords: the observer finds records that a snapshot has replaced before they were read. It
// does not return attempts that were refused.
func TestRecords(t *testing.T) {
	const begin, tick, snapshot = rooms.RecordBegin, rooms.RecordTick, rooms.RecordSnapshot
	for _, story := range []struct {
		name  string
		tries []try
	}{
		{"one owner goes on", []try{
			{0, 1, 1, 7, snapshot, 1, 5, true},
			{5, 1, 2, 7, tick, 2, 8, false},
			{8, 1, 3, 7, tick, 3, 9, false},
			{9, 1, 4, 7, snapshot, 3, 12, true},
		}},
		{"the last record of a dead owner", []try{
			{0, 1, 1, 7, snapshot, 1, 5, true},
			{5, 1, 2, 7, tick, 2, 8, false},
			{8, 2, 3, 8, begin, 3, 9, false},
			{9, 2, 4, 8, snapshot, 3, 12, true},
		}},
		{"an owner that was replaced tries to write", []try{
			{0, 1, 1, 7, snapshot, 1, 5, true},
			{5, 1, 2, 7, tick, 2, 0, false},
			{5, 2, 2, 8, begin, 3, 9, false},
			{9, 2, 3, 8, snapshot, 3, 12, true},
		}},
		{"an owner that was thought dead is faster than its heir, which begins again", []try{
			{0, 1, 1, 7, snapshot, 1, 5, true},
			{5, 2, 2, 8, begin, 9, 0, false},
			{5, 1, 2, 7, tick, 2, 8, false},
			{8, 2, 3, 8, begin, 3, 9, false},
			{9, 3, 4, 6, begin, 4, 11, false},
			{11, 3, 5, 6, snapshot, 4, 12, true},
		}},
		{"two heirs begin, and the one that was faster goes on", []try{
			{0, 1, 1, 7, snapshot, 1, 5, true},
			{5, 2, 2, 9, begin, 2, 0, false},
			{5, 2, 2, 8, begin, 8, 6, false},
			{6, 2, 3, 8, tick, 9, 7, false},
			{7, 3, 4, 6, begin, 10, 11, false},
			{11, 3, 5, 6, snapshot, 10, 12, true},
		}},
		{"two heirs begin, and the one that was faster dies before a tick of the other one", []try{
			{0, 1, 1, 7, snapshot, 1, 5, true},
			{5, 2, 2, 9, begin, 12, 0, false},
			{5, 2, 2, 8, begin, 8, 6, false},
			{6, 3, 3, 6, begin, 10, 11, false},
			{11, 3, 4, 6, snapshot, 10, 12, true},
		}},
		{"two heirs begin, the faster one dies, and the other one begins again", []try{
			{0, 1, 1, 7, snapshot, 1, 5, true},
			{5, 2, 2, 9, begin, 2, 0, false},
			{5, 2, 2, 8, begin, 8, 6, false},
			{6, 3, 3, 9, begin, 10, 11, false},
			{11, 3, 4, 9, snapshot, 10, 12, true},
		}},
		{"two heirs begin, and NATS has told one of them that it is the owner", []try{
			{0, 1, 1, 7, snapshot, 1, 5, true},
			{5, 2, 2, 9, begin, 2, 0, false},
			{5, 2, 2, 8, begin, 8, 6, true},
			{6, 3, 3, 6, begin, 10, 11, false},
			{11, 3, 4, 6, snapshot, 10, 12, true},
		}},
	} {
		t.Run(story.name, func(t *testing.T) {
			l := NewLog()
			var want []rooms.Record
			for _, s := range story.tries {
				r := rooms.Record{
					Kind: s.kind, Epoch: s.epoch, Index: s.index, Nonce: s.nonce, Tick: s.tick,
				}
				l.Tried(s.expected, r, time.Now())
				if s.stored > 0 {
					want = append(want, r)
				}
				if s.seen {
					l.Stored(s.stored, r)
				}
			}

			all, err := l.Records()
			require.NoError(t, err)
			var got []rooms.Record
			for _, r := range all {
				got = append(got, r.Record)
			}
			require.Equal(t, want, got)
			require.Equal(t, want[len(want)-1], l.Last())
		})
	}
}

// TestMissed: the error lists the records that the observer does not know.
func TestMissed(t *testing.T) {
	l := NewLog()
	l.Stored(3, rooms.Record{Kind: rooms.RecordSnapshot, Epoch: 1, Index: 1})
	l.Stored(9, rooms.Record{Kind: rooms.RecordSnapshot, Epoch: 1, Index: 5})
	_, err := l.Records()
	require.EqualError(t, err, "the observer has missed records 2 to 4")
}
