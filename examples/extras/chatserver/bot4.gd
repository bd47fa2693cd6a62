# A player without graphics, over TCP, UDP or WebSocket. For Godot 4; the web build has WebSocket only.
# examples/deltas/delta.gd is appended to this file.
# GDPORT=7001 GDNET=ws GDNAME=Tia GDBOTS=1
extends Node

var peer
var socket # of a WebSocket
var tcp
var have = {0: {}} # states of the players, see delta.gd
var heard = {"joined": {}, "moved": {}, "said": {}} # by ID: a player, where it went, what it said
var goodbye = ""
var pinged = 0

func _ready():
	var port = int(OS.get_environment("GDPORT"))
	var bots = int(OS.get_environment("GDBOTS"))
	var net = OS.get_environment("GDNET")
	if net == "udp":
		peer = PacketPeerUDP.new()
		peer.connect_to_host("127.0.0.1", port)
	elif net == "tcp":
		tcp = StreamPeerTCP.new()
		tcp.connect_to_host("127.0.0.1", port)
		while tcp.get_status() == StreamPeerTCP.STATUS_CONNECTING:
			tcp.poll()
			await get_tree().process_frame
		peer = PacketPeerStream.new()
		peer.stream_peer = tcp
	else:
		socket = WebSocketPeer.new()
		peer = socket
		socket.connect_to_url("ws://127.0.0.1:%d/" % port)
		while socket.get_ready_state() == WebSocketPeer.STATE_CONNECTING:
			socket.poll()
			await get_tree().process_frame

	var join = {"type": "join", "name": OS.get_environment("GDNAME")}
	peer.put_var(join)
	if net == "udp": # the server asks whether it reaches this address
		while peer.get_available_packet_count() == 0:
			await get_tree().process_frame
		peer.put_var(peer.get_var())
		peer.put_var(join)
	await listen("joined", bots)
	peer.put_var({"type": "say", "text": "I am " + OS.get_environment("GDNAME")})
	await listen("said", bots)
	peer.put_var({"type": "move", "at": Vector2i(bots, 1)}) # a Vector2i for a Vector2
	await listen("moved", bots)
	var texts = []
	for id in heard.said:
		texts.append(heard.said[id].text)
	texts.sort()
	print(texts)
	for id in heard.moved:
		print(heard.moved[id].name, " ", heard.moved[id].at)
	peer.put_var({"type": "fly"})
	while goodbye == "":
		if socket and socket.get_ready_state() == WebSocketPeer.STATE_CLOSED:
			goodbye = socket.get_close_reason() # a native engine may drop the last message
			break
		hear()
		await get_tree().process_frame
	print(goodbye)
	get_tree().quit()

# listen reads messages until it has a kind of message from a number of players.
func listen(kind, from):
	while heard[kind].size() < from:
		if Time.get_ticks_msec() >= pinged + 1000: # the server disconnects silent clients
			pinged = Time.get_ticks_msec()
			peer.put_var({"type": "ping", "t": pinged})
		hear()
		await get_tree().process_frame

func hear():
	if socket:
		socket.poll()
	if tcp:
		tcp.poll()
	while peer.get_available_packet_count() > 0:
		var m = peer.get_var()
		if m.type == "goodbye":
			goodbye = m.why
		elif m.type == "said":
			heard.said[m.id] = m
		elif m.type == "state":
			peer.put_var(take(have, m))
			see(have.values().back())

# see records which players are there, and which have moved.
func see(players):
	for id in players:
		heard.joined[id] = players[id]
		if players[id].at != Vector2():
			heard.moved[id] = players[id]
