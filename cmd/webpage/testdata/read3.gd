# Godot 3: prints the value of each file in DIR, as var2str has it, in base64.
extends SceneTree

func opened(path, container):
	var f = File.new()
	if container == "secret":
		f.open_encrypted_with_pass(path, File.READ, "secret")
	elif container == "plain":
		f.open(path, File.READ)
	else: # the mode is in the file
		f.open_compressed(path, File.READ)
	return f

func _init():
	for name in OS.get_environment("FILES").split(","):
		var f = opened(OS.get_environment("DIR") + "/" + name, name.split("-")[0])
		print(name, " ", Marshalls.utf8_to_base64(var2str(f.get_var())))
	quit()
