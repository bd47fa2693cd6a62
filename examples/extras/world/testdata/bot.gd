# Plays the world by the keys, as long as the server says so, and tells the server what it sees.
extends Node

const KEYS := ["ui_left", "ui_right", "ui_up", "ui_down", "ui_accept"]

var walking := false
var waited := 0.0

func _ready():
	Engine.max_fps = 30

func _process(delta):
	waited += delta
	if waited < 0.1:
		return
	waited = 0.0
	for key in KEYS:
		Input.action_release(key)
	if walking:
		Input.action_press(KEYS.pick_random())
		Input.action_press(KEYS.pick_random())
	if connected():
		look.rpc_id(1, seen())

func connected() -> bool:
	var peer := multiplayer.multiplayer_peer
	return not peer is OfflineMultiplayerPeer and peer.get_connection_status() == MultiplayerPeer.CONNECTION_CONNECTED

func seen() -> Dictionary:
	var all := {"collected": $"/root/World".collected}
	for thing in $"/root/World/Things".get_children():
		if "worth" in thing:
			all[str(thing.name)] = [thing.position, thing.worth]
		else:
			all[str(thing.name)] = [thing.position, thing.score, thing.direction, thing.mood]
	return all

@rpc func walk(on: bool):
	walking = on

# again leaves and comes back.
@rpc func again():
	var world := $"/root/World"
	world.leave()
	await get_tree().create_timer(0.2).timeout
	print("left with ", $"/root/World/Things".get_child_count(), " things")
	world.join(OS.get_environment("WORLD"))

@rpc func end():
	get_tree().quit()

@rpc("any_peer") func look(_seen: Dictionary): pass
