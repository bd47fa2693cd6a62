package packet

import (
	"godotvariant/codec/multiplayer/internal/reason"
	"godotvariant/variant"
)

// Spawn makes a node at the receiver. Godot: SPAWN, of a MultiplayerSpawner.
//
//	offset  size   field
//	0       1      command 4
//	1       1      scene
//	2       4      spawner
//	6       4      node
//	10      4      number of synchronizers, n
//	14      4      length of the name with its NUL
//	18      4 × n  synchronizers
//	…       m + 1  name and a NUL
//	…       4      size of the data, if the scene is 255
//	…       k      data, as AppendCompressed writes it, if the scene is 255
//	…       …      state, as AppendCompressed writes it: the properties that are set at the
//	               spawn, of one synchronizer after another, up to the end
type Spawn struct {
	// Scene is the index in the spawner's list of scenes, or [CustomScene].
	Scene uint8
	// Spawner is the number that the sender gave the spawner in a SimplifyPath.
	Spawner uint32
	// Node is the sender's ID of the new node. An engine gives its spawned nodes and their
	// synchronizers the IDs 1, 2 and so on, in one sequence.
	Node uint32
	// Synchronizers are the sender's IDs of the node's synchronizers. They include only the
	// synchronizers whose authority is the sender.
	Synchronizers []uint32
	// Name is the name of the new node.
	Name string
	// Data is the data that the game gave to MultiplayerSpawner.spawn, if the scene is CustomScene.
	Data variant.Variant
	// State are the values of the properties. Their number is not on the wire.
	State []variant.Variant
}

func (Spawn) isPacket() {}

// CustomScene is the scene of a node that MultiplayerSpawner.spawn makes by its spawn_function.
const CustomScene = 255

// Despawn removes a spawned node. Godot: DESPAWN.
//
//	offset  size  field
//	0       1     command 5
//	1       4     node
type Despawn struct {
	Node uint32 // the sender's ID of the node
}

func (Despawn) isPacket() {}

func decodeSpawn(r *reader, _ byte) Packet {
	var p Spawn
	p.Scene = r.uint8()
	p.Spawner = r.uint32()
	p.Node = r.uint32()

	at := r.pos
	count, length := uint64(r.uint32()), uint64(r.uint32())
	if 4*count+length > uint64(len(r.rest())) {
		r.failAt(at, reason.Of(variant.ErrTruncated,
			"%d synchronizers, a name of %d", count, length))
		return nil
	}

	if count > 0 && r.err == nil {
		p.Synchronizers = make([]uint32, count)
	}
	for i := range p.Synchronizers {
		p.Synchronizers[i] = r.uint32()
	}
	p.Name = parseName(r, int(length))

	if p.Scene == CustomScene {
		data := r.part(r.size())
		data.label = "data"
		p.Data = data.compressed()
		data.end()
		r.join(data)
	}
	p.State = r.state()
	return p
}

// parseName reads a node name. The length in bytes includes the NUL.
func parseName(r *reader, length int) string {
	at := r.pos
	b := r.bytes(length)
	if r.err != nil {
		return ""
	}

	if len(b) == 0 || b[len(b)-1] != 0 {
		r.failAt(at, reason.Of(variant.ErrNUL, "a name without its final NUL"))
		return ""
	}
	name := string(b[:len(b)-1])
	if err := r.protocol.CheckName(name); err != nil {
		r.failAt(at, err)
	}
	return name
}

func appendSpawn(w *writer, command byte, p Spawn) {
	if err := w.protocol.CheckName(p.Name); err != nil {
		w.fail(err)
	}
	if p.Scene != CustomScene && p.Data != nil {
		w.fail(reason.Of(variant.ErrUnsupported, "data for the scene %d", p.Scene))
	}

	w.uint8(command)
	w.uint8(p.Scene)
	w.uint32(p.Spawner)
	w.uint32(p.Node)
	w.uint32(uint32(len(p.Synchronizers)))
	w.uint32(uint32(len(p.Name) + 1))
	for _, id := range p.Synchronizers {
		w.uint32(id)
	}
	w.text(p.Name)

	if p.Scene == CustomScene {
		w.sized(func() { w.compressed(p.Data) })
	}
	w.state(p.State)
}

func decodeDespawn(r *reader, _ byte) Packet {
	p := Despawn{Node: r.uint32()}
	r.end()
	return p
}

func appendDespawn(w *writer, command byte, p Despawn) {
	w.uint8(command)
	w.uint32(p.Node)
}
