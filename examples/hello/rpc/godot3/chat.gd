# A chat by remote calls, whose server is written in Go. For Godot 3.
extends Node

remote func say(_text): pass # the server does it
puppet func heard(who, text):
	print("I said " if who == get_tree().get_network_unique_id() else str(who, " said "), text)

func _ready():
	get_tree().connect("connected_to_server", self, "greet")
	get_tree().connect("server_disconnected", get_tree(), "quit")
	var peer = NetworkedMultiplayerENet.new()
	peer.create_client("127.0.0.1", 7000)
	get_tree().network_peer = peer

func greet():
	rpc_id(1, "say", "hello from Godot 3")
