# Plays the project of --path.
extends SceneTree

func _initialize():
	change_scene("res://main.tscn")
