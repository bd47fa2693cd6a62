# Prints a capture. For Godot 4.
# GDCAPTURE=game.tap godot --headless -s read4.gd
extends SceneTree

func _init():
	var file = FileAccess.open(OS.get_environment("GDCAPTURE"), FileAccess.READ)
	if file == null:
		print("can't open the capture")
		quit(1)
		return
	var header = file.get_var()
	print("transport ", header.transport)
	while file.get_position() < file.get_length():
		var record = file.get_var()
		if record.kind == "packet" and record.from == "server":
			print(bytes_to_var(record.packet))
	quit()
