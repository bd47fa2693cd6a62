extends SceneTree

# Times var2bytes and bytes2var for the Go program that started this one. It first sends its
# version. The Go program sends, with put_var, one of
#   {"do": "load", "value": …, "packet": …}   answered by whether the two are the same here
#   {"do": "encode", "times": n}              answered by microseconds
#   {"do": "decode", "times": n}              answered by microseconds

func _init():
	var peer = StreamPeerTCP.new()
	peer.connect_to_host("127.0.0.1", int(OS.get_environment("GDPORT")))
	while peer.get_status() == StreamPeerTCP.STATUS_CONNECTING:
		OS.delay_msec(1)
	var version = Engine.get_version_info()
	peer.put_var("%d.%d.%d" % [version.major, version.minor, version.patch])
	var value
	var bytes
	while true:
		var order = peer.get_var()
		if typeof(order) != TYPE_DICTIONARY: # the Go program has gone
			break
		if order["do"] == "load":
			value = order["value"]
			bytes = var2bytes(value)
			peer.put_var(bytes == order["packet"] and var2bytes(bytes2var(bytes)) == bytes)
		elif order["do"] == "encode":
			peer.put_var(encode(value, order["times"]))
		else:
			peer.put_var(decode(bytes, order["times"]))
	quit()

func encode(value, times):
	var start = OS.get_ticks_usec()
	for i in range(times):
		var2bytes(value)
	return OS.get_ticks_usec() - start

func decode(bytes, times):
	var start = OS.get_ticks_usec()
	for i in range(times):
		bytes2var(bytes)
	return OS.get_ticks_usec() - start
