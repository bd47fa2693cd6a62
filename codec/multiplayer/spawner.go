package multiplayer

// A Spawner is a MultiplayerSpawner of the game. [World.Spawner] makes it.
type Spawner struct {
	node   *Node
	parent string
	make   Maker
}

// Node returns the node of the MultiplayerSpawner. Its authority is the peer that spawns.
func (s *Spawner) Node() *Node { return s.node }
