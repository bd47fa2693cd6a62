# The autoload Admin, with a method that any peer can call, as in games that were left half done.
extends Node

var gold := 100

@rpc("any_peer", "reliable")
func take_gold(n: int):
	gold -= n
