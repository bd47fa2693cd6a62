# Godot 3: writes the save files that the tests read.
extends SceneTree

var player = {
	"name": "Tia", "hp": 10, "speed": 1.5, "pos": Vector2(0.1, 2),
	"bag": [{"id": 7, "count": 2}, {"id": 9, "count": 1}],
	"tags": PoolStringArray(["a b", "c\nd"]), "tint": Color(1, 0.5, 0, 1), "home": NodePath("level/door"),
}
var level = ["Harbour", Vector3(1, 2, 3), {"open": true, 3: null}]

func save(name, f):
	f.store_var(player)
	if name.begins_with("two"):
		f.store_var(level)
	f.close()

func _init():
	var f = File.new()
	f.open("plain.save", File.WRITE)
	save("plain", f)
	f.open("two.save", File.WRITE)
	save("two", f)
	f.endian_swap = true
	f.open("big.save", File.WRITE)
	save("big", f)
	f.endian_swap = false
	for mode in [["fastlz", File.COMPRESSION_FASTLZ], ["deflate", File.COMPRESSION_DEFLATE],
			["zstd", File.COMPRESSION_ZSTD], ["gzip", File.COMPRESSION_GZIP]]:
		f.open_compressed(mode[0] + ".save", File.WRITE, mode[1])
		save(mode[0], f)
	f.open_encrypted_with_pass("secret.save", File.WRITE, "secret")
	save("secret", f)
	var key = PoolByteArray()
	for i in range(32):
		key.append(i)
	f.open_encrypted("key.save", File.WRITE, key)
	save("key", f)
	f.open("packet.bin", File.WRITE)
	f.store_buffer(var2bytes(player))
	f.close()
	f.open("objects.save", File.WRITE)
	var timer = Timer.new()
	timer.name = "Clock"
	timer.wait_time = 2.5
	f.store_var({"timer": timer, "nobody": null}, true)
	f.close()
	timer.free()
	quit(0)
