/*
Package scenes reads the scenes of a game, its .tscn and .scn files, for a server in Go. It finds
the MultiplayerSynchronizers with their SceneReplicationConfig, and the MultiplayerSpawners. So the
program need not repeat the settings that the editor has saved.

	file, err := resource.ReadFile("player.tscn", resource.Options{})
	player, err := scenes.Read(file, nil)

	entity, err := world.Spawn(spawner, 0, "bob", multiplayer.Instance{
		State: bob, Configs: player.Configs(),
	})

A game sets authorities and filters of visibility in its scripts, so set them in the configs. A
Scene has only the nodes of its own file: the nodes of an instanced scene are in the file of that
scene.
*/
package scenes
