extends SceneTree

# Times var_to_bytes, bytes_to_var, var_to_str and str_to_var for the Go program that started this one. It first sends its
# version. The Go program sends, with put_var, one of
#   {"do": "load", "value": …, "packet": …}   answered by whether the two are the same here
#   {"do": "load text", "text": …}            answered by whether it is the text of the value
#   {"do": DO, "times": n}                    answered by microseconds
# DO is encode or decode, for bytes, or format or parse, for text.

func _init():
	var peer = StreamPeerTCP.new()
	peer.connect_to_host("127.0.0.1", int(OS.get_environment("GDPORT")))
	while peer.get_status() == StreamPeerTCP.STATUS_CONNECTING:
		peer.poll()
		OS.delay_msec(1)
	var version = Engine.get_version_info()
	peer.put_var("%d.%d.%d" % [version.major, version.minor, version.patch])
	var value
	var bytes
	var text
	while true:
		var order = peer.get_var()
		if typeof(order) != TYPE_DICTIONARY: # the Go program has gone
			break
		if order["do"] == "load":
			value = order["value"]
			bytes = var_to_bytes(value)
			peer.put_var(bytes == order["packet"] and var_to_bytes(bytes_to_var(bytes)) == bytes)
		elif order["do"] == "load text":
			text = var_to_str(value)
			peer.put_var(text == order["text"])
		elif order["do"] == "encode":
			peer.put_var(encode(value, order["times"]))
		elif order["do"] == "decode":
			peer.put_var(decode(bytes, order["times"]))
		elif order["do"] == "format":
			peer.put_var(format(value, order["times"]))
		else:
			peer.put_var(parse(text, order["times"]))
	quit()

func encode(value, times):
	var start = Time.get_ticks_usec()
	for i in range(times):
		var_to_bytes(value)
	return Time.get_ticks_usec() - start

func decode(bytes, times):
	var start = Time.get_ticks_usec()
	for i in range(times):
		bytes_to_var(bytes)
	return Time.get_ticks_usec() - start

func format(value, times):
	var start = Time.get_ticks_usec()
	for i in range(times):
		var_to_str(value)
	return Time.get_ticks_usec() - start

func parse(text, times):
	var start = Time.get_ticks_usec()
	for i in range(times):
		str_to_var(text)
	return Time.get_ticks_usec() - start
