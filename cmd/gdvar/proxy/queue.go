package proxy

import (
	"sync/atomic"
	"time"
)

// The limits of a queue. The printer and the capture have one each.
const (
	maxWaiting      = 4096     // records
	maxWaitingBytes = 16 << 20 // of packets
)

// A queue hands records to a consumer that may be slow. offer never waits: if the queue is
// full, it drops the record and counts it.
type queue struct {
	records chan Record
	bytes   atomic.Int64
	lost    atomic.Int64
	done    chan struct{}
}

// newQueue starts a consumer, which calls take for each record, and idle whenever no record
// waits.
func newQueue(take func(Record), idle func()) *queue {
	q := &queue{records: make(chan Record, maxWaiting), done: make(chan struct{})}
	go func() {
		defer close(q.done)

		for r := range q.records {
			take(r)
			q.bytes.Add(-int64(len(r.Packet)))
			if len(q.records) == 0 {
				idle()
			}
		}
	}()

	return q
}

// offer queues r, with the number of records that were dropped before it.
func (q *queue) offer(r Record) {
	size := int64(len(r.Packet))
	if q.bytes.Add(size) > maxWaitingBytes {
		q.bytes.Add(-size)
		q.lost.Add(1)
		return
	}

	lost := q.lost.Swap(0)
	r.Lost = int(lost)

	select {
	case q.records <- r:
	default:
		q.bytes.Add(-size)
		q.lost.Add(lost + 1)
	}
}

// close waits until all records have been taken, but not longer than patience. It returns
// the number of records that were not taken, or were dropped after the last one that was.
// offer must not be called any more.
func (q *queue) close(patience time.Duration) int {
	close(q.records)
	select {
	case <-q.done:
	case <-time.After(patience):
	}
	return int(q.lost.Load()) + len(q.records)
}
