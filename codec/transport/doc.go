/*
Package transport carries messages between a server and its clients, over TCP, TLS, Unix sockets,
UDP and pipes in memory. A message is a slice of bytes, and the package does not know its
content. Packages message and multiplayer give messages a meaning. A relay or a proxy uses this
package alone.

	server := &transport.Server{
		Enter:   func(p *transport.Peer) error { … },
		Receive: func(p *transport.Peer, m transport.Message) error { … },
		Leave:   func(p *transport.Peer, why error) { log.Print(p.Addr(), ": ", why) },
		Limits:  transport.Limits{MaxPeers: 100},
	}

	tcp, err := transport.Listen("tcp", ":9000")
	udp, err := transport.Listen("udp", ":9000")
	go server.Serve(tcp, udp)
	err = server.Shutdown(ctx)

TLS is Stream(tls.NewListener(l, config), StreamOptions{}). Package codec/transport/enet has ENet,
the UDP protocol of Godot's multiplayer. Package codec/transport/dtls has DTLS, for ENet and for
datagrams. Package codec/transport/websocket has WebSocket. Packages dtls and websocket are separate
modules. Any other transport is a [Conn], for [Server.ServeConn] or a [Listener].

A client has a [Peer], whose methods send messages and end the visit. [Limits] bound its cost,
[Reason] returns the name of the reason why it left, and [Server.Totals] counts the clients.

# A visit

The visit of a client goes through these states in this order. It may skip a state, and never
returns to an earlier one.

	state     begins with                   what runs                   ends with
	waiting   the server has counted it     First, Enter                Enter returned nil → inside;
	                                                                    End → ending
	inside    Enter has returned nil        Receive, Fault              End
	ending    End; the first reason counts  the queue is written, then  all written, or Patience
	                                        Farewell or Refused
	closing   Conn.Close                    nothing of the program      reader and writer have ended
	left      Leave, if it was inside       -                           the server stops counting it

What an event does in each state:

	event                waiting              inside             ending             closing, left
	a message comes      First, then Enter    Receive            is dropped         is dropped
	Send                 waits in the queue   waits              returns why, but   returns why
	                                                             in Farewell waits
	End, Shutdown        → ending             → ending           nothing            nothing
	the client closes    → ending             → ending           → closing          nothing
	                     ("left")             ("left")
	an error of reading  → ending             → ending           → closing          nothing
	Idle has passed      → ending ("idle")    → ending           -                  -
	Patience has passed  → closing            → closing          → closing          Leave does not
	                     ("slow")             ("slow")                              wait for Close
	a function panics    → ending ("panic")   → ending           no last message    goes to Log
	the queue overflows  → ending ("slow")    → ending, and      -                  -
	                                          the queue is lost

# What always holds

	admission   len(counted) <= MaxPeers;  of one host <= MaxPerHost
	            refused clients that are told why <= 16; beyond them a refused client costs
	            no goroutine and no memory
	goroutines  <= 2 * (len(counted) + 16) + listeners + (a Close or Ping under way for a visit)
	order       First? Enter? (Receive Fault?)* (Farewell | Refused)? Leave?, one at a time
	            no Receive after End or Leave;  Leave is called once  <=>  Enter has returned nil
	queue       n <= MaxQueue;  bytes <= max(MaxQueueBytes, one message)
	rate        messages of a client in any time t <= MaxRate * (1 + t/second), bytes likewise
	times       no message, or pong after the first message, for Idle      =>  End(ErrIdle)
	            a message in writing for Patience                          =>  End(ErrSlow), closed
	            from End to Leave <= Patience + the function that is running
	UDP         bytes sent to an address without proof <= bytes received from it; nothing is kept
	            waiting datagrams of a client <= 64 and <= 256 KiB; none over MaxFrame is kept
	panic       in any function of the program: ends one visit, and goes to Log
	totals      clients that came = Entered + sum(Refused) + sum(Dropped), after the last visit;
	            Entered = sum(Left)

TestModel checks that the server keeps these rules, with clients of all kinds over all
transports, in memory and over sockets.

# Pitfalls

  - The Data of a message is valid until Receive returns, and Send keeps its Data until it is
    written: to pass a message on, call SendCopy, or Send with a copy that all receivers share.
  - A function that locks Server.Lock again, or waits for another function, stops the server.
  - Buffers of the operating system hide a slow client: they hold thousands of short messages before
    the first message waits in the queue. StreamOptions.SendBuffer makes them smaller.
  - An engine that reads the end of a stream together with the last message loses the message. So a
    server waits 200 ms before it closes a stream.
  - Over UDP a message may be lost, arrive twice or out of order. The end of a connection is not
    sent to the other side, so Limits.Idle ends the visit of a client that has gone.
*/
package transport
