/*
Package core is ENet 1.3 without I/O. The caller tells a [Host] which datagrams have arrived and
what time it is, and the Host returns the datagrams to send.

	host.Receive(from, datagram, now)
	for _, e := range host.Events() { … }
	datagrams, wait := host.Poll(now)

Times are milliseconds of a clock that never goes back, and may wrap. Random numbers come from the
caller too, so the same calls always have the same results. One goroutine at a time may use a Host
and its Peers.

The files from the bottom up:

	limits, numbers, packet, roundtrip    bounds; windows of numbers; what a packet is; times
	unsequenced, fragments, ordering      what arrives: duplicates, parts, order
	reliable, outgoing                    what is sent: in flight, numbers and queues
	bandwidth, throttle                   what is sent if the network is slow
	peer, commands, datagrams             a connection: its state, what it reads, what it writes
	compression, halfopen                 datagrams of strangers
	host, balance                         all connections; how they share the bandwidth
	connect, receive, poll                how they begin, what comes and goes
*/
package core
