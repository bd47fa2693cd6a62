# A chat by @rpc, whose server is written in Go. For Godot 4.
extends Node

@rpc("any_peer") func say(_text): pass # the server does it
@rpc func heard(who, text):
	print("I said " if who == multiplayer.get_unique_id() else str(who, " said "), text)

func _ready():
	multiplayer.connected_to_server.connect(func(): say.rpc_id(1, "hello from Godot 4"))
	multiplayer.server_disconnected.connect(func(): get_tree().quit())
	var peer = ENetMultiplayerPeer.new()
	peer.create_client("127.0.0.1", 7000)
	multiplayer.multiplayer_peer = peer
