# Godot 4: reads the file "numbers", a count of doubles, the doubles, and singles in groups of
# four, and writes to "printed" what var_to_str and str return for arrays of them, see
# live_test.go.
extends Node

func _ready():
	var dir := OS.get_environment("DIR")
	var f := FileAccess.open(dir + "/numbers", FileAccess.READ)
	var out := FileAccess.open(dir + "/printed", FileAccess.WRITE)
	for _i in range(f.get_32()):
		var x := f.get_double()
		line(out, [x, PackedFloat64Array([x])])
	while f.get_position() < f.get_length():
		var a := f.get_float()
		var b := f.get_float()
		var c := f.get_float()
		var d := f.get_float()
		line(out, [Quaternion(a, b, c, d), Vector4(a, b, c, d), Color(a, b, c, d), PackedFloat32Array([a, b])])
	out.close()
	get_tree().quit(0)

func line(out: FileAccess, v: Array):
	out.store_line(var_to_str(v))
	out.store_line(str(v))
