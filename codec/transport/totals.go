package transport

// Totals counts all clients of a server. The reasons are those of [Reason]. A client is waiting if
// it has a visit and has not entered, also if it is refused and gets a last message. A client is
// inside if it has entered and has not left.
//
//	clients that came = Entered + sum(Refused) + sum(Dropped) + waiting
//	Entered = sum(Left) + inside
//	Peers = waiting + inside
type Totals struct {
	Peers                   int // current number
	Entered                 int
	Received, ReceivedBytes int
	Sent, SentBytes         int

	Left    map[string]int // clients that had entered
	Refused map[string]int // clients that had a visit, but did not enter
	Dropped map[string]int // clients whose connection was closed without a visit
}

// count counts a reason.
func count(m *map[string]int, why error) {
	if *m == nil {
		*m = map[string]int{}
	}
	(*m)[Reason(why)]++
}

func (t *Totals) add(s Stats) {
	t.Received += s.Received
	t.ReceivedBytes += s.ReceivedBytes
	t.Sent += s.Sent
	t.SentBytes += s.SentBytes
}
