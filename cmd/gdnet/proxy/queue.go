package proxy

import (
	"sync/atomic"
	"time"
)

// The limits of a queue. The printer and the capture each have a queue.
const (
	maxWaiting      = 4096     // number of records
	maxWaitingBytes = 16 << 20 // bytes of packets
)

// A queue passes records to a consumer that may be slow. The method offer never waits: if the queue
// is full, it drops the record and counts it.
type queue struct {
	records chan Record
	bytes   atomic.Int64
	lost    atomic.Int64
	done    chan struct{}
}

// newQueue starts a consumer. The consumer calls the function take for each record, and the
// function idle when no record waits.
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

// offer adds r to the queue. It sets r.Lost to the number of records that were dropped before r.
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

// close waits until the consumer has taken all records. The argument timeout is the longest time
// that close waits. The result is the number of records that were not taken, plus the number of
// records that were dropped after the last taken record. Do not call offer after close.
func (q *queue) close(timeout time.Duration) int {
	close(q.records)
	select {
	case <-q.done:
	case <-time.After(timeout):
	}
	return int(q.lost.Load()) + len(q.records)
}
