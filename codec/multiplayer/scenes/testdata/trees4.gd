# Godot 4: makes the scenes DIR/0.tscn to COUNT - 1, and writes to DIR/out for each the nodes that
# are replicated with their synchronizers, the spawners, and the packets of a server that spawns the
# scene. All are in the order of the engine. It saves each scene in binary form to DIR.
extends Node

class Tap extends MultiplayerPeerExtension:
	var sent := []
	func _get_available_packet_count() -> int: return 0
	func _get_max_packet_size() -> int: return 1 << 24
	func _put_packet_script(b: PackedByteArray) -> Error:
		sent.append(b)
		return OK
	func _get_packet_channel() -> int: return 0
	func _get_packet_mode() -> MultiplayerPeer.TransferMode:
		return MultiplayerPeer.TRANSFER_MODE_RELIABLE
	func _set_transfer_channel(_c: int) -> void: pass
	func _get_transfer_channel() -> int: return 0
	func _set_transfer_mode(_m) -> void: pass
	func _get_transfer_mode() -> MultiplayerPeer.TransferMode:
		return MultiplayerPeer.TRANSFER_MODE_RELIABLE
	func _set_target_peer(_p: int) -> void: pass
	func _get_packet_peer() -> int: return 0
	func _is_server() -> bool: return true
	func _poll() -> void: pass
	func _close() -> void: pass
	func _disconnect_peer(_p: int, _force: bool) -> void: pass
	func _get_unique_id() -> int: return 1
	func _set_refuse_new_connections(_e: bool) -> void: pass
	func _is_refusing_new_connections() -> bool: return false
	func _is_server_relay_supported() -> bool: return true
	func _get_connection_status() -> MultiplayerPeer.ConnectionStatus:
		return MultiplayerPeer.CONNECTION_CONNECTED

func add(parent: Node, child: Node, title: String) -> Node:
	child.name = title
	parent.add_child(child)
	return child

func inside(n: Node) -> Array:
	var all := [n]
	for c in n.get_children():
		all.append_array(inside(c))
	return all

func settings(sync: MultiplayerSynchronizer) -> String:
	var all := []
	var c := sync.replication_config
	for p in c.get_properties() if c else []:
		all.append("%s %s %d" % [p, c.property_get_spawn(p), c.property_get_replication_mode(p)])
	return "%d %d %s %s" % [roundi(sync.replication_interval * 1000),
		roundi(sync.delta_interval * 1000), sync.public_visibility, ", ".join(all)]

func _ready():
	var dir := OS.get_environment("DIR")
	var out := FileAccess.open(dir + "/out", FileAccess.WRITE)
	var root := add(self, Node.new(), "Game")
	var multi := SceneMultiplayer.new()
	multi.root_path = root.get_path()
	get_tree().set_multiplayer(multi, root.get_path())
	var tap := Tap.new()
	multi.multiplayer_peer = tap
	tap.peer_connected.emit(2)

	var players := add(root, Node.new(), "Players")
	var spawner: MultiplayerSpawner = add(root, MultiplayerSpawner.new(), "Spawner")
	spawner.spawn_path = NodePath("../Players")
	var count := int(OS.get_environment("COUNT"))
	for i in count:
		spawner.add_spawnable_scene(dir + "/%d.tscn" % i)

	for i in count:
		out.store_line("SCENE %d" % i)
		var scene: PackedScene = load(dir + "/%d.tscn" % i)
		ResourceSaver.save(scene, dir + "/%d.scn" % i)
		var n := scene.instantiate()
		var entered := []
		var watched := {}
		for c in inside(n):
			c.tree_entered.connect(func(): entered.append(c))
			if c is MultiplayerSpawner and c.spawn_path != NodePath():
				watched[c] = c.get_node(c.spawn_path)
				c.spawn_path = NodePath() # the engine may crash if the path leads up
		tap.sent = []
		add(players, n, "made%d" % i)
		show(n, entered, watched, out)
		for packet in tap.sent:
			out.store_line("PACKET " + packet.hex_encode())
	out.close()
	get_tree().quit(0)

# show writes the replicated nodes and the spawners, in the order in which nodes entered the tree.
func show(n: Node, entered: Array, watched: Dictionary, out: FileAccess):
	var roots := {}
	var spawners := []
	for c in entered:
		if c is MultiplayerSynchronizer:
			var root: Node = c.get_node(c.root_path)
			if not roots.has(root):
				roots[root] = []
			roots[root].append("SYNC %s %s" % [root.get_path_to(c), settings(c)])
		if watched.has(c):
			var list := []
			for i in c.get_spawnable_scene_count():
				list.append(c.get_spawnable_scene(i))
			spawners.append("SPAWNER %s %s %s" % [
				n.get_path_to(c), n.get_path_to(watched[c]), " ".join(list)])
	for root in roots:
		out.store_line("ROOT %s" % n.get_path_to(root))
		for line in roots[root]:
			out.store_line(line)
	for line in spawners:
		out.store_line(line)
