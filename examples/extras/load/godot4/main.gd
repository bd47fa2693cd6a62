# A server whose clients call ping, and which answers by pong. For Godot 4.
#   GDPORT=7300 godot4 --headless --path godot4
extends Node

func _ready():
	Engine.max_fps = 250 # a game's server has fewer
	var api: SceneMultiplayer = multiplayer
	api.server_relay = false
	var port := int(OS.get_environment("GDPORT"))
	var error: Error
	if OS.get_environment("GDENET"):
		var server := ENetMultiplayerPeer.new()
		error = server.create_server(port, 1000)
		api.multiplayer_peer = server
	else:
		var server := WebSocketMultiplayerPeer.new()
		error = server.create_server(port)
		api.multiplayer_peer = server
	if error != OK:
		get_tree().quit(1)

@rpc("any_peer", "reliable")
func ping(number: int, at: Vector2):
	pong.rpc_id(multiplayer.get_remote_sender_id(), number, at + Vector2(1, 2))

# The clients have this method.
@rpc("reliable") func pong(_number: int, _at: Vector2): pass
