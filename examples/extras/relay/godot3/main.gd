# The messages of the players, and a line to type: "start" starts, "enter blue" changes the room,
# "ada red" joins, and any other text is a message.
extends Control

const PASSWORDS = {"ada": "moon", "bob": "sun", "cem": "star"} # a real game asks for it

var text = RichTextLabel.new()
var line = LineEdit.new()

func _ready():
	var column = VBoxContainer.new()
	column.set_anchors_preset(PRESET_WIDE)
	add_child(column)
	text.size_flags_vertical = SIZE_EXPAND_FILL
	column.add_child(text)
	line.placeholder_text = "name room"
	line.connect("text_entered", self, "typed")
	column.add_child(line)

	Table.connect("came", self, "came")
	Table.connect("left", self, "left")
	Table.connect("heard", self, "heard")
	Table.connect("started", self, "started")
	Table.connect("refused", self, "show_line", ["Wrong name or password"])
	Table.connect("ended", self, "show_line", ["The server is gone"])

func typed(words):
	line.clear()
	if Table.players.empty():
		var parts = words.split(" ")
		Table.join("ws://127.0.0.1:8912/godot3", parts[0], PASSWORDS.get(parts[0], ""), parts[-1])
	elif words == "start":
		Table.rpc("start")
	elif words.begins_with("enter "):
		Table.players.clear()
		Table.rpc_id(1, "enter", words.trim_prefix("enter "))
	else:
		Table.rpc("say", words)

func came(_id, player):
	show_line(player + " is here")

func left(_id, player):
	show_line(player + " has left")

func heard(id, words):
	show_line("%s: %s" % [Table.players[id], words])

func started(id):
	show_line(Table.players[id] + " starts")

func show_line(words):
	text.add_text(words + "\n")
