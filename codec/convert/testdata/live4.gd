# Godot 4: writes a file of every form, or compares those that were converted from Godot 3 with what
# they should hold.
extends Node

var mine := [
	{&"name": "Ünïté", "at": Vector2i(3, -4), "typed": Array([1, 2], TYPE_INT, "", null)},
	[Vector4(0.5, 1, 2, 3), PackedInt64Array([1 << 40]), PackedFloat64Array([0.1]), Callable()],
	[Vector3i(1, 2, 3), Rect2i(0, 0, 5, 6), PackedVector4Array([Vector4(1, 0, 0, 0)])],
]
var theirs := [
	{"name": "Ünïté", "hp": 1 << 40, "x": 0.1, "pos": Vector3(1.5, -2, 3.25), "none": null},
	[Quaternion(0, 0, 0, 1), Transform3D(), Color(1, 0.5, 0, 1), NodePath("root/node")],
	[PackedByteArray([1, 2, 3]), PackedInt32Array([-1, 2]), PackedFloat32Array([0.5]), PackedStringArray(["a", ""]),
		PackedVector2Array([Vector2(1, 2)]), PackedColorArray([Color(1, 0, 0, 1)])],
]

func open(name: String, form: String, mode: FileAccess.ModeFlags) -> FileAccess:
	var path := OS.get_environment("DIR") + "/" + name
	match form:
		"compressed": return FileAccess.open_compressed(path, mode, FileAccess.COMPRESSION_DEFLATE)
		"encrypted": return FileAccess.open_encrypted_with_pass(path, mode, "pässword")
	return FileAccess.open(path, mode)

func _ready():
	for form in ["plain", "compressed", "encrypted"]:
		if OS.get_environment("DO") == "write":
			var f := open("engine-" + form, form, FileAccess.WRITE)
			for v in mine:
				f.store_var(v)
			f.close()
			continue
		var f := open("go-" + form, form, FileAccess.READ)
		var line: String = form
		for v in theirs:
			line += " same" if var_to_bytes(f.get_var()) == var_to_bytes(v) else " different"
		print(line)
	get_tree().quit()
