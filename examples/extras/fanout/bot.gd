extends SceneTree

# A client for Godot 3. When somebody says {"go": true} it sends as many messages
# as COUNT says. It ends when it has as many from each of OTHERS, which are names
# with commas between them. Lost messages count. It prints the messages of each,
# whether they came in order, and the number of lost messages that the server has
# reported.

func _init():
	var peer = StreamPeerTCP.new()
	peer.connect_to_host("127.0.0.1", int(OS.get_environment("GDPORT")))
	while peer.get_status() == StreamPeerTCP.STATUS_CONNECTING:
		OS.delay_msec(1)
	peer.set_no_delay(true)
	quit(converse(peer))

func converse(peer):
	var name = OS.get_environment("NAME")
	var count = int(OS.get_environment("COUNT"))
	var expected = {}
	var ordered = true
	var lost = 0
	for other in OS.get_environment("OTHERS").split(","):
		expected[other] = 0
	var started = OS.get_ticks_msec()
	while OS.get_ticks_msec() - started < 30000:
		if peer.get_status() != StreamPeerTCP.STATUS_CONNECTED:
			print("disconnected")
			return 1
		# get_var stops the game until a message is complete. So it is called only
		# when data has arrived.
		if peer.get_available_bytes() < 4:
			OS.delay_msec(1)
			continue
		var packet = peer.get_var()
		var message = packet.get("value")
		if packet["type"] == "lost":
			lost += packet["count"]
		elif message.has("go"):
			for i in range(count):
				peer.put_var({"type": "say", "value": {"from": name, "number": i, "at": Vector3(i, 0.5, -i)}})
		elif expected.has(message["from"]):
			ordered = ordered and message["number"] == expected[message["from"]]
			expected[message["from"]] += 1
		else: # such as itself
			print("unexpected: ", message["from"])
			return 1
		if complete(expected, count, lost):
			for other in expected:
				print(expected[other], " from ", other, " in order" if ordered else " out of order")
			print(lost, " lost")
			return 0
	print("waited too long: ", expected)
	return 1

func complete(expected, count, lost):
	var came = lost
	for other in expected:
		came += expected[other]
	return came >= count * expected.size()
