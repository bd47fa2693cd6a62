# A server of Godot 4 that echoes packets. Environment: GDPORT, and GDSECONDS, at most so long. It
# prints who comes and goes, and ends when a client has gone. The packet "end" ends it, too.
extends Node

var peer := ENetMultiplayerPeer.new()
var gone := false

func _ready() -> void:
	peer.create_server(int(OS.get_environment("GDPORT")), 8)
	peer.peer_connected.connect(func(id): print("connected ", id))
	peer.peer_disconnected.connect(func(id): print("disconnected ", id); gone = true)
	var end := Time.get_ticks_msec() + 1000 * maxi(50, int(OS.get_environment("GDSECONDS")))
	while not gone and Time.get_ticks_msec() < end:
		turn()
	get_tree().quit()

func turn() -> void:
	peer.poll()
	while peer.get_available_packet_count() > 0:
		var from := peer.get_packet_peer()
		peer.transfer_mode = peer.get_packet_mode()
		peer.transfer_channel = peer.get_packet_channel()
		peer.set_target_peer(from)
		var b := peer.get_packet()
		if b.get_string_from_utf8() == "end":
			peer.close()
			gone = true
			return
		if not gone:
			peer.put_packet(b)
	OS.delay_msec(1)
