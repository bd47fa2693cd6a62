# Godot 3: loads each file, and prints all values that it finds, names and texts as hexadecimal UTF-8.
extends SceneTree

func hex(s):
	return s.to_utf8().hex_encode()

func _init():
	var i = 0
	var f = File.new()
	while f.file_exists(str(i) + ".cfg"):
		var c = ConfigFile.new()
		print(i, "|", c.load(str(i) + ".cfg"))
		for s in c.get_sections():
			for k in c.get_section_keys(s):
				print(i, "|", hex(s), "|", hex(k), "|", hex(var2str(c.get_value(s, k))))
		f.open(str(i) + ".txt", File.READ)
		print(i, "|", hex(var2str(str2var(f.get_buffer(f.get_len()).get_string_from_utf8()))))
		f.close()
		i += 1
	quit()
