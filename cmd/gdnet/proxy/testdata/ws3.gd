# Sends a value over a WebSocket with a sub-protocol, and prints the answer. For Godot 3.
extends SceneTree

var client = WebSocketClient.new()

func _init():
	client.connect_to_url(OS.get_environment("ROOM"), PoolStringArray(["godot-room.v1.godot3"]))
	var peer = client.get_peer(1)
	while not peer.is_connected_to_host():
		poll()
	peer.set_write_mode(WebSocketPeer.WRITE_MODE_BINARY)
	peer.put_var({"say": "hello"})
	while peer.get_available_packet_count() == 0:
		poll()
	print(peer.get_var()["say"])
	client.disconnect_from_host()
	for _i in range(20): # so that the last message is sent
		poll()
	quit()

func poll():
	client.poll()
	OS.delay_msec(5)
