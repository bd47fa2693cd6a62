# Godot 4: reads keys.txt, two packets in hex a line, and prints for each line how many keys a
# Dictionary has that got both.
extends Node

func _ready():
	for line in FileAccess.get_file_as_string(OS.get_environment("DIR") + "/keys.txt").split("\n", false):
		var packets := line.split(" ")
		var d := {}
		d[bytes_to_var(packets[0].hex_decode())] = 1
		d[bytes_to_var(packets[1].hex_decode())] = 2
		print("keys ", d.size())
	get_tree().quit()
