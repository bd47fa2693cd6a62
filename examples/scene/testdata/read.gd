extends SceneTree

# Reads the level that Go wrote for Godot 3 and prints what is in it.

func _init():
	var file = File.new()
	file.open("level-godot3.var", File.READ)
	var level = file.get_var(true)
	print("name ", level["name"])
	print("seed ", level["seed"])
	print("spawn ", level["spawn"].origin)
	print("turned ", round(rad2deg(level["spawn"].basis.get_euler().y)))
	print("camera ", level["camera"].get_name(1), " ", level["camera"].get_subname(0))
	for enemy in level["enemies"]:
		print("enemy ", enemy["name"], " ", enemy["hp"], " ", enemy["tags"])
	print("patrol ", level["patrol"].size())
	print("strings ", level["strings"].join("|"))
	print("timer ", level["timer"].wait_time, " ", level["timer"].one_shot)
	print("seven ", level[7])
	level["timer"].free()
	quit()
