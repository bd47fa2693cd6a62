# Godot 4: reads the save of a program in Go, gives the player a torch, and stores it.
extends Node

func _ready():
	var path = OS.get_environment("DIR") + "/slot1.save"
	var save = read(path)
	print(save.name, " has ", save.bag.size(), " item and ", save.max_hp, " hp at most")
	save.bag.append({"id": "torch", "count": 1})
	store(path, save)
	get_tree().quit()

func read(path):
	var file = FileAccess.open_encrypted_with_pass(path, FileAccess.READ, "secret")
	return file.get_var()

func store(path, save):
	var file = FileAccess.open_encrypted_with_pass(path, FileAccess.WRITE, "secret")
	file.store_var(save)
