# Godot 3: reads packets from the file "values", each behind its length, and writes to "printed"
# what var2str and str return for their values, each behind its length.
extends SceneTree

func _init():
	var dir = OS.get_environment("DIR")
	var f = File.new()
	f.open(dir + "/values", File.READ)
	var out = File.new()
	out.open(dir + "/printed", File.WRITE)
	while f.get_position() < f.get_len():
		var v = bytes2var(f.get_buffer(f.get_32()))
		text(out, var2str(v))
		text(out, str(v))
	out.close()
	quit()

func text(out, s):
	var b = s.to_utf8()
	out.store_32(b.size())
	out.store_buffer(b)
