# Writes rpg.save and tiles.save, with Godot 4: godot --headless -s make.gd
extends SceneTree

func _init() -> void:
	rpg()
	tiles()
	quit()

func rpg() -> void:
	var party: Array[String] = ["Tia", "Borin"]
	var quests := '{"main": "The lost crown", "done": [1, 2, 5]}'
	var save := {
		"version": 3,
		"saved_at": 1732277100,
		"player": {
			"name": "Tia", "level": 7, "health": 41.5, "gold": 120, "hardcore": false,
			"position": Vector3(12.5, 0, -3.25), "tint": Color(0.2, 0.4, 0.6),
		},
		"party": party,
		"inventory": [
			{"id": "sword", "count": 1, "weight": 3.5},
			{"id": "potion", "count": 5, "weight": 0.25},
			{"id": "arrow", "count": 40, "weight": 0.05},
		],
		"quests": quests,
	}
	var file := FileAccess.open_compressed("rpg.save", FileAccess.WRITE,
			FileAccess.COMPRESSION_ZSTD)
	file.store_var(save)

func tiles() -> void:
	var map := PackedByteArray()
	for y in 16:
		for x in 16:
			map.append(clampi(int(2.0 + 2.0 * sin(x * 0.4) * cos(y * 0.5)), 0, 3))
	var picture := Image.create_empty(8, 8, false, Image.FORMAT_RGB8)
	for y in 8:
		for x in 8:
			picture.set_pixel(x, y, Color(x / 7.0, y / 7.0, 0.5))
	var file := FileAccess.open_compressed("tiles.save", FileAccess.WRITE,
			FileAccess.COMPRESSION_GZIP)
	file.store_var({
		"tiles": map,
		"doors": {Vector2i(1, 1): 2, Vector2i(4, 3): 1, Vector2i(7, 1): 2, Vector2i(2, 5): 3},
		"path": PackedVector2Array([Vector2(0, 0), Vector2(4, 1), Vector2(7, 5), Vector2(12, 6)]),
		"palette": PackedColorArray([Color.DARK_GREEN, Color.YELLOW_GREEN, Color.TAN,
			Color.STEEL_BLUE]),
		"picture": picture.save_png_to_buffer(),
	})
