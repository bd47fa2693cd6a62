extends Node

@rpc("any_peer",
	"call_local")
func windows(): pass
