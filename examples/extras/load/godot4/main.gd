# A server whose clients call ping, and which answers by pong. For Godot 4.
#   GDPORT=7300 godot4 --headless --path godot4
extends Node

func _ready():
	Engine.max_fps = 250 # a game's server has fewer
	var api: SceneMultiplayer = multiplayer
	api.server_relay = false
	var server := WebSocketMultiplayerPeer.new()
	if server.create_server(int(OS.get_environment("GDPORT"))) != OK:
		get_tree().quit(1)
		return
	api.multiplayer_peer = server

@rpc("any_peer", "reliable")
func ping(number: int, at: Vector2):
	pong.rpc_id(multiplayer.get_remote_sender_id(), number, at + Vector2(1, 2))

# The clients have this method.
@rpc("reliable") func pong(_number: int, _at: Vector2): pass
