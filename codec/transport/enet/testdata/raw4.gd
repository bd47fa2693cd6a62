# A client with ENetConnection. It sends messages as var_to_bytes, and prints the answers and the
# reason of the end. Environment: GDPORT.
extends Node

func _ready() -> void:
	var host := ENetConnection.new()
	host.create_host(1)
	var server := host.connect_to_host("127.0.0.1", int(OS.get_environment("GDPORT")), 2, 77)
	var end := Time.get_ticks_msec() + 20000
	while Time.get_ticks_msec() < end:
		var event := host.service(5)
		match event[0]:
			ENetConnection.EVENT_CONNECT:
				for n in 3:
					server.send(n % 2, var_to_bytes({"type": "hello", "n": n}), ENetPacketPeer.FLAG_RELIABLE)
			ENetConnection.EVENT_RECEIVE:
				print("channel ", event[3], " ", bytes_to_var(event[1].get_packet()))
			ENetConnection.EVENT_DISCONNECT:
				print("reason ", event[2])
				end = 0
	get_tree().quit()
