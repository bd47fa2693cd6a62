# Godot 4: writes the save files that the tests read.
extends Node

var player := {
	"name": "Tia", "hp": 10, "speed": 1.5, "pos": Vector2(0.1, 2),
	"bag": [{"id": 7, "count": 2}, {"id": 9, "count": 1}],
	"tags": PackedStringArray(["a b", "c\nd"]), "tint": Color(1, 0.5, 0, 1), "home": NodePath("level/door"),
	&"scores": Array([3, 5], TYPE_INT, "", null), "cell": Vector2i(3, -4),
}
var level := ["Harbour", Vector3(1, 2, 3), {"open": true, 3: null}]

func path(file: String) -> String:
	return OS.get_environment("DIR") + "/" + file

func save(name: String, f: FileAccess) -> void:
	f.store_var(player)
	if name.begins_with("two"):
		f.store_var(level)
	f.close()

func _ready():
	save("plain", FileAccess.open(path("plain.save"), FileAccess.WRITE))
	save("two", FileAccess.open(path("two.save"), FileAccess.WRITE))
	var big := FileAccess.open(path("big.save"), FileAccess.WRITE)
	big.big_endian = true
	save("big", big)
	for mode in [["fastlz", FileAccess.COMPRESSION_FASTLZ], ["deflate", FileAccess.COMPRESSION_DEFLATE],
			["zstd", FileAccess.COMPRESSION_ZSTD], ["gzip", FileAccess.COMPRESSION_GZIP]]:
		save(mode[0], FileAccess.open_compressed(path(mode[0] + ".save"), FileAccess.WRITE, mode[1]))
	save("secret", FileAccess.open_encrypted_with_pass(path("secret.save"), FileAccess.WRITE, "secret"))
	save("key", FileAccess.open_encrypted(path("key.save"), FileAccess.WRITE, PackedByteArray(range(32))))
	var f := FileAccess.open(path("packet.bin"), FileAccess.WRITE)
	f.store_buffer(var_to_bytes(player))
	f.close()
	f = FileAccess.open(path("small.bin"), FileAccess.WRITE)
	f.store_buffer(var_to_bytes({"a": 1}))
	f.close()
	f = FileAccess.open(path("objects.save"), FileAccess.WRITE)
	var timer := Timer.new()
	timer.name = "Clock"
	timer.wait_time = 2.5
	f.store_var({"timer": timer, "nobody": null}, true)
	f.close()
	timer.free()
	get_tree().quit()
