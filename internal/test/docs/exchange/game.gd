# Godot 4: writes a player to the file packet, or prints the one in the file answer.
extends Node

func _ready():
	var dir = OS.get_environment("DIR")
	var answer = FileAccess.get_file_as_bytes(dir + "/answer")
	if answer.is_empty():
		FileAccess.open(dir + "/packet", FileAccess.WRITE).store_buffer(send())
	else:
		receive(answer)
	get_tree().quit()

func send():
	var player = {
		"name": "Tia",
		"hp": 10,
		"at": Vector2(3, 4),
	}
	return var_to_bytes(player)

func receive(packet):
	var player = bytes_to_var(packet)
	print(player)
