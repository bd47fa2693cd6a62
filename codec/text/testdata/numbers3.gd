# Godot 3: reads the file "numbers", a count of doubles, the doubles, and singles in groups of
# four, and writes to "printed" what var2str and str return for arrays of them, see live_test.go.
extends SceneTree

func _init():
	var dir = OS.get_environment("DIR")
	var f = File.new()
	f.open(dir + "/numbers", File.READ)
	var out = File.new()
	out.open(dir + "/printed", File.WRITE)
	for _i in range(f.get_32()):
		line(out, [f.get_double()])
	while f.get_position() < f.get_len():
		var a = f.get_float()
		var b = f.get_float()
		var c = f.get_float()
		var d = f.get_float()
		line(out, [Quat(a, b, c, d), Vector3(a, b, c), Color(a, b, c, d), PoolRealArray([a, b])])
	out.close()
	quit()

func line(out, v):
	out.store_line(var2str(v))
	out.store_line(str(v))
