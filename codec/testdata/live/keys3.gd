# Godot 3: reads keys.txt, two packets in hex a line, and prints for each line how many keys a
# Dictionary has that got both.
extends SceneTree

const DIGITS = "0123456789abcdef"

func packet(hex):
	var out = PoolByteArray()
	for i in range(0, hex.length(), 2):
		out.append(DIGITS.find(hex[i]) * 16 + DIGITS.find(hex[i + 1]))
	return out

func _init():
	var file = File.new()
	file.open("keys.txt", File.READ)
	while not file.eof_reached():
		var line = file.get_line().split(" ")
		if line.size() < 2:
			continue
		var d = {}
		d[bytes2var(packet(line[0]))] = 1
		d[bytes2var(packet(line[1]))] = 2
		print("keys ", d.size())
	quit(0)
