# Godot 3: writes a ConfigFile and the settings of its project in both forms, and prints what it
# finds in the files that were written for it, and what it was started with.
extends SceneTree

func _init():
	var c = ConfigFile.new()
	c.set_value("player", "name", "Tia \"x\"\nnew\\")
	c.set_value("player", "at", Vector2(1.5, 2))
	c.set_value("world/1", "seen", {"a": [1, 2], "b": null})
	c.set_value("world/1", "bytes", PoolByteArray([1, 2]))
	c.set_value("world/1", "deep/key", 0.1)
	c.set_value("player", "last", true)
	c.save("engine.cfg")

	c = ConfigFile.new()
	print(c.load("go.cfg"))
	for s in c.get_sections():
		for k in c.get_section_keys(s):
			print(s, "|", k, "|", to_json(var2str(c.get_value(s, k))))

	for k in ["application/config/name", "lone", "my/own"]:
		print(k, "|", to_json(var2str(ProjectSettings.get_setting(k))))
	var event = InputEventKey.new()
	event.scancode = KEY_A
	ProjectSettings.set_setting("input/jump", {"deadzone": 0.5, "events": [event]})
	ProjectSettings.set_setting("other/a b", PoolStringArray(["x"]))
	ProjectSettings.save_custom("engine.binary")
	ProjectSettings.save_custom("engine.godot")
	quit(0)
