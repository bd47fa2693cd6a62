# Writes saves in every container, or reads them, in the current directory.
# GDDO=write godot3-server --no-window -s game.gd
extends SceneTree

const FORMS = ["plain", "fastlz", "deflate", "gzip", "zstd", "key", "password"]

func open(form, mode):
	var path = "slot-" + form + ".save"
	var file = File.new()
	var err = OK
	match form:
		"plain": err = file.open(path, mode)
		"fastlz": err = file.open_compressed(path, mode, File.COMPRESSION_FASTLZ)
		"deflate": err = file.open_compressed(path, mode, File.COMPRESSION_DEFLATE)
		"gzip": err = file.open_compressed(path, mode, File.COMPRESSION_GZIP)
		"zstd": err = file.open_compressed(path, mode, File.COMPRESSION_ZSTD)
		"key": err = file.open_encrypted(path, mode, "0123456789abcdef0123456789abcdef".to_ascii())
		"password": err = file.open_encrypted_with_pass(path, mode, "secret")
	if err != OK:
		print(form, ": error ", err)
	return file

func _init():
	for form in FORMS:
		if OS.get_environment("GDDO") == "write":
			var file = open(form, File.WRITE)
			file.store_var({
				"player": {"name": "Tia", "coins": 5, "at": Vector2(1.5, -2)},
				"items": ["sword"],
				"seen": PoolIntArray([1, 2, 3]),
				form: PoolByteArray(range(9000)),
			})
			file.store_var({"volume": 0.8})
			file.close()
		else:
			var file = open(form, File.READ)
			var save = file.get_var()
			print(form, ": ", save.player, " ", save.items, " ", save.seen, " ", save[form].size(), " ", file.get_var())
	quit(0)
