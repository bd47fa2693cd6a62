# A member of the room for Godot 4. It joins, waits for as many members as GUESTS
# says, says "hello", and leaves when it has heard as many values as HEAR says.
# It is the script of a node, such as the only node of a project's main scene.
# If VALUES names a file, it sends the items of the array that store_var wrote there,
# and prints the values that it receives in base64.
extends Node

var peer := WebSocketPeer.new()
var joined := false
var here := Time.get_ticks_msec()
var hear := int(setting("HEAR", "1"))

func _ready():
	if OS.get_environment("BUFFERS") != "default":
		# All messages between two frames must fit in the input buffer. The
		# engine drops the rest, and the script gets no error. The buffer has
		# 64 KiB unless a script sets its size before connecting.
		peer.inbound_buffer_size = 512 * 1024
	if peer.connect_to_url(setting("ROOM", "ws://127.0.0.1:8910/room")) != OK:
		print("can't connect")
		get_tree().quit(1)

func setting(variable: String, default: String) -> String:
	return OS.get_environment(variable) if OS.has_environment(variable) else default

func _process(_delta):
	peer.poll()
	match peer.get_ready_state():
		WebSocketPeer.STATE_OPEN:
			converse()
		WebSocketPeer.STATE_CLOSED:
			if hear > 0:
				print("disconnected: ", peer.get_close_code(), " ", peer.get_close_reason())
			get_tree().quit(1 if hear > 0 else 0)

func converse():
	if not joined:
		joined = true
		peer.put_var({"type": "join", "name": setting("NAME", "Godot 4")})
	if Time.get_ticks_msec() - here > 20_000: # the server disconnects silent members
		here = Time.get_ticks_msec()
		peer.put_var({"type": "here"})
	while peer.get_available_packet_count() > 0:
		var event: Dictionary = peer.get_var()
		match event["type"]:
			"joined":
				print("joined ", event["name"])
				if event["members"] == int(setting("GUESTS", "1")):
					for value in values():
						peer.put_var({"type": "say", "value": value})
			"said":
				print(event["name"], ": ", shown(event["value"]))
				hear -= 1
			"refused":
				print("refused: ", event["why"])
				hear -= 1
	if hear == 0:
		peer.close()

func values() -> Array:
	if not OS.has_environment("VALUES"):
		return ["hello"]
	return FileAccess.open(OS.get_environment("VALUES"), FileAccess.READ).get_var()

func shown(value):
	return Marshalls.variant_to_base64(value) if OS.has_environment("VALUES") else value
