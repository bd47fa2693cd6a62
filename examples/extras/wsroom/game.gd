# The room in a browser, for Godot 4: a name, a line to type, and what the room says. The name may
# be in the page's address: http://127.0.0.1:8910/?name=Ada. A line that begins with = is a value,
# such as =Vector2(1, 2), and any other line a text.
extends Node

var peer := WebSocketPeer.new()
var joined := false
var here := Time.get_ticks_msec()
var room := RichTextLabel.new()
var line := LineEdit.new()
var player := ""

func _ready():
	var column := VBoxContainer.new()
	column.set_anchors_and_offsets_preset(Control.PRESET_FULL_RECT, Control.PRESET_MODE_MINSIZE, 16)
	add_child(column)
	room.size_flags_vertical = Control.SIZE_EXPAND_FILL
	room.scroll_following = true
	column.add_child(room)
	line.keep_editing_on_text_submit = true
	line.text_submitted.connect(typed)
	column.add_child(line)
	if OS.has_feature("web"):
		player = JavaScriptBridge.eval("new URLSearchParams(location.search).get('name') || ''")
	peer.inbound_buffer_size = 1024 * 1024 # for all that comes between two frames
	show_line("Welcome. A line that begins with = is a value, such as =Vector2(1, 2).")
	enter()

# enter connects, if the player has a name.
func enter():
	line.placeholder_text = "Your name" if player == "" else "Say something"
	line.grab_focus()
	if player == "":
		return
	var address := "ws://127.0.0.1:8910/room"
	if OS.has_feature("web"):
		address = JavaScriptBridge.eval("new URL('room', location.href).href.replace(/^http/, 'ws')")
	if peer.connect_to_url(address) != OK:
		show_line("No way to " + address)

func typed(text: String):
	line.clear()
	if text == "":
		return
	if player == "":
		player = text
		enter()
	elif peer.get_ready_state() != WebSocketPeer.STATE_OPEN:
		show_line("Not connected")
	elif text.begins_with("="):
		peer.put_var({"type": "say", "value": str_to_var(text.substr(1))})
	else:
		peer.put_var({"type": "say", "value": text})

func _process(_delta):
	if player == "":
		return
	peer.poll()
	match peer.get_ready_state():
		WebSocketPeer.STATE_OPEN:
			if not joined:
				joined = true
				peer.put_var({"type": "join", "name": player})
			if Time.get_ticks_msec() - here > 20_000: # the server disconnects silent members
				here = Time.get_ticks_msec()
				peer.put_var({"type": "here"})
			while peer.get_available_packet_count() > 0:
				hear(peer.get_var())
		WebSocketPeer.STATE_CLOSED:
			show_line("The room has closed the door: " + peer.get_close_reason())
			set_process(false)

func hear(event: Dictionary):
	match event["type"]:
		"joined":
			show_line("%s is here; there are %d" % [event["name"], event["members"]])
		"said":
			var value = event["value"]
			show_line(event["name"] + ": " + (value if value is String else var_to_str(value)))
		"refused":
			show_line("Not all heard that: " + event["why"])
		"left":
			show_line(event["name"] + " has left")

func show_line(text: String):
	room.add_text(text + "\n")
	print(text)
