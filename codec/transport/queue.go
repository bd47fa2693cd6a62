package transport

// A queue has the messages that wait to be written, in a ring. The first messages stay in the ring
// while the writer writes them.
//
//	n <= Limits.MaxQueue
//	bytes <= max(Limits.MaxQueueBytes, the length of one message)
type queue struct {
	ring  []waitingMessage // the length is 0 or a power of two
	head  int              // index of the first message
	n     int
	bytes int
}

// A waitingMessage is a message in a queue.
type waitingMessage struct {
	Message
	buffer *buffer // buffer with the Data, or nil if the Data belongs to the program
}

// keptRing is the greatest length of a ring that is kept when it is empty.
const keptRing = 64

// fits reports whether another message of size bytes may wait.
func (q *queue) fits(size int, l *Limits) bool {
	return q.n < l.MaxQueue && (q.n == 0 || q.bytes+size <= l.MaxQueueBytes)
}

func (q *queue) push(m waitingMessage) {
	if q.n == len(q.ring) {
		q.grow()
	}

	q.ring[q.index(q.n)] = m
	q.n++
	q.bytes += len(m.Data)
}

func (q *queue) grow() {
	grown := make([]waitingMessage, max(4, 2*len(q.ring)))
	n := copy(grown, q.ring[q.head:])
	copy(grown[n:], q.ring[:q.head])
	q.ring = grown
	q.head = 0
}

// index returns the index in the ring of message i.
func (q *queue) index(i int) int { return (q.head + i) & (len(q.ring) - 1) }

// appendTo appends the first messages to dst. It appends at least one message, and at most count
// messages. If it appends more than one message, they have at most size bytes together.
func (q *queue) appendTo(dst []Message, count, size int) []Message {
	for i := range min(q.n, count) {
		m := q.ring[q.index(i)].Message
		size -= len(m.Data)
		if i > 0 && size < 0 {
			break
		}
		dst = append(dst, m)
	}
	return dst
}

// pop removes the first count messages after they were written, and frees their buffers. It does
// nothing if the queue was dropped in the meantime.
func (q *queue) pop(count int) {
	if q.n < count {
		return
	}

	for range count {
		first := &q.ring[q.head]
		q.bytes -= len(first.Data)
		first.buffer.free()
		*first = waitingMessage{}
		q.head = q.index(1)
		q.n--
	}

	if q.n == 0 && len(q.ring) > keptRing {
		q.drop()
	}
}

// drop drops all messages. It does not free their buffers, because the writer may be writing the
// first messages at this moment.
func (q *queue) drop() { *q = queue{} }
