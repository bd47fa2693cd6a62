# A player without graphics, over TCP, UDP or WebSocket. For Godot 3. The file
# examples/deltas/delta.gd, with the functions take and apply, is appended to this file: main.go has
# the commands.
extends SceneTree

var peer
var socket # of a WebSocket
var have = {0: {}} # states of the players, see delta.gd
var heard = {"joined": {}, "moved": {}, "said": {}} # by ID: a player, where it went, what it said
var goodbye
var pinged = 0

func _init():
	var port = int(OS.get_environment("GDPORT"))
	var bots = int(OS.get_environment("GDBOTS"))
	var net = OS.get_environment("GDNET")
	if net == "udp":
		peer = PacketPeerUDP.new()
		peer.set_dest_address("127.0.0.1", port)
	elif net == "tcp":
		var tcp = StreamPeerTCP.new()
		tcp.connect_to_host("127.0.0.1", port)
		while tcp.get_status() == StreamPeerTCP.STATUS_CONNECTING:
			OS.delay_msec(5)
		peer = PacketPeerStream.new()
		peer.stream_peer = tcp
	else:
		socket = WebSocketClient.new()
		socket.connect_to_url("ws://127.0.0.1:%d/" % port)
		while socket.get_connection_status() == WebSocketClient.CONNECTION_CONNECTING:
			socket.poll()
			OS.delay_msec(5)
		peer = socket.get_peer(1)
		peer.set_write_mode(WebSocketPeer.WRITE_MODE_BINARY)

	var join = {"type": "join", "name": OS.get_environment("GDNAME")}
	peer.put_var(join)
	if net == "udp": # the server asks whether it reaches this address
		while peer.get_available_packet_count() == 0:
			OS.delay_msec(2)
		peer.put_var(peer.get_var())
		peer.put_var(join)
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
	peer.put_var({"type": "fly"})
	while goodbye == null:
		hear()
	print(goodbye)
	quit()

# listen reads messages until it has a kind of message from a number of players.
func listen(kind, from):
	while heard[kind].size() < from:
		if OS.get_ticks_msec() >= pinged + 1000: # the server disconnects silent clients
			pinged = OS.get_ticks_msec()
			peer.put_var({"type": "ping", "t": pinged})
		hear()

func hear():
	if socket:
		socket.poll()
	while peer.get_available_packet_count() > 0:
		var m = peer.get_var()
		if m.type == "goodbye":
			goodbye = m.why
		elif m.type == "said":
			heard.said[m.id] = m
		elif m.type == "state":
			peer.put_var(take(have, m))
			see(have.values().back())
	OS.delay_msec(2)

# see records which players are there, and which have moved.
func see(players):
	for id in players:
		heard.joined[id] = players[id]
		if players[id].at != Vector2():
			heard.moved[id] = players[id]
