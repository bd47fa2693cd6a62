# A game that prints, warns and fails.
# godot3-server --no-window --remote-debug 127.0.0.1:6007 -s game.gd
extends SceneTree

func _init():
	print("hello ", 42)
	printerr("to stderr")
	push_warning("careful")
	push_error("broken")
	stumble(null)

func stumble(nobody):
	nobody.walk()

# The game goes on after the error. It ends some frames later, when all its
# prints were sent.
var frames = 0

func _idle(_delta):
	frames += 1
	if frames == 1:
		print("frames go by")
	if frames == 30:
		quit(0)
