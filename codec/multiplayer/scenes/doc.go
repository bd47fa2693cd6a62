/*
Package scenes reads from the scenes of a game, its .tscn and .scn files, what a server in Go has to
know of them: the MultiplayerSynchronizers, with their SceneReplicationConfig, and the
MultiplayerSpawners. Then the program need not declare again what the editor has saved.

	file, err := resource.ReadFile("player.tscn", resource.Options{})
	player, err := scenes.Read(file, nil)

	entity, err := world.Spawn(spawner, 0, "bob", multiplayer.Instance{
		State: bob, Configs: player.Configs(),
	})

The authorities, and filters of visibility, are those of the game's scripts: set them in the configs.
Each Scene is its own file: the nodes of an instance are in the scene that it is of.
*/
package scenes
