# Sends a value over a WebSocket with a sub-protocol, and prints the answer. For Godot 4.
extends Node

var peer := WebSocketPeer.new()
var sent := false

func _ready():
	peer.supported_protocols = ["godot-room.v1.godot4"]
	peer.connect_to_url(OS.get_environment("ROOM"))

func _process(_delta):
	peer.poll()
	match peer.get_ready_state():
		WebSocketPeer.STATE_OPEN:
			if not sent:
				sent = true
				peer.put_var({"say": "hello"})
			if peer.get_available_packet_count() > 0:
				print(peer.get_var()["say"])
				peer.close()
		WebSocketPeer.STATE_CLOSED:
			get_tree().quit()
