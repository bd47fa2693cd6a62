# The world of a server that is written in Go. The server spawns everything in Things.
extends Node2D

var collected := 0: # how many coins all players have collected
	set(value):
		collected = value
		queue_redraw()

func _ready():
	multiplayer.connection_failed.connect(leave)
	multiplayer.server_disconnected.connect(leave)
	var address := OS.get_environment("WORLD")
	join(address if address else "ws://127.0.0.1:8911")

func join(address: String) -> Error:
	var peer := WebSocketMultiplayerPeer.new()
	peer.handshake_timeout = 30.0 # 3 seconds are short on a busy machine
	var error := peer.create_client(address)
	if error == OK:
		multiplayer.multiplayer_peer = peer
	return error

# leave ends the session. The engine frees what the server has spawned.
func leave():
	multiplayer.multiplayer_peer.close()
	multiplayer.multiplayer_peer = OfflineMultiplayerPeer.new()

func _draw():
	draw_string(ThemeDB.fallback_font, Vector2(8, 24), "%d coins" % collected)
