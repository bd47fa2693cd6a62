extends SceneTree

# Opens the save that Go wrote, plays a little, and saves.

func _init():
	var file = File.new()
	file.open("player.save", File.READ)
	var save = file.get_var()
	file.close()
	var player = save["player"]
	print(player["name"], " ", player["hp"], " ", player["position"], " ", player["facing"] == Basis())
	print(typeof(player["hp"]) == TYPE_INT, " ", typeof(player["speed"]) == TYPE_REAL, " ", player["speed"])
	print(player["inventory"][0]["tags"], " ", player["inventory"][1].has("tags"), " ", player["tint"])
	print(save["quests"]["lighthouse"], " ", Array(save["explored"]), " ", save["settings"] == null)
	print(save["played"] / 60000000000, " ", save["saved_at"])

	player["hp"] += 15
	player["speed"] = 5 # an int now, as happens in scripts
	player["position"] += Vector3(0.1, 1, 0)
	player["inventory"].remove(0)
	player["inventory"].append({"id": "lamp", "count": 2, "tags": ["bright"]})
	save["quests"]["ferry"] = true
	save["explored"] = PoolIntArray([3, 5, 8, 13])
	save["settings"] = {"volume": 0.3, "subtitles": true, "added_later": [1, 2]}
	file.open("player.save", File.WRITE)
	file.store_var(save)
	file.close()
	quit()
