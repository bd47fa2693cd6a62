# The autoload Lobby: the players of a lobby whose server is written in Go. For Godot 3.
extends Node

signal player_connected(id, info)
signal player_disconnected(id)
signal server_disconnected
signal game_loading(scene)
signal game_started
signal said(id, value)

var players = {} # what each player tells about itself, by ID
var player_info = {"name": "Name"}

func _ready():
	get_tree().connect("connected_to_server", self, "_on_connected")
	# The first of these is what Godot 3.2 says, over WebSocket, when a server is gone.
	for end in ["connection_failed", "server_disconnected"]:
		get_tree().connect(end, self, "_on_server_disconnected", [], CONNECT_DEFERRED)

func join(address):
	var peer
	var error
	if address.begins_with("enet://"):
		var parts = address.trim_prefix("enet://").split(":")
		peer = NetworkedMultiplayerENet.new()
		error = peer.create_client(parts[0], int(parts[1]))
	else:
		peer = WebSocketClient.new()
		error = peer.connect_to_url(address, PoolStringArray(), true) # true: for rpc
	if error == OK:
		get_tree().network_peer = peer
	return error

func leave():
	var peer = get_tree().network_peer
	if peer is WebSocketClient:
		peer.disconnect_from_host()
	else:
		peer.close_connection()
	get_tree().network_peer = null
	players.clear()

func _on_connected():
	rpc_id(1, "register_player", player_info)

func _on_server_disconnected():
	get_tree().network_peer = null
	players.clear()
	emit_signal("server_disconnected")

# The server calls these methods, and has register_player, begin, player_loaded and say.

puppet func add_player(id, info):
	players[id] = info
	emit_signal("player_connected", id, info)

puppet func remove_player(id):
	players.erase(id)
	emit_signal("player_disconnected", id)

puppet func load_game(scene):
	emit_signal("game_loading", scene)

puppet func start_game():
	emit_signal("game_started")

puppet func hear(id, value):
	emit_signal("said", id, value)
