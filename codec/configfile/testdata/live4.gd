# Godot 4: writes a ConfigFile and the settings of its project in both forms, and prints what it
# finds in the file that was written for it.
extends Node

func _ready():
	var dir := OS.get_environment("DIR") + "/"
	var c := ConfigFile.new()
	c.set_value("", "top", 1)
	c.set_value("player", "name", "Tia \"x\"\nnew\\")
	c.set_value("player", "at", Vector2(1.5, 2))
	c.set_value("world/1", "seen", {"a": [1, 2], "b": null})
	c.set_value("world/1", "bytes", PackedByteArray([1, 2]))
	c.set_value("world/1", "deep/key", 0.1)
	c.set_value("player", "a b=\"c", &"ü")
	c.set_value("we]ird ;", "ü\\", [])
	c.set_value("player", "last", true)
	c.save(dir + "engine.cfg")

	c = ConfigFile.new()
	print(c.load(dir + "go.cfg"))
	for s in c.get_sections():
		for k in c.get_section_keys(s):
			print(s, "|", k, "|", JSON.stringify(var_to_str(c.get_value(s, k))))

	var event := InputEventKey.new()
	event.keycode = KEY_A
	ProjectSettings.set_setting("input/jump", {"deadzone": 0.5, "events": [event]})
	ProjectSettings.set_setting("other/a b", PackedStringArray(["x"]))
	ProjectSettings.set_setting("lone", Vector2(1, 2))
	ProjectSettings.save_custom(dir + "engine.binary")
	ProjectSettings.save_custom(dir + "engine.godot")
	get_tree().quit()
