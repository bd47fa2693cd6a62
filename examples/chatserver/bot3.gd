# A player without graphics, over TCP or UDP. For Godot 3.
# GDPORT=7003 GDNET=udp GDNAME=Tia GDBOTS=1 godot3-server --no-window -s bot3.gd
extends SceneTree

var peer
var heard = {"joined": {}, "moved": {}, "said": {}, "pong": {}} # the last message of each kind, by ID
var pinged = 0

func _init():
	var port = int(OS.get_environment("GDPORT"))
	var bots = int(OS.get_environment("GDBOTS"))
	if OS.get_environment("GDNET") == "udp":
		peer = PacketPeerUDP.new()
		peer.set_dest_address("127.0.0.1", port)
	else:
		var tcp = StreamPeerTCP.new()
		tcp.connect_to_host("127.0.0.1", port)
		while tcp.get_status() == StreamPeerTCP.STATUS_CONNECTING:
			OS.delay_msec(5)
		peer = PacketPeerStream.new()
		peer.stream_peer = tcp

	peer.put_var({"type": "join", "name": OS.get_environment("GDNAME")})
	listen("joined", bots)
	peer.put_var({"type": "say", "text": "I am " + OS.get_environment("GDNAME")})
	listen("said", bots)
	peer.put_var({"type": "move", "at": Vector2(bots, 0.5)})
	listen("moved", bots)
	var texts = []
	for id in heard.said:
		texts.append(heard.said[id].text)
	texts.sort()
	print(texts)
	for id in heard.moved:
		print(heard.moved[id].name, " ", heard.moved[id].at)
	quit()

# listen takes messages until it has some of a kind from so many.
func listen(kind, from):
	while heard[kind].size() < from:
		if OS.get_ticks_msec() >= pinged + 1000: # who is silent is forgotten
			pinged = OS.get_ticks_msec()
			peer.put_var({"type": "ping", "t": pinged})
		while peer.get_available_packet_count() > 0:
			var m = peer.get_var()
			if heard.has(m.type):
				heard[m.type][m.id if m.has("id") else 0] = m
		OS.delay_msec(2)
