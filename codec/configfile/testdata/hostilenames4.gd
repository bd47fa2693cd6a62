# Godot 4: loads each text of the file "in" as a ConfigFile. It writes to the file "out" a packet for each:
# the error, and the section, the key and the value of all that it finds, names as bytes of UTF-8.
extends Node

func _ready():
	var dir := OS.get_environment("DIR")
	var texts := FileAccess.open(dir + "/in", FileAccess.READ)
	var out := FileAccess.open(dir + "/out", FileAccess.WRITE)
	while texts.get_position() < texts.get_length():
		var one := FileAccess.open(dir + "/one.cfg", FileAccess.WRITE)
		one.store_buffer(texts.get_buffer(texts.get_32()))
		one.close()
		var c := ConfigFile.new()
		var made := [c.load(dir + "/one.cfg")]
		for s in c.get_sections():
			for k in c.get_section_keys(s):
				made.append([s.to_utf8_buffer(), k.to_utf8_buffer(), c.get_value(s, k)])
		var packet := var_to_bytes(made)
		out.store_32(packet.size())
		out.store_buffer(packet)
	out.close()
	get_tree().quit()
