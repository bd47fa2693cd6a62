extends "res://base.gd"

const CHANNEL := 5
@rpc("call_local", "reliable", "authority", CHANNEL) func again(): pass
func plain(): pass

@rpc("any_peer",
	"call_local",
	"unreliable_ordered", 2)
func wide(x: int = (1),
	y = "a) # no comment") -> void:
	pass

@rpc
@warning_ignore("unused_parameter")
func émile(_a): pass

@rpc("any_peer") static func still(): pass
