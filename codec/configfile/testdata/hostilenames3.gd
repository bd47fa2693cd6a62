# Godot 3: loads each text of the file "in" as a ConfigFile. It writes to the file "out" a packet for each:
# the error, and the section, the key and the value of all that it finds, names as bytes of UTF-8.
extends SceneTree

func _init():
	var texts = File.new()
	texts.open("in", File.READ)
	var out = File.new()
	out.open("out", File.WRITE)
	while texts.get_position() < texts.get_len():
		var one = File.new()
		one.open("one.cfg", File.WRITE)
		one.store_buffer(texts.get_buffer(texts.get_32()))
		one.close()
		var c = ConfigFile.new()
		var made = [c.load("one.cfg")]
		for s in c.get_sections():
			for k in c.get_section_keys(s):
				made.append([s.to_utf8(), k.to_utf8(), c.get_value(s, k)])
		var packet = var2bytes(made)
		out.store_32(packet.size())
		out.store_buffer(packet)
	out.close()
	quit()
