package core

import (
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/transport/enet/internal/command"
	"godotvariant/internal/test/testkit"
)

// A replay plays one side of a recorded session. At the recorded times it passes the arrived
// datagrams to a Host, and performs the actions of the script. Then it compares the events and the
// sent commands with the recorded ones.
type replay struct {
	t     *testing.T
	name  string
	s     session
	side  int // 0 for the server, n for client n
	host  *Host
	clock uint32
	peers map[int]*Peer // peers by their links

	got  []string // events
	sent map[int][]command.Command
}

// address returns the address of a link. The function linkOf is its inverse.
func address(link int) netip.AddrPort {
	return netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), uint16(1000+link))
}

func linkOf(a netip.AddrPort) int { return int(a.Port()) - 1000 }

// An arrival is an event at a time: a datagram that arrives, a packet to send, or a row of the
// capture with an action of the script.
type arrival struct {
	ms     int
	link   int
	data   []byte
	packet *Packet
	row    row
}

// timeline returns the arrivals of the side that p plays, in the order of their times.
func (p *replay) timeline() (all []arrival) {
	way := "up"
	if p.side > 0 {
		way = "down"
	}
	for _, r := range p.s.rows {
		switch {
		case r.Way == way && !r.Lost && (p.side == 0 || p.side == r.Link):
			data, err := hex.DecodeString(r.Hex)
			require.NoError(p.t, err)
			if r.Arrives == nil {
				r.Arrives = []int{0}
			}
			for _, d := range r.Arrives {
				all = append(all, arrival{ms: r.ms() + d, link: r.Link, data: data})
			}
		case r.Way == "" && (r.at(p.side) || r.End != ""):
			all = append(all, arrival{ms: r.ms(), row: r})
		}
	}
	if p.s.ofCalls() {
		all = append(all, p.sends()...)
	}
	slices.SortStableFunc(all, func(a, b arrival) int { return cmp.Compare(a.ms, b.ms) })
	return all
}

// ofCalls reports whether the session has calls of @rpc methods. The script of such a session does
// not record the bytes of packets.
func (s session) ofCalls() bool { return s.plan.Kind == "" }

// own returns the rows of the datagrams that were sent by the side that p plays.
func (p *replay) own() (rows []row) {
	way := "down"
	if p.side > 0 {
		way = "up"
	}
	for _, r := range p.s.rows {
		if r.Way == way && (p.side == 0 || p.side == r.Link) {
			rows = append(rows, r)
		}
	}
	return rows
}

// sends returns the packets that were sent by the side that p plays. It reads them from the
// recorded datagrams.
func (p *replay) sends() (all []arrival) {
	modes := map[command.Kind]Mode{
		command.SendReliable: Reliable, command.SendUnreliable: Ordered,
		command.SendUnsequenced: Unsequenced, command.SendFragment: Reliable,
		command.SendUnreliableFragment: Ordered,
	}
	seen := map[string]bool{}
	for _, r := range p.own() {
		_, body := parsed(p.t, &opener{}, r.Hex)
		for c, rest, ok := command.Next(body); ok; c, rest, ok = command.Next(rest) {
			mode, ok := modes[c.Kind]
			once := fmt.Sprint(r.Link, c)
			if !ok || seen[once] {
				continue
			}
			seen[once] = true

			fragment := c.Kind == command.SendFragment || c.Kind == command.SendUnreliableFragment
			if fragment && command.ParseFragment(c.Body).Index > 0 {
				last := all[len(all)-1].packet
				last.Data = append(slices.Clone(last.Data), c.Data...)
				continue
			}
			packet := &Packet{c.Channel, mode, c.Data}
			all = append(all, arrival{ms: r.ms(), link: r.Link, packet: packet})
		}
	}
	return all
}

// setClock sets p.clock to the engine's time at the start of the recording. If the times of later
// datagrams are ahead of that, it adds the difference, so that no recorded time is in the future.
func (p *replay) setClock() {
	way := "down"
	if p.side > 0 {
		way = "up"
	}
	first, ahead := -1, 0
	for _, r := range p.s.rows {
		if r.Way != way || p.side > 0 && r.Link != p.side {
			continue
		}
		data, _ := hex.DecodeString(r.Hex)
		head, _, ok := command.ParseHead(data)
		if !ok || !head.Timed {
			continue
		}
		at := int(head.Time) - r.ms()
		if first < 0 {
			first = at
		}
		ahead = max(ahead, int(int16(at-first)))
	}
	p.clock = uint32(first + ahead + 1<<16)
}

// random returns the function Config.Random for a replay of the engine on one side of a link. If
// the engine was a client, the random number is its connect ID. If the engine was a server, the
// number is a cookie. The Host sends the cookie as the time in its datagrams, and accepts only an
// acknowledgement with this time. So the cookie is the time in the recorded acknowledgement.
func (p *replay) random(link int) func() uint32 {
	return func() uint32 {
		var o opener
		for _, r := range p.s.rows {
			if r.Way != "up" || r.Link != link || r.Lost && p.side == 0 {
				continue
			}
			_, body := parsed(p.t, &o, r.Hex)
			for c, rest, ok := command.Next(body); ok; c, rest, ok = command.Next(rest) {
				if p.side > 0 && c.Kind == command.Connect {
					return command.ParseHandshake(c.Body).ConnectID
				}
				ack := c.Kind == command.Acknowledge && c.Channel == command.ControlChannel
				if p.side == 0 && ack && command.ParseAck(c.Body).Number == 1 {
					return uint32(command.ParseAck(c.Body).Time)
				}
			}
		}
		return 1
	}
}

func (p *replay) run() {
	p.setClock()
	p.peers = map[int]*Peer{}
	p.sent = map[int][]command.Command{}
	config := Config{Server: p.side == 0, Decompress: recordedDecompressors()}
	config.Limits.MaxPacket = 2 << 20
	config.Limits.MaxWaiting = 64 << 20
	if isGodot3(p.name) {
		config.MTU = 1400
	}
	config.Limits.MaxPeers = p.s.plan.Max
	config.Channels = p.s.plan.Limit
	config.Bandwidth = p.bandwidth(p.side == 0)
	link := p.side
	config.Random = func() uint32 { return p.random(link)() }
	p.host = NewHost(config)

	all := p.timeline()
	ms := 0
	for i, a := range all {
		p.pass(&ms, a.ms)
		switch {
		case a.data != nil:
			link = a.link
			p.host.Receive(address(a.link), a.data, p.clock+uint32(ms))
			p.take()
		case a.packet != nil:
			p.peers[a.link].Send(*a.packet)
		default:
			p.script(a.row)
		}
		if i+1 == len(all) || all[i+1].ms > a.ms || all[i+1].row.S != a.row.S {
			p.poll(ms)
		}
	}
	p.pass(&ms, p.s.rows[len(p.s.rows)-1].ms())
}

// bandwidth returns the limits of the server or of its clients. If create_server of Godot 4 gets a
// number of channels, it passes this number plus 2 to ENet as the incoming bandwidth. This is a
// mistake of Godot, which the replay has to repeat.
func (p *replay) bandwidth(server bool) Bandwidth {
	plan := p.s.plan
	switch {
	case !server:
		return Bandwidth{plan.CIn, plan.COut}
	case !isGodot3(p.name) && plan.Kind == "multi" && plan.Channels > 0:
		return Bandwidth{uint32(plan.Channels) + 2, plan.Out}
	default:
		return Bandwidth{plan.In, plan.Out}
	}
}

// offersAll reports whether the side that p does not play has no limit for its outgoing bandwidth.
func (p *replay) offersAll() bool { return p.bandwidth(p.side > 0).Outgoing == 0 }

// pass increases *ms in steps of 1 up to endTime. It polls the Host in each of these milliseconds.
func (p *replay) pass(ms *int, endTime int) {
	for *ms < endTime {
		*ms++
		p.poll(*ms)
	}
}

func (p *replay) poll(ms int) {
	out, _ := p.host.Poll(p.clock + uint32(ms))
	for _, d := range out {
		_, body, ok := command.ParseHead(d.Data)
		require.True(p.t, ok)
		require.True(p.t, isCommands(body))
		for c, rest, ok := command.Next(body); ok; c, rest, ok = command.Next(rest) {
			c.Body = slices.Clone(c.Body)
			c.Data = slices.Clone(c.Data)
			p.sent[linkOf(d.To)] = append(p.sent[linkOf(d.To)], c)
		}
	}
	p.take()
}

// take records the events.
func (p *replay) take() {
	for _, e := range p.host.Events() {
		link := linkOf(e.Peer.Addr())
		switch e.Kind {
		case Connected:
			if p.side == 0 && isGodot3(p.name) {
				for _, other := range p.byID() {
					p.note3(other, 0, e.Data)
					p.note3(e.Peer, 0, other.Data())
				}
			}
			p.peers[link] = e.Peer
			if p.side == 0 {
				p.note(link, "connected %d", e.Data)
			} else {
				p.note(link, "connected")
			}
		case Disconnected:
			delete(p.peers, link)
			if p.side == 0 && isGodot3(p.name) {
				for _, other := range p.links() {
					p.note3(p.peers[other], 1, e.Peer.Data())
				}
			}
			switch {
			case p.s.plan.Kind == "conn":
				p.note(link, "disconnected %d", e.Data)
			case p.side == 0:
				p.note(link, "left %d", e.Peer.Data())
			}
		case Arrived:
			for {
				packet, ok := e.Peer.Next()
				if !ok {
					break
				}
				p.arrived(link, packet)
			}
		}
	}
}

func (p *replay) note(_ int, format string, args ...any) {
	p.got = append(p.got, fmt.Sprintf(format, args...))
}

// arrived records a packet as the engine prints it.
func (p *replay) arrived(link int, packet Packet) {
	switch {
	case p.s.plan.Kind == "conn":
		flags := map[Mode]int{Reliable: 1, Ordered: 0, Unsequenced: 2}[packet.Mode]
		p.note(link, "%d %d %s", packet.Channel, flags, shown(packet.Data))
	case isGodot3(p.name):
		if packet.Channel == 0 || len(packet.Data) < 8 {
			return // another client has connected or disconnected
		}
		from := int32(binary.LittleEndian.Uint32(packet.Data))
		to := int32(binary.LittleEndian.Uint32(packet.Data[4:]))
		if p.side == 0 {
			p.relay3(link, packet)
		}
		if p.side > 0 || to == 1 || to < 1 && to != -1 {
			p.note(link, "%d %s", from, shown(packet.Data[8:]))
		}
	default:
		mode := map[Mode]int{Reliable: 2, Ordered: 1, Unsequenced: 0}[packet.Mode]
		channel := max(0, int(packet.Channel)-1)
		p.note(link, "%d %d %s", channel, mode, shown(packet.Data))
	}
}

// wanted returns the recorded events of the engine. The result counted is the number of packets for
// which the recording has no events, but only a count.
func (p *replay) wanted() (want []string, counted int) {
	add := func(format string, args ...any) { want = append(want, fmt.Sprintf(format, args...)) }
	for _, r := range p.s.rows {
		if !r.at(p.side) {
			continue
		}
		counted += r.Counted
		switch {
		case r.Enet == "connect" && p.side == 0:
			add("connected %d", *r.Data)
		case r.Enet == "connect":
			add("connected")
		case r.Enet == "disconnect":
			add("disconnected %d", *r.Data)
		case r.Enet == "receive":
			add("%d %d %s", r.Channel, r.Flags&^8, shownRaw(p.t, r.Packet))
		case r.Packet != nil:
			parts := []string{}
			var raw []json.RawMessage
			require.NoError(p.t, json.Unmarshal(r.Packet, &raw))
			if isGodot3(p.name) {
				parts = append(parts, fmt.Sprint(number(p.t, raw[0])))
			} else {
				parts = append(parts,
					fmt.Sprint(number(p.t, raw[2])), fmt.Sprint(number(p.t, raw[1])))
			}
			add("%s %s", strings.Join(parts, " "), shownRaw(p.t, raw[len(raw)-1]))
		case r.PeerConnected != nil && p.side == 0:
			add("connected %d", *r.PeerConnected)
		case r.PeerConnected != nil && *r.PeerConnected == 1:
			add("connected")
		case r.PeerDisconnected != nil && p.side == 0:
			add("left %d", *r.PeerDisconnected)
		}
	}
	return want, counted
}

// script performs an action of the engine's script. The argument r is the row that records this
// action.
func (p *replay) script(r row) {
	switch {
	case r.Connect > 0:
		p.connect()
	case r.Put != nil:
		p.put(r)
	case r.Send != nil:
		p.send(p.only(), r.Send)
	case len(r.Broadcast) > 1:
		var raw []json.RawMessage
		require.NoError(p.t, json.Unmarshal(r.Broadcast, &raw))
		for _, to := range p.links() {
			p.send(p.peers[to], raw)
		}
	case r.ThrottleConfigure != nil:
		t := r.ThrottleConfigure
		p.only().ConfigureThrottle(command.Throttle{
			Interval: t[0], Acceleration: t[1], Deceleration: t[2],
		})
	case r.BandwidthLimit != nil:
		p.host.config.Bandwidth = Bandwidth{r.BandwidthLimit[0], r.BandwidthLimit[1]}
		p.host.agenda.limited = true
		p.host.agenda.changed = true
	case r.End != "":
		p.end(r)
	}
}

// connect connects a client as the engine did.
func (p *replay) connect() {
	for _, r := range p.s.rows {
		if r.Way != "up" || r.Link != p.side {
			continue
		}
		var o opener
		_, body := parsed(p.t, &o, r.Hex)
		c, _, _ := command.Next(body)
		require.Equal(p.t, command.Connect, c.Kind)
		h := command.ParseHandshake(c.Body)
		now := p.clock + uint32(r.ms())
		p.peers[p.side] = p.host.Connect(address(p.side), int(h.Channels), h.Data, now)
		return
	}
}

func (p *replay) links() (all []int) {
	for link := range p.peers {
		all = append(all, link)
	}
	slices.Sort(all)
	return all
}

// byID returns the peers in the order of their IDs. A server of Godot 3 announces peers in this
// order.
func (p *replay) byID() (all []*Peer) {
	for _, link := range p.links() {
		all = append(all, p.peers[link])
	}
	slices.SortFunc(all, func(a, b *Peer) int { return cmp.Compare(a.Data(), b.Data()) })
	return all
}

func (p *replay) only() *Peer {
	for _, to := range p.peers {
		return to
	}
	return nil
}

// send sends a packet as ENetPacketPeer.send did. The argument raw has its channel, flags and
// bytes.
func (p *replay) send(to *Peer, raw []json.RawMessage) {
	if to == nil {
		return
	}
	flags := number(p.t, raw[1])
	packet := Packet{Channel: uint8(number(p.t, raw[0])), Data: payload(p.t, raw[2])}
	packet.Mode = Ordered
	switch {
	case flags&1 != 0:
		packet.Mode = Reliable
	case flags&8 == 0 && len(packet.Data) > to.sender.fragment():
		packet.Mode = Reliable // a long packet without the flag UNRELIABLE_FRAGMENT
	case flags&2 != 0:
		packet.Mode = Unsequenced
	}
	to.Send(packet)
}

// put sends a packet as MultiplayerPeer.put_packet did. The field Put of the row has its target,
// mode, channel and bytes.
func (p *replay) put(r row) {
	target := number(p.t, r.Put[0])
	mode := []Mode{Unsequenced, Ordered, Reliable}[number(p.t, r.Put[1])]
	data := payload(p.t, r.Put[len(r.Put)-1])
	channel := 0
	if !isGodot3(p.name) {
		channel = number(p.t, r.Put[2])
	}

	for _, link := range p.links() {
		to := p.peers[link]
		id := int(int32(to.Data()))
		if p.side > 0 {
			id = 1
		}
		if p.side == 0 && !reaches(target, id) {
			continue
		}
		packet := Packet{Mode: mode, Data: data}
		if isGodot3(p.name) {
			packet.Channel = map[Mode]uint8{Reliable: 1, Ordered: 2, Unsequenced: 2}[mode]
			from := 1
			if p.side > 0 {
				from = int(int32(to.Data()))
			}
			head := binary.LittleEndian.AppendUint32(nil, uint32(from))
			head = binary.LittleEndian.AppendUint32(head, uint32(target))
			packet.Data = append(head, data...)
			if len(packet.Data) > to.sender.fragment() {
				packet.Mode = Reliable // Godot 3 has no unreliable fragments
			}
		} else if channel > 0 {
			packet.Channel = uint8(channel + 1)
		} else if mode != Reliable {
			packet.Channel = 1
		}
		to.Send(packet)
	}
}

// reaches reports whether the target includes a client.
func reaches(target, id int) bool {
	return target == id || target == 0 || target < 0 && target != -id
}

// note3 tells a client of Godot 3 that another client has connected (kind 0) or disconnected (kind
// 1).
func (p *replay) note3(to *Peer, kind, id uint32) {
	data := binary.LittleEndian.AppendUint32(nil, kind)
	to.Send(Packet{Data: binary.LittleEndian.AppendUint32(data, id)})
}

// relay3 passes a packet of a client on to other clients, as a server of Godot 3 does.
func (p *replay) relay3(from int, packet Packet) {
	target := int(int32(binary.LittleEndian.Uint32(packet.Data[4:])))
	for _, link := range p.links() {
		to := p.peers[link]
		if link != from && target != 1 && reaches(target, int(int32(to.Data()))) {
			to.Send(packet)
		}
	}
}

// end ends the session as the script did.
func (p *replay) end(r row) {
	if p.s.plan.Kind == "conn" {
		if !r.at(p.side) {
			return
		}
		to := p.only()
		if to == nil {
			return
		}
		for i := range p.s.plan.Pending {
			data := payload(p.t, json.RawMessage(fmt.Sprintf(`{"size":500,"fill":%d}`, i)))
			to.Send(Packet{Mode: Reliable, Data: data})
		}
		switch r.End {
		case "peer_disconnect":
			to.Disconnect(*r.Data)
		case "peer_disconnect_now":
			to.DisconnectNow(*r.Data)
		case "peer_disconnect_later":
			to.DisconnectLater(*r.Data)
		case "reset", "destroy":
			to.Forget()
		}
		return
	}

	who, _, _ := strings.Cut(r.End, " ")
	if (who == "client") != (p.side > 0) {
		return
	}
	reason := uint32(0)
	if isGodot3(p.name) && p.side == 0 {
		reason = 1
	}
	for _, link := range p.links() {
		to := p.peers[link]
		if isGodot3(p.name) && p.side > 0 {
			reason = to.Data()
		}
		switch r.End {
		case "server disconnect_peer", "server disconnect_peer force":
			if isGodot3(p.name) {
				to.DisconnectLater(0)
			} else {
				to.Disconnect(0)
			}
		case "server disconnect_peer now":
			to.DisconnectNow(0)
		default:
			to.DisconnectNow(reason)
		}
	}
}

// written returns commands as text, without the numbers and times of the connection, because these
// depend on the moment of sending. Packets that a throttle has dropped leave gaps in the numbers of
// unreliable packets. So the text has these numbers only if gaps is true.
func written(cs []command.Command, gaps bool) map[string]bool {
	all := map[string]bool{}
	for _, c := range cs {
		switch c.Kind {
		case command.Ping:
		case command.BandwidthLimit:
			incoming, outgoing := command.ParseBandwidth(c.Body)
			all[fmt.Sprintf("bandwidth %d %d", incoming, outgoing)] = true
		case command.ThrottleConfigure:
			all[fmt.Sprintf("throttle %v", command.ParseThrottle(c.Body))] = true
		case command.Acknowledge:
			if c.Channel != command.ControlChannel {
				all[fmt.Sprintf("ack %d %d", c.Channel, command.ParseAck(c.Body).Number)] = true
			}
		case command.Connect, command.VerifyConnect:
			h := command.ParseHandshake(c.Body)
			h.Peer = 0
			all[fmt.Sprintf("%d %+v", c.Kind, h)] = true
		case command.Disconnect:
			all[fmt.Sprintf("disconnect %t %x", c.Acknowledged, c.Body)] = true
		default:
			if !gaps && !c.Acknowledged {
				c.Body = c.Body[2:]
			}
			sent := fmt.Sprintf("send %d %d %d %x %x", c.Kind, c.Channel, c.Number, c.Body, c.Data)
			all[sent] = true
		}
	}
	return all
}

// engineSent returns the commands that the engine of this side has sent, by link.
func (p *replay) engineSent() map[int][]command.Command {
	way := "down"
	if p.side > 0 {
		way = "up"
	}
	all := map[int][]command.Command{}
	openers := map[int]*opener{}
	for _, r := range p.s.rows {
		if r.Way != way || p.side > 0 && r.Link != p.side {
			continue
		}
		if openers[r.Link] == nil {
			openers[r.Link] = &opener{}
		}
		_, body := parsed(p.t, openers[r.Link], r.Hex)
		for c, rest, ok := command.Next(body); ok; c, rest, ok = command.Next(rest) {
			all[r.Link] = append(all[r.Link], c)
		}
	}
	return all
}

// TestReplay replays all sessions. It replays each side of a session.
func TestReplay(t *testing.T) {
	differences := map[string]int{}
	sessions := 0
	for _, name := range captureNames {
		for _, s := range captures(t, name) {
			if strings.HasPrefix(name, "wrap") {
				continue
			}
			for side := range s.clients() + 1 {
				p := &replay{t: t, name: name, s: s, side: side}
				p.run()
				p.compare(differences)
			}
			sessions++
		}
	}
	t.Log(sessions, "sessions, differences:", differences)
	require.Equal(t, 83, sessions)
	require.NotContains(t, differences, "")
}

// TestReplayOfWraps: 66,000 packets arrive as in the engine, although their numbers wrap.
func TestReplayOfWraps(t *testing.T) {
	if testkit.Raced {
		t.Skip("the core has one goroutine")
	}

	for _, name := range []string{"wrap-4.6", "wrap-3.2"} {
		for _, s := range captures(t, name) {
			p := &replay{t: t, name: name, s: s}
			p.run()
			want, counted := p.wanted()
			require.NotZero(t, counted)
			require.Equal(t, counted+len(want), len(p.got), "%s session %d", name, s.number)
		}
	}
}

func (s session) clients() int {
	n := 0
	for _, r := range s.rows {
		n = max(n, r.Link)
	}
	return n
}

// compare compares the events and commands with the recorded events and commands of the engine, and
// counts the known differences by name.
func (p *replay) compare(differences map[string]int) {
	count := map[string]int{}
	want, _ := p.wanted()
	for _, x := range want {
		count[x]++
	}
	for _, x := range p.got {
		count[x]--
	}
	for x, n := range count {
		if p.s.ofCalls() && !strings.HasPrefix(x, "connected") {
			continue // the script does not record the bytes of packets
		}
		if n != 0 {
			p.judge(differences, p.nameEvent(x, n), fmt.Sprintf("event %+d %.100s", n, x))
		}
	}

	for link, cs := range p.engineSent() {
		gaps := !p.s.ofCalls()
		engine, own := written(cs, gaps), written(p.sent[link], gaps)
		for x := range engine {
			if !own[x] {
				p.judge(differences, p.nameMissing(x), "not sent "+x)
			}
		}
		for x := range own {
			if !engine[x] {
				p.judge(differences, p.nameSurplus(x), "sent too "+x)
			}
		}
	}
}

func (p *replay) judge(differences map[string]int, name, what string) {
	if name == "" {
		p.t.Errorf("%s session %d side %d (%s): %.200s",
			p.name, p.s.number, p.side, p.s.plan.End, what)
	}
	differences[name]++
}

// The names of the differences.
const (
	byControl  = "acknowledgements of commands of the connection, whose numbers depend on pings"
	byScript   = "the end of the script, which is not recorded"
	byLayer    = "what the multiplayer of the engine reports of its own disconnects"
	byCredit   = "no answer to the first CONNECT if it is compressed, and shorter than the answer"
	byThrottle = "unreliable packets that the engine's throttle has dropped"
	byOption   = "set_timeout and refuse_new_connections of the engine"
	byLimits   = "a BANDWIDTH_LIMIT without limits, which only engines send"
	byShare    = "the share of a side without a limit: an engine tells it 0, which is none"
	byHole     = "packets into a dead link, which are not recorded"
)

// nameEvent returns the name of a known difference for an event, or "".
func (p *replay) nameEvent(x string, n int) string {
	end := p.s.plan.End
	switch {
	case p.s.plan.Refuse, p.s.plan.Timeout != nil:
		return byOption
	case strings.HasPrefix(x, "left") && strings.HasPrefix(end, "server disconnect_peer"):
		return byLayer
	case x == "disconnected 0" && n > 0 && strings.HasPrefix(end, "peer_disconnect"):
		return byControl
	}
	return ""
}

// nameMissing returns the name of the known difference that explains why only the engine has sent
// the command x, or "".
func (p *replay) nameMissing(x string) string {
	end := p.s.plan.End
	switch {
	case x == "bandwidth 0 0":
		return byLimits
	case strings.HasPrefix(x, "bandwidth 0 ") && p.offersAll():
		return byShare
	case strings.HasPrefix(x, "3 ") && p.s.plan.Mode != "none":
		return byCredit
	case strings.HasPrefix(x, "disconnect false"):
		return byScript
	case strings.HasPrefix(x, "disconnect true") && isGodot3(p.name) &&
		end == "server disconnect_peer":
		return byControl
	case p.s.plan.Hole != "":
		return byHole
	}
	return ""
}

// nameSurplus returns the name of a known difference for a command that only the Host has sent, or
// "".
func (p *replay) nameSurplus(x string) string {
	for _, unreliable := range []string{"send 7", "send 9", "send 12"} {
		if strings.HasPrefix(x, unreliable) {
			return byThrottle
		}
	}
	switch {
	case strings.HasPrefix(x, "bandwidth") && p.offersAll():
		return byShare
	case p.s.plan.Refuse:
		return byOption
	}
	return ""
}
