extends Node

# Parses godot4.gd.

func _ready():
	var script = GDScript.new()
	script.source_code = FileAccess.get_file_as_string(OS.get_environment("DIR") + "/godot4.gd")
	print(error_string(script.reload()))
	var methods = script.get_script_method_list().map(func(method): return method.name)
	print("encode" in methods and "decode" in methods)
	get_tree().quit()
