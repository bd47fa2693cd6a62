# A player without graphics, over WebSocket. For Godot 4. It does what bot3.gd does.
# It is the script of a Node: attach it to the root of a project's main scene, and run the project
# with the folder of player.gd in DIR.
#   ADDRESSES=127.0.0.1:7401 ROOM=north TOKEN=Ada DIR=. godot --headless --path PROJECT
extends Node

var player
var addresses
var tried := 0
var socket: WebSocketPeer
var opened := false
var began := -1000
var steps := 0
var walked := 0

func _ready():
	var script := GDScript.new()
	script.source_code = FileAccess.get_file_as_string(OS.get_environment("DIR") + "/player.gd")
	if script.reload() != OK:
		print("player.gd does not parse")
		get_tree().quit(1)
		return
	player = script.new()
	player.room = OS.get_environment("ROOM")
	player.token = OS.get_environment("TOKEN")
	addresses = OS.get_environment("ADDRESSES").split(",")

func _process(_delta):
	if player == null:
		return
	if did("referee") < 2:
		converse(Time.get_ticks_msec())
		return
	print("%d accepted, %d done, %d waiting" %
			[player.acked, did(player.token), player.waiting.size()])
	print(Marshalls.variant_to_base64(player.state))
	player = null
	get_tree().quit()

func did(who):
	return player.state.did.get(who, 0) if player.state != null else 0

func converse(now: int):
	if socket:
		socket.poll()
	var status := socket.get_ready_state() if socket else WebSocketPeer.STATE_CLOSED
	if status == WebSocketPeer.STATE_CONNECTING and now - began < 2000:
		return
	if status != WebSocketPeer.STATE_OPEN or (opened and player.silent(now)):
		if now - began > 200:
			open(now)
		return
	if not opened:
		opened = true
		player.connected(now)
	while socket.get_available_packet_count() > 0:
		player.take(socket.get_var(), now)
	walk(now)
	for m in player.due(now):
		socket.put_var(m)

func open(now: int):
	if socket:
		socket.close()
	socket = WebSocketPeer.new()
	socket.inbound_buffer_size = 1 << 20
	socket.connect_to_url("ws://" + addresses[tried % addresses.size()])
	tried += 1
	opened = false
	began = now

func walk(now: int):
	if steps < 0 or now - walked < 100 or player.waiting.size() >= 50:
		return
	walked = now
	if did("referee") > 0:
		steps = -1
		player.act({"go": Vector2(0, 0)})
		return
	steps += 1
	player.act({"go": Vector2(steps % 3 - 1, 1)})
