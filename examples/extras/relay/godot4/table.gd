# The autoload Table: the players of a room, which call each other. No game is the server; a program
# in Go passes on what it allows.
extends Node

signal came(id, name)
signal left(id, name)
signal heard(id, text)
signal started(id)
signal refused # the name or the password is wrong
signal ended

var players := {} # the names of those in the room, by ID

func _ready():
	var api: SceneMultiplayer = multiplayer
	api.peer_disconnected.connect(_on_left)
	api.server_disconnected.connect(_on_ended)

func join(address: String, player: String, password: String, room: String) -> Error:
	var ticket := var_to_bytes({"name": player, "password": password, "room": room})
	var api: SceneMultiplayer = multiplayer
	api.auth_timeout = 30.0 # 3 seconds are short on a busy machine
	api.auth_callback = func(_id, _data): pass # the server sends nothing
	for connection in api.peer_authenticating.get_connections():
		api.peer_authenticating.disconnect(connection.callable)
	api.peer_authenticating.connect(func(id):
		api.send_auth(id, ticket)
		api.complete_auth(id))

	var peer := client(address)
	if peer == null:
		return ERR_CANT_CONNECT
	api.multiplayer_peer = peer
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
	multiplayer.multiplayer_peer = OfflineMultiplayerPeer.new()
	players.clear()

func _on_left(id: int):
	if players.has(id):
		left.emit(id, players[id])
		players.erase(id)

func _on_ended():
	var end := refused if players.is_empty() else ended
	leave()
	end.emit()

# Players call these methods at each other.

@rpc("any_peer", "reliable")
func say(text: String):
	heard.emit(multiplayer.get_remote_sender_id(), text)

@rpc("any_peer", "reliable")
func start():
	started.emit(multiplayer.get_remote_sender_id())

# The server calls this method.
@rpc("reliable")
func entered(id: int, player: String):
	players[id] = player
	came.emit(id, player)

# The server has this method. It changes the room.
@rpc("any_peer", "reliable") func enter(_room: String): pass
