# Godot 3: writes a file of every form, or compares those that were converted from Godot 4 with what
# they should hold.
extends SceneTree

var mine = [
	{"name": "Ünïté", "hp": 1 << 40, "x": 0.1, "pos": Vector3(1.5, -2, 3.25), "none": null},
	[Quat(0, 0, 0, 1), Transform(), Color(1, 0.5, 0, 1), NodePath("root/node")],
	[PoolByteArray([1, 2, 3]), PoolIntArray([-1, 2]), PoolRealArray([0.5]), PoolStringArray(["a", ""]),
		PoolVector2Array([Vector2(1, 2)]), PoolColorArray([Color(1, 0, 0, 1)])],
]
var theirs = [
	{"name": "Ünïté", "at": Vector2(3, -4), "typed": [1, 2]},
	[[0.5, 1.0, 2.0, 3.0], [1 << 40], [0.1], null],
	[Vector3(1, 2, 3), Rect2(0, 0, 5, 6), [[1.0, 0.0, 0.0, 0.0]]],
]

func open(path, form, mode):
	var f = File.new()
	match form:
		"plain": f.open(path, mode)
		"compressed": f.open_compressed(path, mode, File.COMPRESSION_DEFLATE)
		"encrypted": f.open_encrypted_with_pass(path, mode, "pässword")
	return f

func _init():
	for form in ["plain", "compressed", "encrypted"]:
		if OS.get_environment("DO") == "write":
			var f = open("engine-" + form, form, File.WRITE)
			for v in mine:
				f.store_var(v)
			f.close()
			continue
		var f = open("go-" + form, form, File.READ)
		var line = form
		for v in theirs:
			line += " same" if var2bytes(f.get_var()) == var2bytes(v) else " different"
		print(line)
	quit(0)
