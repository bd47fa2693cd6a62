extends Node

@rpc("any_peer") func say(_text: String): pass

@rpc func heard(who: int, text: String):
	print(who, ": ", text)

@rpc("any_peer", "unreliable_ordered") func aim(_at: Vector2): pass
