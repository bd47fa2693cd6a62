# The autoload Table: the players of a room, which call each other. No game is the server; a program
# in Go passes on what it allows. For Godot 3.
extends Node

signal came(id, name)
signal left(id, name)
signal heard(id, text)
signal started(id)
signal refused # the name or the password is wrong
signal ended

var players = {} # the names of those in the room, by ID
var ticket

func _ready():
	get_tree().connect("connected_to_server", self, "_on_connected")
	get_tree().connect("network_peer_disconnected", self, "_on_left")
	# The first of these is what Godot 3.2 says, over WebSocket, when a server is gone.
	for end in ["connection_failed", "server_disconnected"]:
		get_tree().connect(end, self, "_on_ended", [], CONNECT_DEFERRED)

func join(address, player, password, room):
	ticket = {"name": player, "password": password, "room": room}
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
	rpc_id(1, "show_ticket", ticket)

func _on_left(id):
	if players.has(id):
		emit_signal("left", id, players[id])
		players.erase(id)

func _on_ended():
	if get_tree().network_peer == null:
		return
	var end = "refused" if players.empty() else "ended"
	get_tree().network_peer = null
	players.clear()
	emit_signal(end)

# Players call these methods at each other.

remote func say(text):
	emit_signal("heard", get_tree().get_rpc_sender_id(), text)

remote func start():
	emit_signal("started", get_tree().get_rpc_sender_id())

# The server calls this method, and has show_ticket and enter.
puppet func entered(id, player):
	players[id] = player
	emit_signal("came", id, player)
