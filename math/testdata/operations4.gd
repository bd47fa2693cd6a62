# Godot 4: reads the file "calls", an array of arrays of the number of an operation and its
# arguments, and writes the results to "results". The array "operations" is added by
# live_test.go, which writes it from the names of the operations.
extends Node

func _ready():
	var dir := OS.get_environment("DIR")
	var results := []
	for call in bytes_to_var(FileAccess.get_file_as_bytes(dir + "/calls")):
		results.append(operations[call[0]].call(call.slice(1)))
	var out := FileAccess.open(dir + "/results", FileAccess.WRITE)
	out.store_buffer(var_to_bytes(results))
	out.close()
	get_tree().quit(0)

