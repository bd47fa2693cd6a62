package transport

// Totals counts all clients of a server. The reasons are those of [Reason]. Every client that has
// connected is in exactly one count:
//
//	clients that came = Entered + sum(Refused) + sum(Dropped) + those that have not entered yet
//	Entered = sum(Left) + those that are inside
//	Peers = those that have not entered yet + those that are inside +
//	        refused clients that get a last message
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
