# Godot 4: prints for each script of SCRIPTS what peers can call of it, and the checksum that the
# engine sends when it calls a node with the script.
extends Node

class Tap extends MultiplayerPeerExtension:
	var sent := []
	func _get_available_packet_count() -> int: return 0
	func _get_max_packet_size() -> int: return 1 << 24
	func _put_packet_script(b: PackedByteArray) -> Error:
		sent.append(b)
		return OK
	func _get_transfer_channel() -> int: return 0
	func _set_transfer_channel(_c: int) -> void: pass
	func _set_transfer_mode(_m) -> void: pass
	func _get_transfer_mode() -> MultiplayerPeer.TransferMode:
		return MultiplayerPeer.TRANSFER_MODE_RELIABLE
	func _set_target_peer(_p: int) -> void: pass
	func _get_packet_peer() -> int: return 1
	func _is_server() -> bool: return true
	func _poll() -> void: pass
	func _close() -> void: pass
	func _get_unique_id() -> int: return 1
	func _is_server_relay_supported() -> bool: return true
	func _get_connection_status() -> MultiplayerPeer.ConnectionStatus:
		return MultiplayerPeer.CONNECTION_CONNECTED

func show(node: Node, config: Dictionary):
	var names := config.keys().map(func(n): return String(n))
	names.sort()
	for n in names:
		var c: Dictionary = config[n]
		print("%s %d %s %d %d" % [n, c.get("rpc_mode", 2), c.get("call_local", false),
			c.get("transfer_mode", 2), c.get("channel", 0)])

func _ready():
	var tap := Tap.new()
	multiplayer.multiplayer_peer = tap
	tap.peer_connected.emit(2)
	for path in OS.get_environment("SCRIPTS").split(","):
		var node = load("res://" + path).new()
		add_child(node)
		print("script ", path)
		show(node, node.get_script().get_rpc_config())
		var config = node.get_node_rpc_config()
		var configured := []
		for n in config if config is Dictionary else {}:
			if config[n].has("rpc_mode"):
				configured.append(String(n))
		configured.sort()
		print("configured ", ",".join(configured))
		tap.sent = []
		for n in node.get_script().get_rpc_config():
			node.rpc_id(2, n)
			break
		if tap.sent:
			print("checksum ", tap.sent[0].slice(1, 33).get_string_from_ascii())
	get_tree().quit()
