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
	var peer := client(address)
	if peer == null:
		return ERR_CANT_CONNECT
	multiplayer.multiplayer_peer = peer
	return OK

# client returns the peer for an address: enet://host:port, or that of a WebSocket. The export to the
# web has no ENet, and no class of that name.
func client(address: String) -> MultiplayerPeer:
	var error: Error
	if address.begins_with("enet://"):
		var parts := address.trim_prefix("enet://").split(":")
		var enet = ClassDB.instantiate("ENetMultiplayerPeer")
		error = enet.create_client(parts[0], int(parts[1]))
		return enet if error == OK else null

	var web := WebSocketMultiplayerPeer.new()
	web.handshake_timeout = 30.0 # 3 seconds are short on a busy machine
	error = web.create_client(address)
	return web if error == OK else null

# leave ends the session. The engine frees what the server has spawned.
func leave():
	multiplayer.multiplayer_peer.close()
	multiplayer.multiplayer_peer = OfflineMultiplayerPeer.new()

func _draw():
	draw_string(ThemeDB.fallback_font, Vector2(8, 24), "%d coins" % collected)
