# A coin, which the server spawns, and removes when a player has come to it.
extends Node2D

var worth := 1

func _draw():
	draw_circle(Vector2.ZERO, 4 + 4 * worth, Color.GOLD)
