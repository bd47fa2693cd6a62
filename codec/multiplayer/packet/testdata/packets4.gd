# Godot 4: makes packets of the multiplayer at random, and takes those of a file.
#
# Without the file "in" it makes COUNT steps with the seed SEED, and writes to "out" for each what
# was called, as an encoded Array behind its length, the number of packets that this sent, and each
# packet behind its length.
#
# With the file "in" it takes the packets, each behind its length, from the server, and writes the
# arguments of the calls that each has made to "out", as an encoded Array behind its length.
extends Node

class Tap extends MultiplayerPeerExtension:
	var id := 1
	var queue := []
	var sent := []
	var target := 0
	var mode := 2
	var channel := 0
	func _get_available_packet_count() -> int: return queue.size()
	func _get_max_packet_size() -> int: return 1 << 24
	func _get_packet_script() -> PackedByteArray: return queue.pop_front()[1]
	func _put_packet_script(b: PackedByteArray) -> Error:
		sent.append(b)
		return OK
	func _get_packet_channel() -> int: return 0
	func _get_packet_mode() -> MultiplayerPeer.TransferMode:
		return MultiplayerPeer.TRANSFER_MODE_RELIABLE
	func _set_transfer_channel(c: int) -> void: channel = c
	func _get_transfer_channel() -> int: return channel
	func _set_transfer_mode(m) -> void: mode = m
	func _get_transfer_mode() -> MultiplayerPeer.TransferMode: return mode
	func _set_target_peer(p: int) -> void: target = p
	func _get_packet_peer() -> int: return queue[0][0]
	func _is_server() -> bool: return id == 1
	func _poll() -> void: pass
	func _close() -> void: pass
	func _disconnect_peer(_p: int, _force: bool) -> void: pass
	func _get_unique_id() -> int: return id
	func _set_refuse_new_connections(_e: bool) -> void: pass
	func _is_refusing_new_connections() -> bool: return false
	func _is_server_relay_supported() -> bool: return true
	func _get_connection_status() -> MultiplayerPeer.ConnectionStatus:
		return MultiplayerPeer.CONNECTION_CONNECTED

class Actor extends Node:
	var calls := []
	@rpc("any_peer") func every(...args): calls.append_array(args)
	@rpc("any_peer", "call_remote", "unreliable", 3) func one(a): calls.append(a)
	@rpc("any_peer", "unreliable_ordered") func two(a, b): calls.append_array([a, b])

class Mover extends Node:
	var always = 1
	var changing = "x"
	var still = null

var random := RandomNumberGenerator.new()

# text is text whose UTF-8 has a multiple of 4 bytes: padding of a NodePath may be anything.
func text() -> String:
	return ["", "abcd", "üüna", "中a12", "😀", "Sprite2D"].pick_random()

func number() -> float:
	return [0.0, -1.5, 0.1, 1e300, INF, NAN, -0.0, random.randf_range(-1000, 1000)].pick_random()

func value(depth: int):
	match random.randi_range(0, 26 if depth > 0 else 22):
		0: return null
		1: return random.randi() % 2 == 0
		2, 3, 4:
			var some := random.randi() << random.randi_range(0, 31)
			return some - (1 << random.randi_range(0, 62))
		5, 6: return random.randi_range(-300, 300)
		7: return number()
		8, 9: return text()
		10: return StringName(text())
		11: return Vector2(number(), number())
		12: return Vector3i(random.randi(), -1, 7)
		13: return Color(number(), 0.5, 1, 1)
		14: return Transform3D(Basis(), Vector3(number(), 1, 2))
		15: return NodePath("abcd/Sprite2D:abcd")
		16: return PackedByteArray([1, 2, 3, 255].slice(random.randi_range(0, 4)))
		17: return PackedInt64Array([random.randi(), -1])
		18: return PackedStringArray([text(), text()])
		19: return PackedVector2Array([Vector2(number(), 0)])
		20: return Quaternion(number(), 0, 0, 1)
		21: return AABB(Vector3(1, 2, 3), Vector3(number(), 0, 0))
		22: return PackedVector4Array([Vector4(number(), 1, 2, 3)])
		23, 24: return range(random.randi_range(0, 4)).map(func(_i): return value(depth - 1))
		25: return {value(0): value(depth - 1), "key": value(depth - 1)}
		26:
			var typed: Array[int] = [random.randi(), 2]
			return typed

# world makes a multiplayer of its own below a node.
func world(title: String, id: int) -> Array:
	var root := Node.new()
	root.name = title
	add_child(root)
	var multi := SceneMultiplayer.new()
	multi.root_path = root.get_path()
	get_tree().set_multiplayer(multi, root.get_path())
	var tap := Tap.new()
	tap.id = id
	multi.multiplayer_peer = tap
	for path in ["Actor", "Main/Chät"]:
		var parent := root
		var names: PackedStringArray = path.split("/")
		for i in names.size() - 1:
			parent = add(parent, Node.new(), names[i])
		add(parent, Actor.new(), names[-1])
	return [multi, root, tap]

func add(parent: Node, child: Node, title: String) -> Node:
	child.name = title
	parent.add_child(child)
	return child

func mover(_data) -> Node:
	var node := Mover.new()
	var config := SceneReplicationConfig.new()
	for property in ["always", "changing", "still"]:
		config.add_property(NodePath(".:" + property))
		config.property_set_spawn(NodePath(".:" + property), true)
	for mode in [["always", 1], ["changing", 2], ["still", 0]]:
		config.property_set_replication_mode(NodePath(".:" + mode[0]), mode[1])
	var sync := MultiplayerSynchronizer.new()
	sync.name = "Sync"
	sync.replication_config = config
	node.add_child(sync)
	sync.root_path = NodePath("..")
	return node

func store(file: FileAccess, b: PackedByteArray):
	file.store_32(b.size())
	file.store_buffer(b)

func _ready():
	var dir := OS.get_environment("DIR")
	var out := FileAccess.open(dir + "/out", FileAccess.WRITE)
	if FileAccess.file_exists(dir + "/in"):
		take(FileAccess.open(dir + "/in", FileAccess.READ), out)
	else:
		seed(int(OS.get_environment("SEED")))
		random.seed = int(OS.get_environment("SEED"))
		make(out)
	out.close()
	get_tree().quit(0)

func take(packets: FileAccess, out: FileAccess):
	var client := world("C", 77)
	client[2].peer_connected.emit(1)
	var actor: Actor = client[1].get_node("Actor")
	while packets.get_position() < packets.get_length():
		actor.calls = []
		client[2].queue.append([1, packets.get_buffer(packets.get_32())])
		client[0].poll()
		store(out, var_to_bytes(actor.calls))

func make(out: FileAccess):
	var client := world("C", 77)
	client[2].peer_connected.emit(1)
	client[2].queue.append([1, PackedByteArray([7, 1, 9, 0, 0, 0])])
	client[0].poll()

	var server := world("S", 1)
	for id in [2, 3]:
		server[2].peer_connected.emit(id)
	add(server[1], Node.new(), "Players")
	var spawner := MultiplayerSpawner.new()
	spawner.spawn_function = mover
	add(server[1], spawner, "Spawner")
	spawner.spawn_path = NodePath("../Players")

	for i in int(OS.get_environment("COUNT")):
		client[2].sent = []
		server[2].sent = []
		var called := []
		match random.randi_range(0, 9):
			0:
				var bytes := PackedByteArray([7, random.randi() % 256])
				client[0].send_bytes(bytes, [1, 9, 0].pick_random())
			1:
				var confirm := PackedByteArray([2, 1, random.randi_range(1, 2), 0, 0, 0])
				client[2].queue.append([1, confirm])
				client[2].queue.append([1, PackedByteArray([7, 3, 9, 0, 0, 0]) + confirm])
				client[0].poll()
			2, 3: replicate(server, spawner)
			_: called = call_one(client)
		store(out, var_to_bytes(called))
		out.store_32(client[2].sent.size() + server[2].sent.size())
		for b in client[2].sent + server[2].sent:
			store(out, b)

func call_one(client: Array) -> Array:
	var actor: Node = client[1].get_node(["Actor", "Main/Chät"].pick_random())
	var args := range([0, 1, 1, 1, 2, 3, 8].pick_random()).map(func(_i): return value(2))
	var method: String = {1: "one", 2: "two"}.get(args.size(), "every")
	actor.rpc_id.callv([[1, 9, 0].pick_random(), method] + args)
	return args

func replicate(server: Array, spawner: MultiplayerSpawner):
	var players: Node = server[1].get_node("Players")
	if players.get_child_count() > 5:
		players.get_child(0).free()
	elif random.randi() % 4 == 0:
		spawner.spawn(value(1))
	for node in players.get_children():
		node.always = value(1)
		node.changing = value(1)
	server[0].poll()
