# Godot 3: writes $COUNT files again, compressed with FastLZ.
extends SceneTree

func _init():
	for i in range(int(OS.get_environment("COUNT"))):
		var f = File.new()
		f.open("plain-%d" % i, File.READ)
		var b = f.get_buffer(f.get_len())
		f.close()
		f.open_compressed("packed-%d" % i, File.WRITE, File.COMPRESSION_FASTLZ)
		f.store_buffer(b)
		f.close()
	quit(0)
