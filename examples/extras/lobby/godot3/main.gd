# The players, what they say, and a line to type. A player begins the game by saying "begin".
extends Control

var text = RichTextLabel.new()
var line = LineEdit.new()

func _ready():
	var column = VBoxContainer.new()
	column.set_anchors_preset(PRESET_WIDE)
	add_child(column)
	text.size_flags_vertical = SIZE_EXPAND_FILL
	column.add_child(text)
	line.connect("text_entered", self, "typed")
	column.add_child(line)

	Lobby.connect("player_connected", self, "came")
	Lobby.connect("player_disconnected", self, "left")
	Lobby.connect("server_disconnected", self, "show_line", ["The server is gone"])
	Lobby.connect("said", self, "said")
	Lobby.connect("game_loading", self, "load_scene")
	Lobby.player_info.name = "Player %d" % (OS.get_ticks_usec() % 1000)
	Lobby.join("ws://127.0.0.1:8910/godot3")

func typed(words):
	line.clear()
	if words == "begin":
		Lobby.rpc_id(1, "begin")
	else:
		Lobby.rpc_id(1, "say", words)

func came(id, info):
	show_line("%d is %s" % [id, info.name])

func left(id):
	show_line("%d has left" % id)

func said(id, value):
	show_line("%d: %s" % [id, value])

func load_scene(scene):
	get_tree().change_scene(scene)

func show_line(words):
	text.add_text(words + "\n")
	print(words)
