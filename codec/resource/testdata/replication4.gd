# Godot 4: prints what the SceneReplicationConfigs of DIR say.
extends Node

func _ready():
	for i in OS.get_environment("COUNT").to_int():
		var c = ResourceLoader.load(OS.get_environment("DIR") + "/%d.tres" % i)
		for p in c.get_properties():
			print("%d %s %s %d" % [i, p, c.property_get_spawn(p), c.property_get_replication_mode(p)])
	get_tree().quit()
