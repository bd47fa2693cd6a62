# The messages of the players, and a line to type: "start" starts, "enter blue" changes the room,
# and any other text is a message. The name and the room are arguments of the command line, behind --.
extends Control

const PASSWORDS := {"ada": "moon", "bob": "sun", "cem": "star"} # a real game asks for it

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

	Table.came.connect(func(_id, player): show_line(player + " is here"))
	Table.left.connect(func(_id, player): show_line(player + " has left"))
	Table.heard.connect(func(id, words): show_line("%s: %s" % [Table.players[id], words]))
	Table.started.connect(func(id): show_line(Table.players[id] + " starts"))
	Table.refused.connect(func(): show_line("Wrong name or password"))
	Table.ended.connect(func(): show_line("The server is gone"))
	var words := OS.get_cmdline_user_args()
	if words.size() == 2:
		Table.join("ws://127.0.0.1:8912/godot4", words[0], PASSWORDS.get(words[0], ""), words[1])

func typed(words: String):
	line.clear()
	if words == "start":
		Table.start.rpc()
	elif words.begins_with("enter "):
		Table.players.clear()
		Table.enter.rpc_id(1, words.trim_prefix("enter "))
	else:
		Table.say.rpc(words)

func show_line(words: String):
	text.add_text(words + "\n")
