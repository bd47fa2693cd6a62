# A game that talks to a server over TCP, or over UDP if GDUDP is set, and sends
# something damaged on the way. For Godot 3.
# GDPORT=7100 godot3-server --no-window -s client.gd
extends SceneTree

const MESSAGES = [{"op": "join", "name": "Tía"}, Vector2(1, 2), [1, 2.5, null, PoolStringArray(["a", "b"])], "bye"]

func _init():
	var port = int(OS.get_environment("GDPORT"))
	if OS.has_environment("GDUDP"):
		udp(port)
	else:
		tcp(port)
	quit()

func tcp(port):
	var peer = StreamPeerTCP.new()
	peer.connect_to_host("127.0.0.1", port)
	for message in MESSAGES:
		peer.put_var(message)
		print(peer.get_var())
	peer.put_u32(6)
	peer.put_data(PoolByteArray([4, 0, 0, 0, 255, 255]))
	print(peer.get_var())

func udp(port):
	var peer = PacketPeerUDP.new()
	peer.set_dest_address("127.0.0.1", port)
	for message in MESSAGES:
		peer.put_var(message)
		print(answer(peer))
	peer.put_packet(PoolByteArray([4, 0, 0, 0, 255, 255]))
	print(answer(peer))

# PacketPeerUDP.wait() would wait for ever if a datagram is lost.
func answer(peer):
	for _i in range(400):
		if peer.get_available_packet_count() > 0:
			return peer.get_var()
		OS.delay_msec(5)
	return "no answer"
