# Godot 4: prints which of the texts in the file texts, one a line, str_to_var does not read.
extends Node

func _ready():
	for text in FileAccess.get_file_as_string(OS.get_environment("DIR") + "/texts").split("\n", false):
		if typeof(str_to_var(text)) in [TYPE_NIL, TYPE_STRING]:
			print("foreign ", text)
	get_tree().quit()
