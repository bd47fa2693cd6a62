# A member of the room for Godot 3. It joins, waits for as many members as GUESTS
# says, says "hello", and leaves when it has heard as many values as HEAR says.
#   NAME=Ada godot3-server --no-window -s bot3.gd
# If VALUES names a file, it sends the items of the array that store_var wrote there,
# and prints the values that it receives in base64.
extends SceneTree

func _init():
	var client = WebSocketClient.new()
	if OS.get_environment("BUFFERS") != "default":
		# All messages between two calls of poll must fit in the input buffer.
		# The engine drops the rest, and the script gets no error. The buffer has
		# 64 KiB unless a script sets its size before connecting.
		client.set_buffers(512, 1024, 64, 1024)
	if client.connect_to_url(setting("ROOM", "ws://127.0.0.1:8910/room")) != OK:
		print("can't connect")
		quit(1)
		return
	var status = converse(client)
	client.disconnect_from_host()
	for i in range(20): # so that the last message is sent
		client.poll()
		OS.delay_msec(5)
	quit(status)

func setting(name, default):
	return OS.get_environment(name) if OS.has_environment(name) else default

func converse(client):
	var guests = int(setting("GUESTS", "1"))
	var hear = int(setting("HEAR", "1"))
	var peer = client.get_peer(1)
	var joined = false
	var here = OS.get_ticks_msec()
	while true:
		client.poll()
		if client.get_connection_status() == NetworkedMultiplayerPeer.CONNECTION_DISCONNECTED:
			print("disconnected")
			return 1
		if peer.is_connected_to_host() and not joined:
			joined = true
			peer.set_write_mode(WebSocketPeer.WRITE_MODE_BINARY)
			peer.put_var({"type": "join", "name": setting("NAME", "Godot 3")})
		if joined and OS.get_ticks_msec() - here > 20000: # the server disconnects silent members
			here = OS.get_ticks_msec()
			peer.put_var({"type": "here"})
		while peer.get_available_packet_count() > 0:
			var event = peer.get_var()
			match event["type"]:
				"joined":
					print("joined ", event["name"])
					if event["members"] == guests:
						for value in values():
							peer.put_var({"type": "say", "value": value})
				"said":
					print(event["name"], ": ", shown(event["value"]))
					hear -= 1
				"refused":
					print("refused: ", event["why"])
					hear -= 1
		if hear == 0:
			return 0
		OS.delay_msec(5)

func values():
	if not OS.has_environment("VALUES"):
		return ["hello"]
	var file = File.new()
	file.open(OS.get_environment("VALUES"), File.READ)
	return file.get_var()

func shown(value):
	return Marshalls.variant_to_base64(value) if OS.has_environment("VALUES") else value
