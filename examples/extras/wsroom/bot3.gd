extends SceneTree

# A guest of the room, for Godot 3. It joins, waits for as many members as
# GUESTS says, says hello and, when all have said hello and BIG is set, one text
# of so many letters. It prints what it hears and leaves when all have said all.

func _init():
	var client = WebSocketClient.new()
	if OS.get_environment("BUFFERS") != "default":
		# All that comes between two calls of poll must find room in the input
		# buffer, else the engine drops it, and the script never hears of that. It
		# has 64 KiB if nothing is said before connecting.
		client.set_buffers(512, 1024, 64, 1024)
	var port = OS.get_environment("GDPORT")
	var protocols = PoolStringArray(["godot-room.v1"])
	if client.connect_to_url("ws://127.0.0.1:" + port, protocols) != OK:
		print("can't connect")
		quit(1)
		return
	var status = converse(client)
	client.disconnect_from_host()
	for i in range(20): # lets the goodbye out
		client.poll()
		OS.delay_msec(5)
	quit(status)

func converse(client):
	var name = OS.get_environment("NAME")
	var guests = max(1, int(OS.get_environment("GUESTS")))
	var big = int(OS.get_environment("BIG"))
	var hellos = 0
	var bigs = 0
	var joined = false
	var peer = client.get_peer(1)
	var started = OS.get_ticks_msec()
	while OS.get_ticks_msec() - started < 20000:
		client.poll()
		if client.get_connection_status() == NetworkedMultiplayerPeer.CONNECTION_DISCONNECTED:
			print("disconnected")
			return 1
		if peer.is_connected_to_host() and not joined:
			joined = true
			peer.set_write_mode(WebSocketPeer.WRITE_MODE_BINARY)
			peer.put_var({"join": name})
		while peer.get_available_packet_count() > 0:
			var event = peer.get_var()
			match event["event"]:
				"joined":
					print("joined ", event["name"])
					if event["members"] == guests:
						peer.put_var({"say": "hello"})
				"said":
					if event["text"] == "hello":
						print(event["name"], ": hello")
						hellos += 1
						if hellos == guests and big > 0:
							peer.put_var({"say": "x".repeat(big)})
					else:
						print(event["name"], ": ", event["text"].length(), " letters")
						bigs += 1
				"refused":
					print("refused: ", event["why"])
					bigs += 1
		if hellos == guests and (big == 0 or bigs == guests):
			return 0
		OS.delay_msec(5)
	print("waited too long")
	return 1
