# A player without graphics, for Godot 4. It joins with godot4/lobby.gd, waits for as many players as
# PLAYERS says, says the values of the file "values", and hears them from the server. Then the game
# is loaded, after one with BEGIN has begun, and starts; if RETURN is set, it leaves, comes back and loads the game again. It prints
# what the others do, until the server is gone.
#   URL=ws://127.0.0.1:8910/godot4 NAME=Ada PLAYERS=1 COMMON=0 DIR=/tmp/ada
extends Node

var lobby
var heard := {} # the values that each player has said
var loaded := 0
var started := 0

func setting(variable: String) -> String:
	return OS.get_environment(variable)

func _ready():
	var script := GDScript.new()
	script.source_code = FileAccess.get_file_as_string(setting("DIR") + "/lobby.gd")
	if script.reload() != OK:
		get_tree().quit(1)
		return
	lobby = script.new()
	lobby.name = "Lobby"
	lobby.player_info.name = setting("NAME")
	get_tree().root.add_child.call_deferred(lobby)
	await get_tree().process_frame
	await get_tree().process_frame

	lobby.player_connected.connect(func(_id, info): print(info.name, " has come"))
	lobby.player_disconnected.connect(func(_id): print("somebody has left"))
	lobby.said.connect(hear)
	lobby.game_loading.connect(load_game)
	lobby.game_started.connect(func(): started += 1)
	lobby.server_disconnected.connect(end)
	play()

func play():
	lobby.join(setting("URL"))
	await until(func(): return lobby.players.size() == int(setting("PLAYERS")))
	var values: Array = FileAccess.open(setting("DIR") + "/values", FileAccess.READ).get_var()
	for value in values:
		lobby.say.rpc_id(1, value)
	await until(func(): return heard.get(id(), []).size() == values.size())
	for i in values.size():
		if var_to_bytes(heard[id()][i]) != var_to_bytes(values[i]):
			print("heard ", heard[id()][i], " instead of ", values[i])
	print("heard ", values.size(), " values as they were said")

	lobby.say.rpc_id(1, "ready")
	await until(func(): return readies() == int(setting("PLAYERS")))
	compare_others(values)
	if setting("BEGIN") != "":
		lobby.begin.rpc_id(1)
	await until(func(): return started == 1)
	print("started after ", loaded, " scene")
	if setting("RETURN") == "":
		return

	var before := id()
	lobby.leave()
	await get_tree().create_timer(0.2).timeout
	lobby.join(setting("URL"))
	await until(func(): return started == 2)
	print("back, with another ID: ", id() != before, ", among ", lobby.players.has(id()))

# compare_others compares the last values of each player, as many as COMMON says, with this one's.
func compare_others(values: Array):
	for said in heard.values():
		for i in int(setting("COMMON")):
			if var_to_bytes(said[-2 - i]) != var_to_bytes(values[-1 - i]):
				print("heard ", said[-2 - i], " of another player instead of ", values[-1 - i])
	print("heard the same of ", heard.size(), " players")

func id() -> int:
	return multiplayer.get_unique_id()

# readies returns how many players have said that they are ready.
func readies() -> int:
	return heard.values().filter(func(values): return values[-1] is String and values[-1] == "ready").size()

func until(done: Callable):
	while not done.call():
		await get_tree().process_frame

func hear(from: int, value):
	heard.get_or_add(from, []).append(value)

func load_game(scene: String):
	loaded += 1
	print("load ", scene)
	lobby.player_loaded.rpc_id(1)

func end():
	print("the server is gone")
	get_tree().quit()
