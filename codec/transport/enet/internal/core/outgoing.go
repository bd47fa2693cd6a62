package core

import (
	"slices"

	"godotvariant/codec/transport/enet/internal/command"
)

// headerSize is the length of the command of a fragment plus the head of its datagram.
const headerSize = 28

// An outbound is the sending side of a channel. It has the numbers that were used last.
type outbound struct {
	reliable   uint16
	unreliable uint16 // last unreliable number; each new reliable number sets it to 0
}

// A sender numbers commands and keeps them until they are sent.
type sender struct {
	channels []outbound
	control  uint16 // last number on the control channel
	group    uint16 // group of unsequenced packets

	order   uint32
	again   []*outgoing // commands that have timed out
	packets []*outgoing // commands of reliable packets
	others  []*outgoing
	flight  flight
	queued  int // number of data bytes of the commands in the fields packets and others

	mtu      int
	window   int
	throttle throttle
	total    uint64 // number of bytes that were queued in this second; dropped packets count
}

// idle reports whether nothing is queued or unacknowledged.
func (s *sender) idle() bool {
	return len(s.again)+len(s.packets)+len(s.others)+len(s.flight.byKey) == 0
}

// clear drops everything.
func (s *sender) clear() {
	s.again = nil
	s.packets = nil
	s.others = nil
	s.queued = 0
	s.flight = newFlight(len(s.channels))
}

// queue appends a command.
func (s *sender) queue(o *outgoing) {
	s.order++
	o.order = s.order
	s.queued += len(o.Data)
	if o.packet {
		s.packets = append(s.packets, o)
	} else {
		s.others = append(s.others, o)
	}
}

// queueControl queues a command on the control channel.
func (s *sender) queueControl(k command.Kind, acknowledged bool, body []byte) {
	s.control++
	s.queue(&outgoing{Command: command.Command{
		Kind: k, Acknowledged: acknowledged, Unsequenced: !acknowledged,
		Channel: command.ControlChannel, Number: s.control, Body: body,
	}})
}

// queuePacket queues a packet, unless the throttle drops it. It keeps the data.
func (s *sender) queuePacket(p Packet) {
	s.total += uint64(len(p.Data) + headerSize)
	if p.Mode != Reliable && s.throttle.drops() {
		return
	}

	c := &s.channels[p.Channel]
	reliable := p.Mode == Reliable || c.unreliable == 0xffff && p.Mode == Ordered
	if c.unreliable == 0xffff && len(p.Data) > s.fragment() {
		reliable = true
	}

	switch {
	case reliable && len(p.Data) > s.fragment():
		s.queueFragments(p, command.SendFragment)
	case len(p.Data) > s.fragment():
		s.queueFragments(p, command.SendUnreliableFragment)
	case reliable:
		c.next(true)
		s.queueSend(p, command.SendReliable, c.reliable, command.Length(len(p.Data)))
	case p.Mode == Ordered:
		c.next(false)
		body := command.Lengths(c.unreliable, len(p.Data))
		s.queueSend(p, command.SendUnreliable, c.reliable, body)
	default:
		s.group++
		s.queueSend(p, command.SendUnsequenced, 0, command.Lengths(s.group, len(p.Data)))
	}
}

// fragment returns the number of bytes of a packet in each fragment except the last one.
func (s *sender) fragment() int { return s.mtu - headerSize }

// next increases the last reliable or unreliable number of a channel. After each reliable number,
// the unreliable numbers begin at 0 again.
func (c *outbound) next(reliable bool) {
	if reliable {
		c.reliable++
		c.unreliable = 0
	} else {
		c.unreliable++
	}
}

// queueSend queues a command with data.
func (s *sender) queueSend(p Packet, k command.Kind, number uint16, body []byte) {
	reliable := k == command.SendReliable || k == command.SendFragment
	s.queue(&outgoing{packet: reliable, Command: command.Command{
		Kind: k, Acknowledged: reliable, Unsequenced: k == command.SendUnsequenced,
		Channel: p.Channel, Number: number, Body: body, Data: p.Data,
	}})
}

// queueFragments queues a packet that is longer than a datagram.
func (s *sender) queueFragments(p Packet, k command.Kind) {
	c := &s.channels[p.Channel]
	size := s.fragment()
	reliable := k == command.SendFragment

	f := command.Fragment{Total: uint32(len(p.Data)), Start: c.reliable + 1}
	if !reliable {
		c.next(false)
		f.Start = c.unreliable
	}

	f.Count = uint32((len(p.Data) + size - 1) / size)
	for part := range slices.Chunk(p.Data, size) {
		if reliable {
			c.next(true)
		}
		one := Packet{Channel: p.Channel, Data: part}
		s.queueSend(one, k, c.reliable, f.Body(len(part)))
		f.Index++
		f.Offset += uint32(len(part))
	}
}

// acknowledged removes a command that was acknowledged. It returns the kind of the command, or 0 if
// the command is unknown.
func (s *sender) acknowledged(channel uint8, number uint16) command.Kind {
	o := s.flight.take(channel, number)
	if o == nil {
		return 0
	}

	if o.waits {
		s.again = slices.DeleteFunc(s.again, func(o *outgoing) bool { return o.done })
	}

	return o.Kind
}

// expire adds the commands that have timed out to the queue again. It returns false if the
// connection is lost.
func (s *sender) expire(now, mostTimeout uint32) bool {
	again, ok := s.flight.expire(now, mostTimeout)
	s.again = append(s.again, again...)
	return ok
}

// take removes and returns the next command that may be sent now and fits into a datagram. It
// returns nil if there is none.
func (s *sender) take(room int) *outgoing {
	queue := s.choose()
	if queue == nil {
		return nil
	}

	o := (*queue)[0]
	if o.Len() > room {
		return nil
	}

	*queue = without(*queue, 1)
	if o.tries == 0 {
		s.queued -= len(o.Data)
	}

	return o
}

// choose returns the queue whose first command is to be sent next, or nil. Reliable packets wait
// until the window has space. Other commands do not wait for them.
func (s *sender) choose() *[]*outgoing {
	if len(s.again) > 0 && s.open(s.again[0]) {
		return &s.again
	}

	packets := len(s.packets) > 0 && len(s.again) == 0 && s.open(s.packets[0])
	switch {
	case len(s.others) == 0 && !packets:
		return nil
	case len(s.others) == 0:
		return &s.packets
	case packets && int32(s.packets[0].order-s.others[0].order) < 0:
		return &s.packets
	default:
		return &s.others
	}
}

// open reports whether a command may be sent now. It may be sent if the window has space, or if the
// command needs no space in the window.
func (s *sender) open(o *outgoing) bool {
	if !o.packet {
		return true
	}

	if len(s.flight.byKey) >= maxInFlight && o.tries == 0 {
		return false
	}

	if o.tries == 0 && o.Number%windowSize == 0 && !s.flight.mayBegin(o.Channel, o.Number) {
		return false
	}

	return s.flight.bytes+len(o.Data) <= max(s.throttle.window(s.window), s.mtu)
}
