# A player without graphics: walks, sends old reports on purpose, and checks the
# snapshots.
# GDPORT=7001 GDX=100 godot3-server --no-window -s bot.gd
extends SceneTree

var peer = PacketPeerUDP.new()
var latest = 0     # of the server's sequence numbers
var order = true   # they only grow
var me = null
var players = {}   # position by ID

func _init():
	peer.set_dest_address("127.0.0.1", int(OS.get_environment("GDPORT")))
	var x = int(OS.get_environment("GDX"))
	for seq in range(1, 41):
		peer.put_var({"seq": seq, "at": Vector2(x, seq)})
		if seq % 10 == 0:
			peer.put_var({"seq": seq - 5, "at": Vector2(-1, -1)}) # too late
			peer.put_packet("no variant at all".to_utf8())
		receive()
		OS.delay_msec(25)
	# Others may have begun later: stay for a while.
	for i in range(60):
		peer.put_var({"seq": 41 + i, "at": Vector2(x, 40)})
		receive()
		OS.delay_msec(25)
	print("in order ", order)
	print("I am at ", players[me])
	var ids = players.keys()
	var seen = []
	for id in ids:
		seen.append(int(players[id].x))
	seen.sort()
	print("seen ", seen)
	quit(0)

func receive():
	while peer.get_available_packet_count() > 0:
		var message = peer.get_var()
		if message is int: # the server asks whether it reaches this address
			peer.put_var(message)
			continue
		if message.seq <= latest:
			order = false # on loopback nothing overtakes
			continue
		latest = message.seq
		me = message.ids[0]
		for i in range(message.ids.size()):
			players[message.ids[i]] = message.at[i]
