package multiplayer

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"godotvariant/codec/multiplayer/internal/reason"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
	"godotvariant/variant"
)

// A build is a function that makes the packet of a call. If path is not "", the packet names the
// node by its path. Otherwise the packet names the node by its number. In Godot 4 the number then
// takes at least size bytes.
type build func(number uint32, size int, path string) packet.Packet

// An outgoingCall is a call that this World is about to send or to run.
type outgoingCall struct {
	node     *Node
	to       int32
	method   Method
	declared bool         // the node has the method
	build    build        // makes the packets for other peers
	local    func() error // runs the call in this World
}

// call implements Node.Call.
func (w *World) call(n *Node, to int32, name string, args []any) error {
	values, err := w.values(args)
	if err != nil {
		return failed(variant.OpCall, n.path, err)
	}

	m, declared := n.methods[name]
	id, _ := n.signature.ID(name)
	build := func(number uint32, size int, path string) packet.Packet {
		return packet.RPC{Node: number, NodeSize: size, Path: path, Method: id, Args: values}
	}
	switch {
	case w.protocol().Has(packet.CommandCall):
		build = func(number uint32, _ int, path string) packet.Packet {
			return packet.Call{Node: number, Path: path, Method: name, Args: values}
		}
	case !declared:
		return &Error{Op: variant.OpCall, Node: n.path, Method: name, Err: ErrMethod}
	}

	local := func() error { return w.run(w.self, n, m, n.functions[name], values) }
	return w.dispatch(outgoingCall{n, to, m, declared, build, local})
}

// set implements Node.Set.
func (w *World) set(n *Node, to int32, name string, value any) error {
	values, err := w.values([]any{value})
	if err != nil {
		return failed(variant.OpCall, n.path, err)
	}

	p, declared := n.properties[name]
	build := func(number uint32, _ int, path string) packet.Packet {
		return packet.Set{Node: number, Path: path, Property: name, Value: values[0]}
	}
	local := func() error { return w.run(w.self, n, p.Method, p.function, values) }
	return w.dispatch(outgoingCall{n, to, p.Method, declared, build, local})
}

// values converts Go values.
func (w *World) values(args []any) ([]variant.Variant, error) {
	out := make([]variant.Variant, len(args))
	for i, arg := range args {
		v, err := w.codec().ToVariant(arg)
		if err != nil {
			return nil, reason.Within(fmt.Sprint("argument ", i), err)
		}
		out[i] = v
	}
	return out, nil
}

// dispatch sends a call to the peers of its target. If the target includes this World, dispatch
// also runs the call in this World.
func (w *World) dispatch(o outgoingCall) error {
	here, away := w.reach(o)
	if !here && !away {
		why := reason.Of(ErrPeer, "ID %d is this side", o.to)
		return &Error{Op: variant.OpCall, Node: o.node.path, Err: why}
	}

	if away {
		if err := w.deliver(o.node, o.to, o.method, o.build); err != nil {
			return failed(variant.OpCall, o.node.path, err)
		}
	}
	if !here {
		return nil
	}

	err := o.local()
	var program programError
	if errors.As(err, &program) {
		return program.error
	}
	return failed(variant.OpCall, o.node.path, err)
}

// reach reports whether this World runs a call itself (here), and whether it sends the call to
// peers (away).
func (w *World) reach(o outgoingCall) (here, away bool) {
	self := w.self.id
	away = o.to != self
	if o.to > 0 && away || o.to == -self {
		return false, true
	}

	here = o.method.CallLocal
	if !o.declared || !w.rules.MasterCalls {
		return here, away
	}
	master := o.node.authority == self
	switch o.method.Access {
	case OnAuthority:
		return here || master, away && !master
	case ByAuthority:
		return here || !master, away
	}
	return here, away
}

// deliver sends a call to other peers. A peer that has confirmed the number of the node gets the
// number. Any other peer gets the path.
func (w *World) deliver(n *Node, to int32, m Method, build build) error {
	peers, err := w.targets(to)
	if err != nil {
		return err
	}
	if to > 0 && !w.callable(n, peers[0]) {
		return reason.Of(ErrPeer, "ID %d does not see the node", to)
	}
	peers = slices.DeleteFunc(peers, func(p *link) bool { return !w.callable(n, p) })
	if len(peers) == 0 {
		return nil
	}

	all := true
	for _, p := range peers {
		confirmed, err := w.tell(n, p)
		if err != nil {
			return err
		}
		all = all && confirmed
	}

	size := 0
	if !all {
		size = 4 // engines write the number in 4 bytes if any of the peers gets the path
	}
	numbered, err := w.message(m, build(n.number, size, ""))
	if err != nil {
		return err
	}
	if all && w.rules.Broadcasts {
		return w.options.Sender.Send(to, numbered)
	}
	if all {
		return w.sendAll(peers, func(*link) transport.Message { return numbered })
	}

	named, err := w.message(m, build(0, 0, n.path))
	if err != nil {
		return err
	}
	return w.sendAll(peers, func(p *link) transport.Message {
		if p.told[n.number] {
			return numbered
		}
		return named
	})
}

// message encodes the packet of a call. The result has the delivery and the channel of the method.
func (w *World) message(m Method, p packet.Packet) (transport.Message, error) {
	data, err := w.packets.Append(nil, p)
	return transport.Message{Delivery: m.Delivery, Channel: m.Channel, Data: data}, err
}

// sendAll calls the function message for each of the peers, and sends the result to the peer.
func (w *World) sendAll(peers []*link, message func(*link) transport.Message) (err error) {
	for _, p := range peers {
		err = reason.Join(err, w.send(p, message(p)))
	}
	return err
}

// callable reports whether this World may send calls of the node n to the peer p:
//
//   - If n has no synchronizers, or p has spawned n, the result is true.
//   - If this World has spawned n, the result is true if n is spawned at p.
//   - Otherwise, the result is true if p sees one of the synchronizers of n.
func (w *World) callable(n *Node, p *link) bool {
	e := w.ofNode[n]
	switch {
	case e == nil || len(e.syncs) == 0 || e.peer == p.Peer:
		return true
	case e.spawner != nil && e.peer == nil:
		return p.sending.spawned[e]
	}
	return slices.ContainsFunc(e.syncs, func(s *Synchronizer) bool { return s.visible(p.Peer) })
}

// called returns the node that a peer calls, by its number or by its path.
func (w *World) called(p *link, number uint32, path string) (*Node, error) {
	if path != "" {
		return w.node(path)
	}
	return w.byNumber(p, number)
}

// takeRPC runs the method that a peer of Godot 4 calls.
func (w *World) takeRPC(p *link, c packet.RPC) error {
	n, err := w.called(p, c.Node, c.Path)
	if err != nil {
		return err
	}

	name, ok := n.signature.Name(c.Method)
	if !ok {
		return at(n.path, strconv.Itoa(int(c.Method)), ErrMethod)
	}

	return w.invite(p, n, n.methods[name], n.functions[name], c.Args)
}

// takeCall runs the method that a peer of Godot 3 calls.
func (w *World) takeCall(p *link, c packet.Call) error {
	n, err := w.called(p, c.Node, c.Path)
	if err != nil {
		return err
	}
	m, ok := n.methods[c.Method]
	if !ok {
		return at(n.path, c.Method, ErrMethod)
	}
	return w.invite(p, n, m, n.functions[m.Name], c.Args)
}

// takeSet sets a property at the request of a peer of Godot 3.
func (w *World) takeSet(p *link, c packet.Set) error {
	n, err := w.called(p, c.Node, c.Path)
	if err != nil {
		return err
	}
	prop, ok := n.properties[c.Property]
	if !ok {
		return at(n.path, c.Property, ErrMethod)
	}
	return w.invite(p, n, prop.Method, prop.function, []variant.Variant{c.Value})
}

// invite runs a method that a peer calls, if the peer may call it.
func (w *World) invite(p *link, n *Node, m Method, h *handler, args []variant.Variant) error {
	err := n.allows(m, p.id, w.self.id)
	if err == nil {
		err = w.run(p, n, m, h, args)
	}
	var program programError
	if errors.As(err, &program) {
		err = program.error
	}
	return at(n.path, m.Name, err)
}

// run calls the function of a method. If the method has no function, run adds a Called event.
func (w *World) run(p *link, n *Node, m Method, h *handler, args []variant.Variant) error {
	if h == nil {
		w.event(Called{Peer: p.Peer, Node: n, Method: m, Args: args})
		return nil
	}
	return h.call(w.codec(), p.Peer, args)
}
