package wsconn

import (
	"context"
	"errors"

	"godotvariant/codec/transport"
)

// A Queue sends packets through a Conn without waiting for the other side, such as those of a
// sockets.Server. It is a sockets.Conn.
type Queue struct {
	conn    transport.Conn
	waiting chan []byte
	end     context.CancelCauseFunc
}

// NewQueue returns a Queue in which as many packets as size can wait. Call Close in the end.
func NewQueue(conn transport.Conn, size int) *Queue {
	ctx, end := context.WithCancelCause(context.Background())
	context.AfterFunc(ctx, func() { _ = conn.Close(context.Cause(ctx)) }) // its error is ignored

	q := &Queue{conn, make(chan []byte, size), end}
	go q.write(ctx)
	return q
}

// Send queues a packet, which must not be changed afterwards. If too many packets wait, it closes
// the Conn and returns transport.ErrSlow.
func (q *Queue) Send(packet []byte) error {
	select {
	case q.waiting <- packet:
		return nil
	default:
		q.end(transport.ErrSlow)
		return transport.ErrSlow
	}
}

// Close closes the Conn. Packets that wait may be lost.
func (q *Queue) Close() { q.end(errors.New("the server has ended the connection")) }

// write sends the waiting packets, until the Conn ends.
func (q *Queue) write(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case packet := <-q.waiting:
			if err := q.conn.Send(transport.Message{Data: packet}); err != nil {
				q.end(err)
			}
		}
	}
}
