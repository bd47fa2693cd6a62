# A player without graphics, for Godot 3. It joins with godot3/lobby.gd, waits for as many players as
# PLAYERS says, says the values of the file "values", and hears them from the server. Then the game
# is loaded, after one with BEGIN has begun, and starts; if RETURN is set, it leaves, comes back and
# loads the game again. It prints what the others do, until the server is gone.
#   URL=ws://127.0.0.1:8910/godot3 NAME=Tia PLAYERS=1 COMMON=0 DIR=/tmp/tia godot3-server -s testdata/bot3.gd
extends SceneTree

var lobby
var values
var heard = {} # the values that each player has said
var loaded = 0
var started = 0
var step = "join"
var before = 0
var left_at = 0

func setting(variable):
	return OS.get_environment(variable)

func _init():
	var file = File.new()
	file.open(setting("DIR") + "/values", File.READ)
	values = file.get_var()
	var script = load(setting("DIR") + "/lobby.gd")
	lobby = script.new()
	lobby.name = "Lobby"
	lobby.player_info.name = setting("NAME")
	root.add_child(lobby)

	lobby.connect("player_connected", self, "came")
	lobby.connect("player_disconnected", self, "left")
	lobby.connect("said", self, "hear")
	lobby.connect("game_loading", self, "load_game")
	lobby.connect("game_started", self, "start")
	lobby.connect("server_disconnected", self, "end")

# _idle is called in each frame. Each step waits for something, and leads to the next.
func _idle(_delta):
	var all = int(setting("PLAYERS"))
	match step:
		"join":
			lobby.join(setting("URL"))
			step = "wait for players"
		"wait for players":
			if lobby.players.size() == all:
				for value in values:
					lobby.rpc_id(1, "say", value)
				step = "hear"
		"hear":
			if heard.has(id()) and heard[id()].size() == values.size():
				compare()
				lobby.rpc_id(1, "say", "ready")
				step = "wait for the others"
		"wait for the others":
			if readies() == all:
				compare_others()
				if setting("BEGIN") != "":
					lobby.rpc_id(1, "begin")
				step = "load"
		"load":
			if started == 1:
				print("started after ", loaded, " scene")
				step = "leave" if setting("RETURN") != "" else "stay"
		"leave":
			before = id()
			lobby.leave()
			left_at = OS.get_ticks_msec()
			step = "come back"
		"come back":
			if OS.get_ticks_msec() > left_at + 200:
				lobby.join(setting("URL"))
				step = "load again"
		"load again":
			if started == 2:
				print("back, with another ID: ", id() != before, ", among ", lobby.players.has(id()))
				step = "stay"

func compare():
	for i in range(values.size()):
		if var2bytes(heard[id()][i]) != var2bytes(values[i]):
			print("heard ", heard[id()][i], " instead of ", values[i])
	print("heard ", values.size(), " values as they were said")

# compare_others compares the last values of each player, as many as COMMON says, with this one's.
func compare_others():
	for said in heard.values():
		for i in range(int(setting("COMMON"))):
			if var2bytes(said[-2 - i]) != var2bytes(values[-1 - i]):
				print("heard ", said[-2 - i], " of another player instead of ", values[-1 - i])
	print("heard the same of ", heard.size(), " players")

func id():
	return get_network_unique_id()

# readies returns how many players have said that they are ready.
func readies():
	var n = 0
	for said in heard.values():
		if typeof(said[-1]) == TYPE_STRING and said[-1] == "ready":
			n += 1
	return n

func came(_id, info):
	print(info.name, " has come")

func left(_id):
	print("somebody has left")

func hear(from, value):
	if not heard.has(from):
		heard[from] = []
	heard[from].append(value)

func load_game(scene):
	loaded += 1
	print("load ", scene)
	lobby.rpc_id(1, "player_loaded")

func start():
	started += 1

func end():
	print("the server is gone")
	quit()
