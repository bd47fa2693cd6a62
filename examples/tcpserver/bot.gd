# A player without graphics: joins, walks, looks on for a while and leaves.
# GDPORT=7000 GDNAME=Tia godot3-server --no-window -s bot.gd
extends SceneTree

var tcp = StreamPeerTCP.new()
var peer = PacketPeerStream.new() # has whole messages only: tcp.get_var() waits for the rest of one
var most = 0 # players seen at once

func _init():
	tcp.connect_to_host("127.0.0.1", int(OS.get_environment("GDPORT")))
	while tcp.get_status() == StreamPeerTCP.STATUS_CONNECTING:
		OS.delay_msec(5)
	tcp.set_no_delay(true)
	peer.stream_peer = tcp

	peer.put_var({"op": "join", "name": OS.get_environment("GDNAME")})
	var welcome = next("welcome")
	print("op ", welcome.op, ", ticks ", welcome.ticks)
	var id = welcome.id

	# Twice as fast as allowed, for the server to find out.
	peer.put_var({"op": "move", "dir": Vector2(2, 0)})
	var first = next("state")
	var begin = first.players[id]
	while first.players[id] == begin: # the server has not read the message yet
		first = next("state")
	var last = first
	while last.tick < first.tick + 10:
		last = next("state")
	var way = last.players[id] - first.players[id]
	print("walked ", stepify(way.x, 0.01), ", ", way.y, " in ", last.tick - first.tick, " ticks")

	# Wait for the others.
	while most < int(OS.get_environment("GDBOTS")):
		next("state")
	print("players ", most)

	peer.put_var({"op": "ping", "t": {"any": [1, 2.5, "é"]}})
	print("pong ", next("pong").t)

	# The others may still have to see everybody.
	OS.delay_msec(500)
	quit(0)

# next returns the next message with a name. It waits, as a bot may. A game takes in each frame what has
# come: while peer.get_available_packet_count() > 0.
func next(op):
	while true:
		while peer.get_available_packet_count() == 0:
			if tcp.get_status() != StreamPeerTCP.STATUS_CONNECTED:
				print("connection lost")
				OS.exit_code = 1
				OS.kill(OS.get_process_id())
			OS.delay_msec(1)
		var message = peer.get_var()
		if message.op == "state":
			most = int(max(most, message.players.size()))
		if message.op == op:
			return message
