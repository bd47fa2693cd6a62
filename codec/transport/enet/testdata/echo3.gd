# The same as echo4.gd, for Godot 3, where a received packet has no channel and no mode.
extends SceneTree

const SIZES = [1, 4, 5, 60, 900, 1355, 1356, 1357, 1392, 2000, 6000, 65535, 300000, 1048576]

var peer = NetworkedMultiplayerENet.new()
var want = [[], [], []]
var back = [0, 0, 0]
var wrong = 0
var disorder = 0
var gone = false

func _init():
	peer.compression_mode = int(OS.get_environment("GDCOMPRESSION"))
	peer.create_client("127.0.0.1", int(OS.get_environment("GDPORT")))
	peer.connect("server_disconnected", self, "went")
	var end = OS.get_ticks_msec() + 30000
	while peer.get_connection_status() == 1 and OS.get_ticks_msec() < end:
		turn()

	for round_ in int(OS.get_environment("GDROUNDS")):
		for size in SIZES:
			for mode in 3:
				var most = int(OS.get_environment("GDMAX")) if mode == 2 else 6000
				if size <= most:
					put(mode, size)
			turn()
	end = OS.get_ticks_msec() + 40000
	while want[2].size() > 0 and not gone and OS.get_ticks_msec() < end:
		turn()
	print("reliable ", back[2], " missing ", want[2].size(), " wrong ", wrong, " disorder ", disorder)
	print("unreliable ", int(back[0] > 0), " ordered ", int(back[1] > 0))

	peer.transfer_mode = 2
	peer.put_packet("bye".to_utf8())
	end = OS.get_ticks_msec() + 15000
	while peer.get_connection_status() == 2 and OS.get_ticks_msec() < end:
		turn()
	print("gone ", int(gone))
	quit()

func went():
	gone = true

func put(mode, size):
	var b = PoolByteArray()
	b.resize(size)
	for i in size:
		b[i] = (want[mode].size() * 31 + mode * 100 + i / 5) & 255
	peer.transfer_mode = mode
	peer.set_target_peer(1)
	if peer.put_packet(b) == OK:
		want[mode].append(b)

func turn():
	peer.poll()
	while peer.get_connection_status() == 2 and peer.get_available_packet_count() > 0:
		var b = peer.get_packet()
		if not found(2, b) and not found(1, b) and not found(0, b):
			wrong += 1
	OS.delay_msec(1)

func found(mode, b):
	for at in want[mode].size():
		if want[mode][at] == b:
			back[mode] += 1
			disorder += at if mode == 2 else 0
			want[mode].remove(at)
			return true
	return false
