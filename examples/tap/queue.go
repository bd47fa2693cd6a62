package main

import (
	"sync/atomic"
	"time"
)

// What may wait for the printer, and as much again for the capture.
const (
	maxWaiting      = 4096     // records
	maxWaitingBytes = 16 << 20 // of packets
)

// A queue hands records to a slow consumer. Whoever has a record never waits: if the queue
// is full the record is dropped and counted.
type queue struct {
	records chan record
	bytes   atomic.Int64
	lost    atomic.Int64
	done    chan struct{}
}

// newQueue starts a consumer, which calls take for each record, and idle whenever no record
// waits.
func newQueue(take func(record), idle func()) *queue {
	q := &queue{records: make(chan record, maxWaiting), done: make(chan struct{})}
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
func (q *queue) offer(r record) {
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
// the number of records that were not, those included that the last one has not told of.
// No record may be offered any more.
func (q *queue) close(patience time.Duration) int {
	close(q.records)
	select {
	case <-q.done:
	case <-time.After(patience):
	}
	return int(q.lost.Load()) + len(q.records)
}
