package multiplayer

// A Spawner is a MultiplayerSpawner of the game. [World.Spawner] makes it.
type Spawner struct {
	node   *Node
	parent string
	make   Maker
}

// Node returns the node of the MultiplayerSpawner. The authority of this node is the peer that may
// spawn.
func (s *Spawner) Node() *Node { return s.node }
