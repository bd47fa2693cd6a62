# Godot 4: reads packets from the file "values", each behind its length, and writes to "printed"
# what var_to_str and str return for their values, each behind its length.
extends Node

func _ready():
	var dir := OS.get_environment("DIR")
	var f := FileAccess.open(dir + "/values", FileAccess.READ)
	var out := FileAccess.open(dir + "/printed", FileAccess.WRITE)
	while f.get_position() < f.get_length():
		var v = bytes_to_var(f.get_buffer(f.get_32()))
		text(out, var_to_str(v))
		text(out, str(v))
	out.close()
	get_tree().quit(0)

func text(out: FileAccess, s: String):
	var b := s.to_utf8_buffer()
	out.store_32(b.size())
	out.store_buffer(b)
