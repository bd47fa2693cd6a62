package multiplayer

import (
	"slices"
	"sync"

	"godotvariant/codec/multiplayer/internal/reason"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
	"godotvariant/variant"
)

// Synchronize replicates the state of a node that both sides have in their scene. A synchronizer
// whose authority is this World sends the state at each [World.Poll]. Any other synchronizer
// receives the state.
func (w *World) Synchronize(path string, in Instance) (*Entity, error) {
	if err := w.protocol().CheckPath(path); err != nil {
		return nil, &Error{Op: variant.OpSpawn, Node: path, Err: err}
	}
	e := &Entity{node: w.root.make(path), scene: packet.CustomScene}
	if err := w.enter(e, in); err != nil {
		return nil, &Error{Op: variant.OpSpawn, Node: path, Err: err}
	}
	return e, nil
}

// Spawner declares a MultiplayerSpawner of the game. The argument path is the path of the spawner.
// The argument parent is the path of the node to which the spawner adds children (spawn_path). Both
// paths start at the multiplayer root. The World calls the function make for each node that a peer
// spawns. The argument make may be nil if this World is the authority of the spawner. Spawner
// panics if a path is not plain, see [packet.Protocol.CheckPath].
func (w *World) Spawner(path, parent string, make Maker) *Spawner {
	s := &Spawner{node: w.Node(path), parent: w.Node(parent).path, make: make}
	w.spawners[s.node] = s
	return s
}

// Spawn spawns a node of a scene at all peers that see the node. The argument scene is the index in
// the spawner's list of scenes (add_spawnable_scene). Spawn and each [World.Poll] read the state.
//
// The error is an [*Error]. Its kind is [packet.ErrName] if the engine refuses the name, or if the
// parent already has a child with this name. Its kind is [ErrAuthority] if this World is not the
// spawner's authority. Errors of the state and of the transport are wrapped.
func (w *World) Spawn(s *Spawner, scene uint8, name string, in Instance) (*Entity, error) {
	return w.spawn(&Entity{spawner: s, scene: scene}, name, in)
}

// SpawnData is like Spawn for a node without a scene. The spawn_function of the game's spawner gets
// the data and makes the node. Godot: MultiplayerSpawner.spawn.
func (w *World) SpawnData(s *Spawner, data any, name string, in Instance) (*Entity, error) {
	v, err := w.codec().ToVariant(data)
	if err != nil {
		return nil, failed(variant.OpSpawn, name, err)
	}
	return w.spawn(&Entity{spawner: s, scene: packet.CustomScene, data: v}, name, in)
}

func (w *World) spawn(e *Entity, name string, in Instance) (*Entity, error) {
	s := e.spawner
	parent, err := w.spawnable(s, name)
	if err == nil && s.node.authority != w.self.id {
		err = reason.Of(ErrAuthority, "of %s is %d", s.node.path, s.node.authority)
	}
	if err != nil {
		return nil, failed(variant.OpSpawn, name, err)
	}

	e.node = parent.addChild(name)
	if err := w.enter(e, in); err != nil {
		w.Remove(e.node)
		return nil, failed(variant.OpSpawn, name, err)
	}
	encode := w.spawnEncoder(e)
	for _, p := range slices.Clone(w.order) {
		err = reason.Join(err, w.show(e, p, encode))
	}
	return e, failed(variant.OpSpawn, name, err)
}

// spawnable returns the parent of a new node, if the spawner may spawn a node with the name.
func (w *World) spawnable(s *Spawner, name string) (*Node, error) {
	if err := w.protocol().CheckName(name); err != nil {
		return nil, err
	}
	parent, err := w.node(s.parent)
	if err != nil {
		return nil, err
	}
	if parent.children[name] != nil {
		return nil, reason.Of(packet.ErrName, "%q is there already", name)
	}
	return parent, nil
}

// enter adds an entity and its synchronizers to the World.
func (w *World) enter(e *Entity, in Instance) error {
	if w.ofNode[e.node] != nil {
		return reason.Of(packet.ErrName, "%q is replicated already", e.node.path)
	}

	e.state = in.State
	if err := w.configure(e, in.Configs); err != nil {
		return err
	}

	w.ofNode[e.node] = e
	if e.spawner != nil && e.peer == nil {
		w.entities = append(w.entities, e)
	}
	for _, s := range e.syncs {
		w.startSync(s)
	}
	return nil
}

// startSync begins to send the state of a synchronizer, if this World is its authority.
func (w *World) startSync(s *Synchronizer) {
	if !w.owns(s) {
		return
	}
	w.syncs.add(s)
	for _, p := range w.order {
		w.showSync(s, p)
	}
}

// stopSync ends the sending and the receiving of a synchronizer's state.
func (w *World) stopSync(s *Synchronizer) {
	w.syncs.remove(s)
	for _, p := range w.peers {
		p.sending.hide(s)
		if p.receiving.syncs[s.id] == s {
			delete(p.receiving.syncs, s.id)
		}
	}
}

// setAuthority does the work of Node.SetAuthority for one node. A synchronizer at the node starts
// or stops sending.
func (w *World) setAuthority(n *Node, id int32) {
	s := w.ofSync[n]
	if n.authority == id || s == nil {
		n.authority = id
		return
	}

	w.stopSync(s)
	n.authority = id
	s.authority = id
	s.started = false
	w.startSync(s)
}

// configure makes all synchronizers of an entity. After an error it has made none.
func (w *World) configure(e *Entity, configs []SyncConfig) error {
	_, err := e.read(w.codec(), w.now.tick, nil)
	for _, c := range configs {
		if err != nil {
			break
		}
		err = w.addSync(e, c)
	}

	if err != nil {
		for _, s := range e.syncs {
			delete(w.ofSync, s.node)
		}
	}
	return err
}

// addSync makes a synchronizer of an entity. The state must have all properties of the config.
func (w *World) addSync(e *Entity, c SyncConfig) error {
	s, err := newSynchronizer(e, c)
	if err != nil {
		return err
	}
	if w.ofSync[s.node] != nil {
		return reason.Of(packet.ErrName, "%q is a synchronizer already", s.node.path)
	}
	for _, keys := range s.keys {
		if _, err := e.read(w.codec(), w.now.tick, keys); err != nil {
			return err
		}
	}

	e.syncs = append(e.syncs, s)
	w.ofSync[s.node] = s
	return nil
}

// Remove removes a node and all nodes below it. Nodes that this World has spawned are despawned at
// all peers. If the node was already removed, Remove does nothing. Do not use a removed node:
// [World.Node] makes a new node at the same path. Godot: Node.free, queue_free.
func (w *World) Remove(n *Node) error {
	if n.removed {
		return nil
	}
	if n == w.root {
		why := reason.Of(packet.ErrPath, "the root stays")
		return &Error{Op: variant.OpSpawn, Node: n.path, Err: why}
	}

	var err error
	n.remove(func(n *Node) {
		if e := w.ofNode[n]; e != nil {
			err = reason.Join(err, w.forgetEntity(e))
		}
		if s := w.ofSync[n]; s != nil {
			w.forgetSync(s)
		}
		delete(w.spawners, n)
		w.forget(n)
	})
	return err
}

// forgetEntity forgets an entity, and despawns it at the peers that have it.
func (w *World) forgetEntity(e *Entity) (err error) {
	delete(w.ofNode, e.node)
	w.entities = slices.DeleteFunc(w.entities, func(x *Entity) bool { return x == e })
	if e.peer != nil {
		w.forgetSpawned(e)
	}

	for _, p := range w.order {
		if p.sending.spawned[e] {
			err = reason.Join(err, w.despawn(e, p))
		}
	}
	return err
}

// forgetSpawned removes an entity from the entities that its peer has spawned. If the Spawn packet
// of the peer was accepted, there is an event Despawned.
func (w *World) forgetSpawned(e *Entity) {
	p := w.peers[e.peer.id]
	if p != nil && p.receiving.entities[e.id] == e {
		delete(p.receiving.entities, e.id)
	}
	if e.spawned {
		w.event(Despawned{Peer: e.peer, Entity: e})
	}
}

// forgetSync forgets a synchronizer.
func (w *World) forgetSync(s *Synchronizer) {
	delete(w.ofSync, s.node)
	w.stopSync(s)
}

// SetVisible shows the state of a synchronizer to a peer, or hides it. The ID 0 stands for all
// peers. A node that this World has spawned is spawned at a peer as soon as the peer sees one of
// the node's synchronizers. The node is despawned when the peer sees none of them. Godot:
// MultiplayerSynchronizer.set_visibility_for.
func (w *World) SetVisible(s *Synchronizer, peer int32, visible bool) (err error) {
	if s.seen[peer] == visible {
		return nil
	}
	if visible {
		s.seen[peer] = true
	} else {
		delete(s.seen, peer)
	}

	encode := w.spawnEncoder(s.entity)
	for _, p := range slices.Clone(w.order) {
		if peer == 0 || peer == p.id {
			err = reason.Join(err, w.show(s.entity, p, encode))
			w.showSync(s, p)
		}
	}
	return err
}

// show spawns an entity of this World at a peer, if the peer may see the entity. Otherwise show
// despawns the entity at the peer. The function encode returns the packet of the Spawn.
func (w *World) show(e *Entity, p *link, encode func() ([]byte, error)) error {
	if e.spawner == nil || e.peer != nil || e.spawner.node.authority != w.self.id {
		return nil
	}

	owned := slices.DeleteFunc(slices.Clone(e.syncs), func(s *Synchronizer) bool {
		return !w.owns(s)
	})
	visible := len(owned) == 0 || slices.ContainsFunc(owned, func(s *Synchronizer) bool {
		return s.visible(p.Peer)
	})
	switch {
	case visible == p.sending.spawned[e]:
		return nil
	case !visible:
		return w.despawn(e, p)
	}

	data, err := encode()
	if err != nil {
		return err
	}
	if _, err := w.tell(e.spawner.node, p); err != nil {
		return err
	}
	p.sending.spawned[e] = true
	return w.send(p, transport.Message{Data: data})
}

// spawnEncoder returns a function that encodes the Spawn of an entity once, for any number of
// peers.
func (w *World) spawnEncoder(e *Entity) func() ([]byte, error) {
	return sync.OnceValues(func() ([]byte, error) {
		if err := w.giveNumber(e.spawner.node); err != nil {
			return nil, err
		}
		body, err := w.spawnPacket(e)
		if err != nil {
			return nil, err
		}
		return w.packets.Append(nil, body)
	})
}

// owns reports whether this World is the authority of a synchronizer.
func (w *World) owns(s *Synchronizer) bool { return s.authority == w.self.id }

// spawnPacket returns the packet that spawns an entity. The spawner of the entity must have a
// number.
func (w *World) spawnPacket(e *Entity) (packet.Spawn, error) {
	if e.id == 0 {
		w.lastID++
		e.id = w.lastID
	}

	body := packet.Spawn{
		Scene: e.scene, Spawner: e.spawner.node.number, Node: e.id, Name: e.node.name, Data: e.data,
	}
	e.tick = 0 // read the state again: it may have changed since the last poll
	for _, s := range e.syncs {
		if !w.owns(s) {
			continue
		}
		if s.id == 0 {
			w.lastID++
			s.id = w.lastID
		}
		body.Synchronizers = append(body.Synchronizers, s.id)

		values, err := e.read(w.codec(), w.now.tick, s.keys[atSpawn])
		if err != nil {
			return packet.Spawn{}, err
		}
		body.State = append(body.State, values...)
	}
	return body, nil
}

// despawn removes an entity at a peer.
func (w *World) despawn(e *Entity, p *link) error {
	delete(p.sending.spawned, e)
	return w.sendPacket(p, packet.Despawn{Node: e.id})
}

// showSync adds a synchronizer to the list of synchronizers that a peer sees, or removes it from
// the list.
func (w *World) showSync(s *Synchronizer, p *link) {
	if !w.owns(s) {
		return
	}
	if !s.visible(p.Peer) {
		p.sending.hide(s)
	} else {
		p.sending.syncs.add(s)
	}
}

// hide removes a synchronizer from the list of synchronizers that a peer sees.
func (o *sending) hide(s *Synchronizer) {
	o.syncs.remove(s)
	delete(o.watched, s)
}

// showAll shows a new peer what it may see: it spawns the entities at the peer, and adds the
// synchronizers to the peer's list.
func (w *World) showAll(p *link) (err error) {
	for _, e := range slices.Clone(w.entities) {
		err = reason.Join(err, w.show(e, p, w.spawnEncoder(e)))
	}
	for _, s := range w.syncs.items {
		w.showSync(s, p)
	}
	return err
}
