# Godot 4: writes $COUNT files again, compressed with FastLZ.
extends Node

func _ready():
	var dir := OS.get_environment("DIR")
	for i in range(OS.get_environment("COUNT").to_int()):
		var b := FileAccess.get_file_as_bytes(dir + "/plain-%d" % i)
		var f := FileAccess.open_compressed(dir + "/packed-%d" % i, FileAccess.WRITE, FileAccess.COMPRESSION_FASTLZ)
		f.store_buffer(b)
		f.close()
	get_tree().quit()
