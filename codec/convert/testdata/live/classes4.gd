# Godot 4: prints which of the classes in the file classes, one a line, it has.
extends Node

func _ready():
	for name in FileAccess.get_file_as_string(OS.get_environment("DIR") + "/classes").split("\n", false):
		if ClassDB.class_exists(name):
			print("class ", name)
	get_tree().quit()
