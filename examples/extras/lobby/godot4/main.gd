# The players, what they say, and a line to type. A player begins the game by saying "begin".
extends Control

var text := RichTextLabel.new()
var line := LineEdit.new()

func _ready():
	var column := VBoxContainer.new()
	column.set_anchors_preset(PRESET_FULL_RECT)
	add_child(column)
	text.size_flags_vertical = SIZE_EXPAND_FILL
	column.add_child(text)
	line.text_submitted.connect(typed)
	column.add_child(line)

	Lobby.player_connected.connect(func(id, info): show_line("%d is %s" % [id, info.name]))
	Lobby.player_disconnected.connect(func(id): show_line("%d has left" % id))
	Lobby.server_disconnected.connect(func(): show_line("The server is gone"))
	Lobby.said.connect(func(id, value): show_line("%d: %s" % [id, value]))
	Lobby.game_loading.connect(func(scene): get_tree().change_scene_to_file(scene))
	Lobby.player_info.name = "Player %d" % (Time.get_ticks_usec() % 1000)
	Lobby.join("ws://127.0.0.1:8910/godot4")

func typed(words: String):
	line.clear()
	if words == "begin":
		Lobby.begin.rpc_id(1)
	else:
		Lobby.say.rpc_id(1, words)

func show_line(words: String):
	text.add_text(words + "\n")
	print(words)
