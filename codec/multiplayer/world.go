package multiplayer

import (
	"slices"
	"time"

	"godotvariant/codec"
	"godotvariant/codec/multiplayer/internal/reason"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
	"godotvariant/variant"
)

// Options configure a [World].
type Options struct {
	// Sender carries the packets. It must not be nil, except for a [Server] and a [Client], which
	// have their own Sender.
	Sender Sender

	// Codec reads and writes the values in packets. Nil means a codec with codec.Untrusted(), and
	// with the dialect of Protocol.
	Codec *codec.Codec

	// Protocol is the protocol of the packets. Nil means the protocol of the dialect of Codec, see
	// [packet.ProtocolOf]. So a World for Godot 3 has Options{Protocol: packet.Godot3}, or a Codec
	// with the dialect codec.Godot3.
	Protocol *packet.Protocol

	// ID is the ID of this World: 1 for the server, or the ID that the server gave to this client.
	// 0 means 1.
	ID int32

	// Relay makes a server pass packets on between its clients, and tell them of each other. If
	// Relay is nil, clients know only the server. Godot: server_relay, which is on unless the game
	// turns it off.
	Relay *RelayRules

	// Authenticate makes each peer authenticate itself before it is connected, see [World.SendAuth]
	// and [World.CompleteAuth]. AuthTimeout is the longest time for the authentication; default
	// 3 s. Godot 3 has no authentication. Godot: auth_callback, auth_timeout.
	Authenticate bool
	AuthTimeout  time.Duration

	// Limits has the limits of what each peer can do, and of the length of states.
	Limits Limits

	// FirstID is the first ID of the nodes and synchronizers that this World spawns. 0 means 1 at a
	// client, as in engines, and 16,777,217 at a server. The reason is a fault of engines: if a
	// game frees its own synchronizer, it no longer receives the states of the server's
	// synchronizer with the same ID. Set FirstID to 1 for the same packets as an engine sends.
	FirstID uint32

	// NeverConfirm makes the World never confirm numbers of nodes. Games then call nodes by their
	// paths. Use it if a game may be of Godot 4.2 or of Godot 4.3: they read different forms of the
	// confirmation.
	NeverConfirm bool

	// Now is the clock, for timeouts and intervals. If it is nil, time.Now is the clock.
	Now func() time.Time
}

// A World is one side of a multiplayer session, as SceneMultiplayer is in Godot 4, and
// MultiplayerAPI in Godot 3. It has the nodes that can be called, the peers, and the replicated
// states.
//
// It does no I/O: the program tells it which peers connect and which messages arrive, and it gives
// packets to a [Sender]. It is not safe for concurrent use: hold a lock around its methods and the
// methods of its nodes. Go functions that handle calls run within [World.Receive] and may use the
// World. If such a function calls a method that returns events, such as Kick, this method returns
// the events that it causes, and Receive does not.
type World struct {
	options Options
	packets *packet.Codec
	rules   packet.Spec   // rules of the protocol
	router  Router        // the Sender, if it is a Router; always nil in Godot 4
	twin    *packet.Codec // codec with the other form of ConfirmPath; nil if there is none
	limits  Limits
	self    *link // this World as a peer, for local calls
	root    *Node

	peers map[int32]*link
	order []*link // connected peers, in the order in which messages go to them

	lastNumber uint32           // last number that was given to a node
	numbered   map[uint32]*Node // nodes that have a number

	lastID   uint32                  // last ID of spawned nodes and synchronizers
	entities []*Entity               // entities that this World has spawned
	ofNode   map[*Node]*Entity       // entities by their nodes
	syncs    hashSet[*Synchronizer]  // synchronizers whose state this World sends
	ofSync   map[*Node]*Synchronizer // synchronizers by their nodes
	spawners map[*Node]*Spawner
	now      moment // tick and time of the last Poll; the first tick is 1

	events     []Event
	collecting int // number of running functions that collect events
}

// New returns a World without peers. It panics if there is no Sender, or if Codec has another
// dialect than Protocol.
func New(o Options) *World {
	if o.Sender == nil {
		panic("multiplayer: Options.Sender is nil")
	}
	if o.ID == 0 {
		o.ID = 1
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.AuthTimeout == 0 {
		o.AuthTimeout = 3 * time.Second
	}

	packets := packetsOf(o)
	w := &World{
		options: o, packets: packets, rules: packets.Protocol().Spec(), twin: packets.Twin(),
		limits: o.Limits.filled(), self: newLink(o.ID, packets),
		peers: map[int32]*link{}, numbered: map[uint32]*Node{},
		ofNode: map[*Node]*Entity{}, ofSync: map[*Node]*Synchronizer{},
		spawners: map[*Node]*Spawner{}, now: moment{tick: 1},
	}

	switch {
	case o.FirstID > 0:
		w.lastID = o.FirstID - 1
	case w.server():
		w.lastID = 1 << 24
	}
	if !w.protocol().Has(packet.CommandSys) {
		w.router, _ = o.Sender.(Router)
	}
	w.self.stage = connected
	w.root = newNode(w, packets.Protocol(), ".")
	return w
}

// packetsOf returns the codec of packets for the Options.
func packetsOf(o Options) *packet.Codec {
	if o.Codec == nil {
		values := codec.Untrusted()
		if o.Protocol != nil {
			values.Dialect = o.Protocol.Dialect()
		}
		o.Codec = codec.MustNew(values) // these options are always valid
	}

	c, err := packet.New(packet.Options{Codec: o.Codec, Protocol: o.Protocol})
	if err != nil {
		panic("multiplayer: " + err.Error())
	}
	return c
}

// ID returns the ID of this World in the session.
func (w *World) ID() int32 { return w.self.id }

// server reports whether this World is the server of the session.
func (w *World) server() bool { return w.self.id == 1 }

func (w *World) protocol() *packet.Protocol { return w.packets.Protocol() }

func (w *World) codec() *codec.Codec { return w.packets.Values() }

// Peer returns the peer with an ID, or nil if there is none. The peer may still be authenticating.
func (w *World) Peer(id int32) *Peer {
	if p := w.peers[id]; p != nil {
		return p.Peer
	}
	return nil
}

// Peers returns the connected peers, in the order in which messages go to them.
// Godot: SceneMultiplayer.get_peers.
func (w *World) Peers() (all []*Peer) {
	for _, p := range w.order {
		all = append(all, p.Peer)
	}
	return all
}

// Authenticating returns the peers that are authenticating, in the order of their IDs.
// Godot: SceneMultiplayer.get_authenticating_peers.
func (w *World) Authenticating() (all []*Peer) {
	for _, p := range w.peers {
		if p.stage == authenticating {
			all = append(all, p.Peer)
		}
	}
	slices.SortFunc(all, func(a, b *Peer) int { return int(a.id) - int(b.id) })
	return all
}

// collect runs a function and returns its events. Calls may be nested, because a handler may call
// methods of the World. An event belongs to the innermost call of collect.
func (w *World) collect(do func() error) (events []Event, err error) {
	outer := w.events
	w.events = nil
	w.collecting++

	defer func() { // deferred, because a handler may panic
		events = w.events
		w.events = outer
		w.collecting--
	}()
	return nil, do()
}

// event stores an event for the running call of collect. If there is no such call, it drops the
// event.
func (w *World) event(e Event) {
	if w.collecting > 0 {
		w.events = append(w.events, e)
	}
}

// peer returns the connected peer with an ID.
func (w *World) peer(id int32) (*link, error) {
	p := w.peers[id]
	if p == nil || p.stage != connected {
		return nil, reason.Of(ErrPeer, "ID %d", id)
	}
	return p, nil
}

// targets returns the connected peers of a target. An unknown peer is an error, as in the engine.
func (w *World) targets(to int32) ([]*link, error) {
	if to == 0 {
		return slices.Clone(w.order), nil
	}
	named, err := w.peer(max(to, -to))
	if err != nil {
		return nil, err
	}
	if to > 0 {
		return []*link{named}, nil
	}
	return slices.DeleteFunc(slices.Clone(w.order), func(p *link) bool { return p == named }), nil
}

// send sends a packet to a peer. If the peer is another client, the packet goes through the server.
func (w *World) send(p *link, m transport.Message) error {
	if !p.relayed {
		return w.options.Sender.Send(p.id, m)
	}
	return w.sendRelay(p.id, m)
}

// sendRelay sends the server a packet for other clients. The argument target says for which
// clients.
func (w *World) sendRelay(target int32, m transport.Message) (err error) {
	m.Data, err = w.packets.Append(nil, packet.Relay{Peer: target, Packet: m.Data})
	if err != nil {
		return err
	}
	return w.options.Sender.Send(1, m)
}

// sendPacket sends a packet reliably on channel 0.
func (w *World) sendPacket(p *link, body packet.Packet) error {
	data, err := w.packets.Append(nil, body)
	if err != nil {
		return err
	}
	return w.send(p, transport.Message{Data: data})
}

// SendBytes sends bytes to other peers. The argument id is the ID of a peer, or [All], or the
// result of [AllBut] for all peers except one. Godot: SceneMultiplayer.send_bytes.
func (w *World) SendBytes(id int32, data []byte, delivery transport.Delivery, channel int) error {
	body, err := w.packets.Append(nil, packet.Bytes{Data: data})
	if err != nil {
		return err
	}

	m := transport.Message{Delivery: delivery, Channel: channel, Data: body}
	switch {
	case w.rules.Broadcasts:
		return w.options.Sender.Send(id, m)
	case w.clientOfRelay() && id != 1:
		return w.sendRelay(id, m)
	}

	peers, err := w.targets(id)
	if err != nil {
		return &Error{Op: variant.OpCall, Packet: "RAW", Err: err}
	}
	for _, p := range peers {
		err = reason.Join(err, w.send(p, m))
	}
	return err
}

// clientOfRelay reports whether this World is a client whose server relays packets.
func (w *World) clientOfRelay() bool {
	return !w.server() && w.options.Relay != nil && w.protocol().Has(packet.CommandSys)
}

// Node returns the node at a path. It adds the nodes of the path that do not exist. A path such as
// "Main/Chat" starts at the multiplayer root (SceneMultiplayer.root_path, /root by default). The
// path "." is the root itself. Node panics if the path is not plain, see
// [packet.Protocol.CheckPath].
func (w *World) Node(path string) *Node {
	if err := w.protocol().CheckPath(path); err != nil {
		panic("multiplayer: " + err.Error())
	}
	return w.root.make(path)
}

// Find returns the node at a path, or nil.
func (w *World) Find(path string) *Node { return w.root.find(path) }

// node returns the node at the path in a packet. It returns an error of kind ErrNode if there is
// none.
func (w *World) node(path string) (*Node, error) {
	if n := w.root.find(path); n != nil {
		return n, nil
	}
	return nil, reason.Of(ErrNode, "%q", path)
}
