# Calls each of COUNT nodes once by its path and once by its number, with methods of small and large
# numbers and 0 to 255 arguments, and compares what the server at URL calls back. For Godot 4.
extends Node

var count := int(OS.get_environment("COUNT"))
var script_of_all := GDScript.new()
var nodes := []
var same := 0

func _ready():
	var source := "extends Node\nvar got := []\n"
	for i in count:
		source += "@rpc(\"any_peer\") func m%d(...args): got.append([%d, args])\n" % [i, i]
	script_of_all.source_code = source
	if script_of_all.reload() != OK:
		get_tree().quit(1)
		return
	for i in count:
		var node = script_of_all.new()
		node.name = "N%d" % i
		nodes.append(node)
		add_child(node)

	multiplayer.connected_to_server.connect(play)
	var peer := WebSocketMultiplayerPeer.new()
	peer.handshake_timeout = 30.0 # 3 seconds are short on a busy machine
	peer.inbound_buffer_size = 1 << 20 # else 64 KiB
	peer.outbound_buffer_size = 1 << 20
	peer.create_client(OS.get_environment("URL"))
	multiplayer.multiplayer_peer = peer

func play():
	for form in ["path", "number"]:
		for i in count:
			var method := i * 7 % count
			var args := arguments(i)
			nodes[i].callv("rpc_id", [1, "m%d" % method] + args)
			if i % 30 != 29:
				continue
			for j in range(i - 29, i + 1): # the server answers in order
				while nodes[j].got.is_empty():
					await get_tree().process_frame
				var got = nodes[j].got.pop_front()
				if got[0] == j * 7 % count and var_to_bytes(got[1]) == var_to_bytes(arguments(j)):
					same += 1
				else:
					print(form, " ", j, ": ", got)
	print(same, " calls came back as they were")

	var large := 0
	for size in [65535, 65536, 120_000]:
		var bytes := PackedByteArray()
		bytes.resize(size)
		bytes.fill(7)
		for value in [bytes, "ö".repeat(size / 2)]:
			nodes[0].m0.rpc_id(1, value)
			while nodes[0].got.is_empty():
				await get_tree().process_frame
			large += int(nodes[0].got.pop_front()[1] == [value])
	print(large, " large calls came back as they were")
	get_tree().quit()

func arguments(i: int) -> Array:
	if i % 5 == 3:
		var bytes := PackedByteArray()
		bytes.resize(i * 10 + 1)
		bytes.fill(i)
		return [bytes]
	return range(i % 256)
