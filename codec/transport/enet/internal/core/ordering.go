package core

import (
	"cmp"
	"slices"

	"godotvariant/codec/transport/enet/internal/command"
)

// An incoming is a packet that waits for other packets, or for its own missing fragments.
type incoming struct {
	number     uint16 // reliable number of this packet, or of the last reliable packet before it
	unreliable uint16
	mode       Mode
	data       []byte
	parts      *assembly // parts of a packet in fragments
	came       uint32
}

func (in *incoming) whole() bool { return in.parts == nil || in.parts.whole() }

func (in *incoming) cost() int {
	if in.parts != nil {
		return in.parts.cost()
	}

	return len(in.data) + overhead
}

func (in *incoming) packet(channel uint8) Packet {
	data := in.data
	if in.parts != nil {
		data = in.parts.packet()
	}

	return Packet{channel, in.mode, data}
}

// numbers returns how many reliable numbers the packet takes: one for each fragment.
func (in *incoming) numbers() uint16 {
	if in.parts != nil {
		return uint16(in.parts.count)
	}

	return 1
}

// An inbound is the receiving side of a channel.
type inbound struct {
	reliable   uint16 // last number that was delivered
	unreliable uint16 // last unreliable number since the last reliable number
	waiting    map[uint16]*incoming
	held       []*incoming // unreliable packets that wait, in their order
}

// A receiver delivers arriving packets in order.
type receiver struct {
	channels []inbound
	groups   groups

	maxPacket, maxWaiting int
	used                  int  // number of bytes in the waiting packets and in the inbox
	tooLong               int  // length of a packet over maxPacket; 0 if there is none
	holds                 bool // unreliable packets may be waiting

	inbox     []Packet
	delivered func() // called after a packet was added to the inbox
}

// admits reports whether another n bytes may wait. If next is true, the packet is next in order,
// and may exceed the limit by maxPacket. Without this exception, the packets that wait for this
// packet could prevent its delivery.
func (r *receiver) admits(n int, next bool) bool {
	most := r.maxWaiting
	if next {
		most += r.maxPacket + overhead
	}

	return r.used+n <= most
}

// long reports whether n is greater than r.maxPacket. If it is, long stores n in r.tooLong.
func (r *receiver) long(n int) bool {
	if n <= r.maxPacket {
		return false
	}

	r.tooLong = n
	r.delivered()
	return true
}

func (r *receiver) deliver(p Packet) {
	r.inbox = append(r.inbox, p)
	r.used += len(p.Data) + overhead
	r.delivered()
}

// next removes a packet from the inbox, and returns it.
func (r *receiver) next() (p Packet, ok bool) {
	if len(r.inbox) == 0 {
		return p, false
	}

	p = r.inbox[0]
	r.inbox = without(r.inbox, 1)
	r.used -= len(p.Data) + overhead
	return p, true
}

// drop drops the waiting packets, but not the inbox.
func (r *receiver) drop() {
	for i := range r.channels {
		c := &r.channels[i]
		for _, in := range c.waiting {
			r.used -= in.cost()
		}
		for _, in := range c.held {
			r.used -= in.cost()
		}
		c.waiting = nil
		c.held = nil
	}
}

// takeReliable handles a SEND_RELIABLE. It returns false if the other side has to send the command
// again later.
func (r *receiver) takeReliable(channel uint8, number uint16, data []byte) bool {
	c := &r.channels[channel]
	if number == c.reliable || placeOf(number, c.reliable) != near || c.within(number) != nil {
		return true
	}

	if r.long(len(data)) {
		return false
	}

	in := &incoming{number: number, mode: Reliable, data: slices.Clone(data)}
	next := number == c.reliable+1
	if !r.admits(in.cost(), next) {
		return false
	}

	c.wait(in)
	r.used += in.cost()
	if next {
		r.dispatch(channel)
	}

	return true
}

// wait stores a reliable packet until it is the next one in order.
func (c *inbound) wait(in *incoming) {
	if c.waiting == nil {
		c.waiting = map[uint16]*incoming{}
	}

	c.waiting[in.number] = in
}

// within returns the reliable packet that waits with the given number, or nil. A packet in
// fragments waits with the number of its first fragment.
func (c *inbound) within(number uint16) *incoming { return c.waiting[number] }

// dispatch delivers the reliable packets that are next in order, and then unreliable packets.
func (r *receiver) dispatch(channel uint8) {
	c := &r.channels[channel]
	moved := false
	for {
		in := c.waiting[c.reliable+1]
		if in == nil || !in.whole() {
			break
		}

		for range in.numbers() {
			c.reliable++
			r.forget(c, c.reliable)
		}
		c.unreliable = 0
		moved = true
		r.deliver(in.packet(channel))
	}

	if moved {
		r.release(channel)
	}
}

// forget removes the packet that c.waiting has for a number, if there is one. The method dispatch
// calls forget for each number of a packet that it delivers. The call for the first number removes
// the delivered packet. The calls for the numbers of the other fragments remove packets to which
// the other side has wrongly given the same numbers.
func (r *receiver) forget(c *inbound, number uint16) {
	if in := c.waiting[number]; in != nil {
		r.used -= in.cost()
		delete(c.waiting, number)
	}
}

// takeUnsequenced handles a SEND_UNSEQUENCED.
func (r *receiver) takeUnsequenced(channel uint8, group uint16, data []byte) {
	if r.groups.take(group) && !r.long(len(data)) && r.admits(len(data)+overhead, false) {
		r.deliver(Packet{channel, Unsequenced, slices.Clone(data)})
	}
}

// takeUnreliable handles a SEND_UNRELIABLE. The argument reliable is the number of the last
// reliable packet that was sent before this packet.
func (r *receiver) takeUnreliable(channel uint8, reliable, number uint16, data []byte, now uint32) {
	c := &r.channels[channel]
	if !c.expects(reliable, number) || r.long(len(data)) {
		return
	}

	in := &incoming{
		number: reliable, unreliable: number, mode: Ordered, data: slices.Clone(data), came: now,
	}

	r.hold(channel, in)
}

// expects reports whether an unreliable packet may still be delivered.
func (c *inbound) expects(reliable, number uint16) bool {
	if placeOf(reliable, c.reliable) != near {
		return false
	}

	return reliable != c.reliable || number > c.unreliable
}

// hold stores an unreliable packet, and delivers the packets that are ready. It returns false if
// there is no space for the packet, or if the packet has arrived before.
func (r *receiver) hold(channel uint8, in *incoming) bool {
	c := &r.channels[channel]
	at, found := c.find(in.number, in.unreliable)
	if found || len(c.held) >= maxHeld || !r.admits(in.cost(), false) {
		return false
	}

	c.held = slices.Insert(c.held, at, in)
	r.holds = true
	r.used += in.cost()
	r.release(channel)
	return true
}

// find returns the index of an unreliable packet in c.held.
func (c *inbound) find(reliable, number uint16) (index int, found bool) {
	return slices.BinarySearchFunc(c.held, number, func(in *incoming, number uint16) int {
		if in.number != reliable {
			return cmp.Compare(in.number-c.reliable, reliable-c.reliable)
		}
		return cmp.Compare(in.unreliable, number)
	})
}

// release delivers the unreliable packets that do not have to wait for a reliable packet. It drops
// incomplete packets that come before a delivered packet.
func (r *receiver) release(channel uint8) {
	c := &r.channels[channel]
	var incomplete, later []*incoming
	for _, in := range c.held {
		switch {
		case in.number != c.reliable && placeOf(in.number, c.reliable) == near:
			later = append(later, in)
		case in.number != c.reliable || in.unreliable <= c.unreliable:
			r.used -= in.cost()
		case !in.whole():
			incomplete = append(incomplete, in)
		default:
			for _, old := range incomplete {
				r.used -= old.cost()
			}
			incomplete = nil
			r.used -= in.cost()
			c.unreliable = in.unreliable
			r.deliver(in.packet(channel))
		}
	}

	c.held = append(incomplete, later...)
}

// expire drops unreliable packets that have waited too long.
func (r *receiver) expire(now uint32) {
	if !r.holds {
		return // the usual case, which must be fast: a client may have 255 channels
	}

	r.holds = false
	for i := range r.channels {
		c := &r.channels[i]
		if len(c.held) == 0 {
			continue
		}
		c.held = slices.DeleteFunc(c.held, func(in *incoming) bool {
			old := since(in.came, now) >= heldTime
			if old {
				r.used -= in.cost()
			}
			return old
		})
		r.holds = r.holds || len(c.held) > 0
	}
}

// takeFragment handles a SEND_FRAGMENT. It returns false if the fragment is refused, or if the
// other side has to send it again later.
func (r *receiver) takeFragment(channel uint8, f command.Fragment, data []byte) bool {
	c := &r.channels[channel]
	if f.Start == c.reliable || placeOf(f.Start, c.reliable) != near {
		return true
	}

	if r.long(int(f.Total)) {
		return false
	}

	in := c.within(f.Start)
	if in == nil {
		parts := newAssembly(f)
		if parts == nil {
			return false
		}
		in = &incoming{number: f.Start, mode: Reliable, parts: parts}
	}

	next := f.Start == c.reliable+1
	if !r.addPart(in, f, data, next) {
		return false
	}

	c.wait(in)
	if next {
		r.dispatch(channel)
	}

	return true
}

// addPart adds a fragment to a packet.
func (r *receiver) addPart(in *incoming, f command.Fragment, data []byte, next bool) bool {
	if in.parts == nil || !in.parts.fits(f, uint32(len(data))) {
		return false
	}

	if in.parts.has(f.Index) {
		return true
	}

	cost := len(data) + overhead
	first := len(in.parts.parts) == 0
	if first {
		cost += overhead
	}

	if !r.admits(cost, next) {
		return false
	}

	in.parts.add(f.Index, data)
	r.used += cost
	return true
}

// takeUnreliableFragment handles a SEND_UNRELIABLE_FRAGMENT. The argument reliable is the number of
// the last reliable packet that was sent before this packet.
func (r *receiver) takeUnreliableFragment(
	channel uint8, reliable uint16, f command.Fragment, data []byte, now uint32,
) {
	c := &r.channels[channel]
	if !c.expects(reliable, f.Start) || r.long(int(f.Total)) {
		return
	}

	if at, found := c.find(reliable, f.Start); found {
		if r.addPart(c.held[at], f, data, false) {
			r.release(channel)
		}
		return
	}

	in := &incoming{number: reliable, unreliable: f.Start, mode: Ordered, came: now}
	in.parts = newAssembly(f)
	if in.parts == nil || !in.parts.fits(f, uint32(len(data))) {
		return
	}

	in.parts.add(f.Index, data)
	r.hold(channel, in)
}
