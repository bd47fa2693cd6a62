# A player, whose name is the ID of its peer. The server moves it, by the direction that the peer
# says.
extends Node2D

const MOODS := ["calm", "happy", "sad"]

# The server sets these.
var score := 0:
	set(value):
		score = value
		queue_redraw()

# The peer sets these.
var direction := Vector2.ZERO
var mood := "calm":
	set(value):
		mood = value
		queue_redraw()

func _enter_tree():
	$Control.set_multiplayer_authority(name.to_int())

func _process(_delta):
	if not $Control.is_multiplayer_authority():
		return
	direction = Input.get_vector("ui_left", "ui_right", "ui_up", "ui_down")
	if Input.is_action_just_pressed("ui_accept"):
		mood = MOODS[(MOODS.find(mood) + 1) % MOODS.size()]

func _draw():
	draw_circle(Vector2.ZERO, 16, Color.GREEN if $Control.is_multiplayer_authority() else Color.RED)
	draw_string(ThemeDB.fallback_font, Vector2(-20, -24), "%d, %s" % [score, mood])
