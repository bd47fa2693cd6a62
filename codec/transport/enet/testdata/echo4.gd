# A client of Godot 4. It sends packets of all sizes in all modes to a server that echoes them, and
# prints what comes back. Environment: GDPORT, GDROUNDS, GDMAX (bytes), GDCOMPRESSION.
extends Node

const SIZES := [1, 4, 5, 60, 900, 1363, 1364, 1365, 1392, 2000, 6000, 65535, 300000, 1048576]

var peer := ENetMultiplayerPeer.new()
var want := [[], [], []] # packets that are not back, by mode: unreliable, ordered, reliable
var back := [0, 0, 0]
var wrong := 0
var disorder := 0
var gone := false

func _ready() -> void:
	peer.create_client("127.0.0.1", int(OS.get_environment("GDPORT")))
	peer.host.compress(int(OS.get_environment("GDCOMPRESSION")))
	peer.peer_disconnected.connect(func(_id): gone = true)
	var end := Time.get_ticks_msec() + 30000
	while peer.get_connection_status() == 1 and Time.get_ticks_msec() < end:
		turn()

	for round in int(OS.get_environment("GDROUNDS")):
		for size in SIZES:
			for mode in 3:
				if size <= (int(OS.get_environment("GDMAX")) if mode == 2 else 6000):
					put(mode, 3 * (round % 2), size)
			turn()
	end = Time.get_ticks_msec() + 40000
	while want[2].size() > 0 and not gone and Time.get_ticks_msec() < end:
		turn()
	print("reliable ", back[2], " missing ", want[2].size(), " wrong ", wrong, " disorder ", disorder)
	print("unreliable ", int(back[0] > 0), " ordered ", int(back[1] > 0))

	peer.transfer_channel = 0
	peer.transfer_mode = 2
	peer.put_packet("bye".to_utf8_buffer())
	end = Time.get_ticks_msec() + 15000
	while peer.get_connection_status() == 2 and Time.get_ticks_msec() < end:
		turn()
	print("gone ", int(gone))
	get_tree().quit()

func put(mode: int, channel: int, size: int) -> void:
	var b := PackedByteArray()
	b.resize(size)
	for i in size:
		b[i] = (want[mode].size() * 31 + i / 5) & 255
	peer.transfer_mode = mode
	peer.transfer_channel = channel
	peer.set_target_peer(1)
	if peer.put_packet(b) == OK:
		want[mode].append([channel, b])

# Large unreliable packets come back as ordered ones.
func turn() -> void:
	peer.poll()
	while peer.get_connection_status() == 2 and peer.get_available_packet_count() > 0:
		var mode: int = peer.get_packet_mode()
		var channel := peer.get_packet_channel()
		var b := peer.get_packet()
		if not found(mode, channel, b) and not (mode == 1 and found(0, channel, b)):
			wrong += 1
	OS.delay_msec(1)

func found(mode: int, channel: int, b: PackedByteArray) -> bool:
	var before := 0
	for at in want[mode].size():
		if want[mode][at][0] == channel:
			if want[mode][at][1] == b:
				back[mode] += 1
				disorder += before if mode == 2 else 0
				want[mode].remove_at(at)
				return true
			before += 1
	return false
