# A server over TCP and UDP that answers {"type": "move", "seq", "at", "step"} with
# {"type": "moved", "seq", "at": at + step}. For Godot 4.
# GDPORT=7200 godot --headless -s server4.gd
extends SceneTree

var tcp = TCPServer.new()
var udp = PacketPeerUDP.new()
var clients: Array[PacketPeerStream] = []

func _init():
	var port = int(OS.get_environment("GDPORT"))
	if tcp.listen(port, "127.0.0.1") != OK or udp.bind(port, "127.0.0.1") != OK:
		print("can't listen on port ", port)
		quit(1)
		return
	Engine.max_fps = 250 # calls of the loop below in a second; a game's server has fewer
	print("listening on ", port)

func _process(_delta):
	while tcp.is_connection_available():
		var stream = tcp.take_connection()
		stream.set_no_delay(true)
		# get_var() of a StreamPeerTCP would stop the whole server until the rest
		# of a message arrives. A PacketPeerStream collects the parts.
		var client = PacketPeerStream.new()
		client.stream_peer = stream
		clients.append(client)
	for client in clients.duplicate():
		client.stream_peer.poll()
		while client.get_available_packet_count() > 0:
			var message = client.get_var()
			if message is Dictionary:
				client.put_var(answer(message))
		if client.stream_peer.get_status() != StreamPeerTCP.STATUS_CONNECTED:
			clients.erase(client)
	while udp.get_available_packet_count() > 0:
		var message = udp.get_var()
		if message is Dictionary:
			udp.set_dest_address(udp.get_packet_ip(), udp.get_packet_port())
			udp.put_var(answer(message))
	return false # true ends the program

func answer(message: Dictionary) -> Dictionary:
	return {"type": "moved", "seq": message.seq, "at": message.at + message.step}
