# Godot 3: writes the settings of a project in both forms.
extends SceneTree

func _init():
	var event = InputEventKey.new()
	event.scancode = KEY_A
	ProjectSettings.set_setting("application/config/name", "Tia's world")
	ProjectSettings.set_setting("input/jump", {"deadzone": 0.5, "events": [event]})
	ProjectSettings.set_setting("other/names", PoolStringArray(["x", "y z"]))
	ProjectSettings.save_custom("godot3.binary")
	ProjectSettings.save_custom("godot3.godot")
	quit(0)
