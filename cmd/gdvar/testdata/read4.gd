# Godot 4: prints the key hp of each save in its folder.
extends Node

func open(name: String) -> FileAccess:
	var path := OS.get_environment("DIR") + "/" + name + ".save"
	match name:
		"secret": return FileAccess.open_encrypted_with_pass(path, FileAccess.READ, "secret")
		"key": return FileAccess.open_encrypted(path, FileAccess.READ, PackedByteArray(range(32)))
		"fastlz": return FileAccess.open_compressed(path, FileAccess.READ, FileAccess.COMPRESSION_FASTLZ)
		"deflate": return FileAccess.open_compressed(path, FileAccess.READ, FileAccess.COMPRESSION_DEFLATE)
		"zstd": return FileAccess.open_compressed(path, FileAccess.READ, FileAccess.COMPRESSION_ZSTD)
		"gzip": return FileAccess.open_compressed(path, FileAccess.READ, FileAccess.COMPRESSION_GZIP)
	return FileAccess.open(path, FileAccess.READ)

func _ready():
	for name in ["plain", "two", "big", "fastlz", "deflate", "zstd", "gzip", "secret", "key"]:
		var f := open(name)
		f.big_endian = name == "big"
		var player: Dictionary = f.get_var()
		print(name, " ", player.hp, " ", f.get_position() == f.get_length())
	get_tree().quit()
