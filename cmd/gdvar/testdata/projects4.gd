# Godot 4: writes the settings of a project in both forms.
extends Node

func _ready():
	var dir := OS.get_environment("DIR") + "/"
	var event := InputEventKey.new()
	event.keycode = KEY_A
	ProjectSettings.set_setting("application/config/name", "Tia's world")
	ProjectSettings.set_setting("input/jump", {"deadzone": 0.5, "events": [event]})
	ProjectSettings.set_setting("other/names", PackedStringArray(["x", "y z"]))
	ProjectSettings.save_custom(dir + "godot4.binary")
	ProjectSettings.save_custom(dir + "godot4.godot")
	get_tree().quit()
