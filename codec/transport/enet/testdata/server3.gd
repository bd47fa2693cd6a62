# Like server4.gd, for Godot 3. All packets go back reliably.
extends SceneTree

var peer = NetworkedMultiplayerENet.new()
var gone = false

func _init():
	peer.create_server(int(OS.get_environment("GDPORT")), 8)
	peer.connect("peer_connected", self, "came")
	peer.connect("peer_disconnected", self, "went")
	var end = OS.get_ticks_msec() + 1000 * int(max(50, int(OS.get_environment("GDSECONDS"))))
	while not gone and OS.get_ticks_msec() < end:
		turn()
	quit()

func turn():
	peer.poll()
	while peer.get_available_packet_count() > 0:
		var from = peer.get_packet_peer()
		var b = peer.get_packet()
		if b.get_string_from_utf8() == "end":
			peer.close_connection()
			gone = true
			return
		peer.transfer_mode = 2
		peer.set_target_peer(from)
		if not gone:
			peer.put_packet(b)
	OS.delay_msec(1)

func came(id):
	print("connected ", id)

func went(id):
	print("disconnected ", id)
	gone = true
