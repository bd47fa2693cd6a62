# Prints a capture. For Godot 3.
# GDCAPTURE=game.tap godot3-server --no-window -s read.gd
extends SceneTree

func _init():
	var file = File.new()
	if file.open(OS.get_environment("GDCAPTURE"), File.READ) != OK:
		print("can't open the capture")
		quit(1)
		return
	var header = file.get_var()
	print("transport ", header.transport)
	while file.get_position() < file.get_len():
		var record = file.get_var()
		if record.kind == "packet" and record.from == "server":
			print(bytes2var(record.packet))
	quit()
