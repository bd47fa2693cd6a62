# Godot 4: prints the value of each file in DIR, as var_to_str has it, in base64.
extends Node

func opened(path: String, container: String) -> FileAccess:
	match container:
		"secret": return FileAccess.open_encrypted_with_pass(path, FileAccess.READ, "secret")
		"plain": return FileAccess.open(path, FileAccess.READ)
	return FileAccess.open_compressed(path, FileAccess.READ) # the mode is in the file

func _ready() -> void:
	for name in OS.get_environment("FILES").split(","):
		var f := opened(OS.get_environment("DIR") + "/" + name, name.split("-")[0])
		print(name, " ", Marshalls.utf8_to_base64(var_to_str(f.get_var())))
	get_tree().quit()
