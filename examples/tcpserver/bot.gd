# A player without graphics: joins, walks, looks on for a while and leaves.
# GDPORT=7000 GDNAME=Tia godot3-server --no-window -s bot.gd
extends SceneTree

var most = 0 # players seen at once

func _init():
	var peer = StreamPeerTCP.new()
	peer.connect_to_host("127.0.0.1", int(OS.get_environment("GDPORT")))
	while peer.get_status() == StreamPeerTCP.STATUS_CONNECTING:
		OS.delay_msec(5)
	peer.set_no_delay(true)

	peer.put_var({"op": "join", "name": OS.get_environment("GDNAME")})
	var welcome = next(peer)
	print("op ", welcome.op, ", ticks ", welcome.ticks)
	var id = welcome.id

	# Twice as fast as allowed, for the server to find out.
	peer.put_var({"op": "move", "dir": Vector2(2, 0)})
	var first = state(peer)
	var last = first
	while last.tick < first.tick + 10:
		last = state(peer)
	var way = last.players[id] - first.players[id]
	print("walked ", stepify(way.x, 0.01), ", ", way.y, " in ", last.tick - first.tick, " ticks")

	# Wait for the others.
	while most < int(OS.get_environment("GDBOTS")):
		state(peer)
	print("players ", most)

	peer.put_var({"op": "ping", "t": {"any": [1, 2.5, "é"]}})
	var pong = next(peer)
	while pong.op != "pong":
		pong = next(peer)
	print("pong ", pong.t)

	# The others may still have to see everybody.
	OS.delay_msec(500)
	peer.put_var({"op": "leave"})
	quit(0)

# get_var blocks the whole game until a message is complete. A game with
# graphics looks at get_available_bytes() first.
func next(peer):
	var message = peer.get_var()
	if message == null:
		print("connection lost")
		quit(1)
		return {"op": "pong", "t": null, "players": {}, "tick": 1 << 30, "id": 0, "ticks": 0}
	return message

func state(peer):
	var message = next(peer)
	while message.op != "state" and message.op != "pong":
		message = next(peer)
	most = int(max(most, message.players.size()))
	return message
