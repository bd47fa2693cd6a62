# A server and a client of Godot 3. The client greets each other client through the server, and prints
# what it gets. Environment: GDPORT. It ends after the first packet.
extends SceneTree

var server = NetworkedMultiplayerENet.new()
var client = NetworkedMultiplayerENet.new()
var api = MultiplayerAPI.new()
var other = 0
var end = OS.get_ticks_msec() + 50000

func _init():
	var port = int(OS.get_environment("GDPORT"))
	server.create_server(port, 8)
	client.create_client("127.0.0.1", port)
	api.set_root_node(root)
	api.connect("network_peer_connected", self, "came")
	api.connect("network_peer_packet", self, "heard")
	api.connect("network_peer_disconnected", self, "went")
	api.network_peer = client
	while OS.get_ticks_msec() < end:
		turn()
	quit()

func turn():
	server.poll()
	while server.get_available_packet_count() > 0:
		server.get_packet()
	api.poll()
	OS.delay_msec(1)

func came(id):
	if id != 1:
		other = id
		print("client ", client.get_unique_id())
		api.send_bytes("hello".to_utf8(), id, 2)

func heard(id, bytes):
	print("the other " if id == other else "a stranger ", bytes.get_string_from_utf8())

func went(id):
	print("it has left" if id == other else "a stranger has left")
	end = OS.get_ticks_msec() + 100
