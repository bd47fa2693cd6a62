# The autoload Admin, with a method that any peer can call, as in games that were left half done.
extends Node

var gold = 100

remote func take_gold(n):
	gold -= n
