# Godot 3: prints the snake_case of each name in the file names, one a line. There is no
# to_snake_case in GDScript. String.capitalize puts a space where camelcase_to_underscore, which
# the engine has for its own use, puts an underscore.
extends SceneTree

func _init():
	var file = File.new()
	file.open(OS.get_environment("DIR") + "/names", File.READ)
	for name in file.get_as_text().split("\n", false):
		print(name, " ", name.capitalize().replace(" ", "_").to_lower())
	quit()
