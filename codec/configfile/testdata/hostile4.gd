# Godot 4: loads each file, and prints all values that it finds, names and texts as hexadecimal UTF-8.
extends Node

func hex(s: String) -> String:
	return s.to_utf8_buffer().hex_encode()

func _ready():
	var dir := OS.get_environment("DIR") + "/"
	var i := 0
	while FileAccess.file_exists(dir + str(i) + ".cfg"):
		var c := ConfigFile.new()
		print(i, "|", c.load(dir + str(i) + ".cfg"))
		for s in c.get_sections():
			for k in c.get_section_keys(s):
				print(i, "|", hex(s), "|", hex(k), "|", hex(var_to_str(c.get_value(s, k))))
		print(i, "|", hex(var_to_str(str_to_var(FileAccess.get_file_as_string(dir + str(i) + ".txt")))))
		i += 1
	get_tree().quit()
