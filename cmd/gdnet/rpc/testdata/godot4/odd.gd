extends "base.gd"
# @rpc func commented(): pass
var text = """
@rpc func quoted(): pass
"""
var lambda = func():
	pass
class Inner extends Node:
	@rpc func inner(): pass
@rpc("any_peer") func Upper(): pass; var after = 1
@rpc("unreliable") \
func broken(): pass
func _init():
	rpc_config("set_up", {"rpc_mode": MultiplayerAPI.RPC_MODE_ANY_PEER})
	self.rpc_config(&"also", {rpc_mode = 1, channel = 3})
	rpc_config("no_mode", {"channel": 1})
	rpc_config("gone", null)
func set_up(): pass
func also(): pass
