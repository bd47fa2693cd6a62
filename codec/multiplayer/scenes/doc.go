/*
Package scenes reads the scenes of a game, its .tscn and .scn files, for a server in Go. It finds
the MultiplayerSynchronizers with their SceneReplicationConfig, and the MultiplayerSpawners. So the
program need not repeat the settings that the editor has saved.

	load := func(path string) (*resource.File, error) {
		name := filepath.Join("game", strings.TrimPrefix(path, "res://"))
		return resource.ReadFile(name, resource.Options{})
	}
	file, err := load("res://player.tscn")
	player, err := scenes.Read(file, load)

	entity, err := world.Spawn(spawner, 0, "bob", multiplayer.Instance{
		State: bob, Configs: player.Configs(),
	})

A game sets authorities and filters of visibility in its scripts, so set them in the configs. Nodes
that a script adds, and scenes that it puts in place of an InstancePlaceholder, are not in a Scene.

# Order

The values of a Spawn have neither names nor types, so both sides need the synchronizers of a
scene in the same order. It is the order in which the nodes enter the tree of the engine. The
order in the file is different: there a child may stand far behind its parent. The order in the
editor is different, too: there the children of an inherited scene can stand before the children
of its base.

	unit.tscn     has Motion, Arms and Arms/Aim, all but Arms synchronizers
	hero.tscn     inherits unit.tscn, and adds the synchronizer Mood with the index 0
	editor        shows Mood, Motion, Arms, Arms/Aim
	Spawn         has the values of Motion, Arms/Aim, Mood
*/
package scenes
