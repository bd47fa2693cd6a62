# Godot 4: prints the snake_case of each name in the file names, one a line.
extends Node

func _ready():
	for name in FileAccess.get_file_as_string(OS.get_environment("DIR") + "/names").split("\n", false):
		print(name, " ", name.to_snake_case())
	get_tree().quit()
