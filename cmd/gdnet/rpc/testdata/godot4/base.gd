class_name Base extends Node

@rpc func kept(): pass
@rpc("any_peer", "unreliable") func again(): pass
@rpc("any_peer") func plain(): pass
