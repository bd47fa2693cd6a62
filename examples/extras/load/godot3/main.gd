# A server whose clients call ping, and which answers by pong. For Godot 3.
#   GDPORT=7300 godot3-server --no-window --path godot3
extends Node

var server

func _ready():
	Engine.target_fps = 250 # a game's server has fewer
	if OS.get_environment("GDENET"):
		server = NetworkedMultiplayerENet.new()
		if server.create_server(int(OS.get_environment("GDPORT")), 1000) != OK:
			get_tree().quit(1)
			return
		get_tree().network_peer = server
		return

	server = WebSocketServer.new()
	# Room for the messages of the clients between two frames: 64 KiB, and 4096 packets.
	server.set_buffers(64, 4096, 64, 4096)
	if server.listen(int(OS.get_environment("GDPORT")), PoolStringArray(), true) != OK:
		get_tree().quit(1)
		return
	get_tree().network_peer = server

remote func ping(number, at):
	rpc_id(get_tree().get_rpc_sender_id(), "pong", number, at + Vector2(1, 2))
