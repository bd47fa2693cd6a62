# Godot 3: reads the texts of the file "texts", one a line in hexadecimal, and answers with the
# bytes of what it has read and with what it prints for it.
extends SceneTree

func _init():
	var f = File.new()
	f.open(OS.get_environment("DIR") + "/texts", File.READ)
	while not f.eof_reached():
		var line = f.get_line()
		if line == "":
			continue
		var raw = PoolByteArray()
		for i in range(0, line.length(), 2):
			raw.append(("0x" + line.substr(i, 2)).hex_to_int())
		var v = str2var(raw.get_string_from_utf8())
		print("@", hex(var2bytes(v)), " ", hex(var2str(v).to_utf8()), " ", hex(str(v).to_utf8()))
	quit()

func hex(raw):
	return raw.hex_encode()
