# The autoload Lobby: the players of a lobby whose server is written in Go. For Godot 4.
extends Node

signal player_connected(id, info)
signal player_disconnected(id)
signal server_disconnected
signal game_loading(scene)
signal game_started
signal said(id, value)

var players := {} # what each player tells about itself, by ID
var player_info := {"name": "Name"}

func _ready():
	multiplayer.connected_to_server.connect(func(): register_player.rpc_id(1, player_info))
	multiplayer.connection_failed.connect(leave)
	multiplayer.server_disconnected.connect(_on_server_disconnected)

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

func leave():
	multiplayer.multiplayer_peer.close()
	multiplayer.multiplayer_peer = null
	players.clear()

func _on_server_disconnected():
	leave()
	server_disconnected.emit()

# The server calls these methods.

@rpc("reliable")
func add_player(id: int, info: Dictionary):
	players[id] = info
	player_connected.emit(id, info)

@rpc("reliable")
func remove_player(id: int):
	players.erase(id)
	player_disconnected.emit(id)

@rpc("reliable")
func load_game(scene: String):
	game_loading.emit(scene)

@rpc("reliable")
func start_game():
	game_started.emit()

@rpc("reliable")
func hear(id: int, value):
	said.emit(id, value)

# The server has these methods. They are here because both sides number the methods of a node.

@rpc("any_peer", "reliable") func register_player(_info: Dictionary): pass
@rpc("any_peer", "reliable") func begin(): pass
@rpc("any_peer", "reliable") func player_loaded(): pass
@rpc("any_peer", "reliable") func say(_value): pass
