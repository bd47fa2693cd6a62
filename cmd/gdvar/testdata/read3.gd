# Godot 3: prints the key hp of each save in its folder.
extends SceneTree

func _init():
	var modes = {"fastlz": File.COMPRESSION_FASTLZ, "deflate": File.COMPRESSION_DEFLATE,
		"zstd": File.COMPRESSION_ZSTD, "gzip": File.COMPRESSION_GZIP}
	var key = PoolByteArray()
	for i in range(32):
		key.append(i)
	for name in ["plain", "two", "big", "fastlz", "deflate", "zstd", "gzip", "secret", "key"]:
		var f = File.new()
		f.endian_swap = name == "big"
		var path = name + ".save"
		match name:
			"secret": f.open_encrypted_with_pass(path, File.READ, "secret")
			"key": f.open_encrypted(path, File.READ, key)
			"plain", "two", "big": f.open(path, File.READ)
			_: f.open_compressed(path, File.READ, modes[name])
		print(name, " ", f.get_var().hp, " ", f.get_position() == f.get_len())
		f.close()
	quit(0)
