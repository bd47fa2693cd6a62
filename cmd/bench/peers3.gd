extends SceneTree

# A server of clients with put_var packets over TCP, for the Go program that started this one. It first sends
# its version. The Go program sends the port to listen at, which is answered by whether it is free. The server
# keeps the last move of each client, and answers it by a state.

var server = TCP_Server.new()
var peers = []
var moves = []
var tick = 0

func _init():
	var order = StreamPeerTCP.new()
	order.connect_to_host("127.0.0.1", int(OS.get_environment("GDPORT")))
	while order.get_status() == StreamPeerTCP.STATUS_CONNECTING:
		OS.delay_msec(1)
	var version = Engine.get_version_info()
	order.put_var("%d.%d.%d" % [version.major, version.minor, version.patch])
	order.put_var(server.listen(order.get_var(), "127.0.0.1") == OK)
	Engine.target_fps = 60

func _idle(_delta):
	tick += 1
	while server.is_connection_available():
		var connection = server.take_connection()
		connection.set_no_delay(true)
		var peer = PacketPeerStream.new()
		peer.stream_peer = connection
		peers.append(peer)
		moves.append(null)
	for i in range(peers.size()):
		var peer = peers[i]
		while peer.get_available_packet_count() > 0:
			var move = peer.get_var()
			moves[i] = move
			peer.put_var({"type": "state", "id": move["id"], "tick": tick, "pos": move["pos"]})
	return false
