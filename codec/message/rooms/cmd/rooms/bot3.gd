# A player without graphics, over TCP. For Godot 3. It walks until the player "referee" has done
# something, stands still until the referee has done so again, and prints how many of its messages
# were accepted, and the state of the room.
#   ADDRESSES=127.0.0.1:7400 ROOM=north TOKEN=Tia DIR=rooms godot3-server --no-window -s bot3.gd
extends SceneTree

var player
var addresses
var tried = 0
var tried_at = -1000
var tcp
var peer
var steps = 0
var walked = 0

func _init():
	player = load(OS.get_environment("DIR") + "/player.gd").new()
	player.room = OS.get_environment("ROOM")
	player.token = OS.get_environment("TOKEN")
	addresses = OS.get_environment("ADDRESSES").split(",")
	while did("referee") < 2:
		converse(OS.get_ticks_msec())
		OS.delay_msec(10)
	print("%d accepted, %d done, %d waiting" %
			[player.acked, did(player.token), player.waiting.size()])
	print(Marshalls.variant_to_base64(player.state))
	quit()

func did(name):
	return player.state.did.get(name, 0) if player.state != null else 0

func converse(now):
	if tcp == null or tcp.get_status() != StreamPeerTCP.STATUS_CONNECTED or player.silent(now):
		if now - tried_at > 200:
			tried_at = now
			open()
			player.connected(now)
		return
	while peer.get_available_packet_count() > 0:
		player.take(peer.get_var(), now)
	walk(now)
	for m in player.due(now):
		peer.put_var(m)

func open():
	if tcp != null:
		tcp.disconnect_from_host()
	var address = addresses[tried % addresses.size()].split(":")
	tried += 1
	tcp = StreamPeerTCP.new()
	tcp.connect_to_host(address[0], int(address[1]))
	while tcp.get_status() == StreamPeerTCP.STATUS_CONNECTING:
		OS.delay_msec(1)
	peer = PacketPeerStream.new()
	peer.stream_peer = tcp

func walk(now):
	if steps < 0 or now - walked < 100 or player.waiting.size() >= 50:
		return
	walked = now
	if did("referee") > 0:
		steps = -1
		player.act({"go": Vector2(0, 0)})
		return
	steps += 1
	player.act({"go": Vector2(steps % 3 - 1, 1)})
