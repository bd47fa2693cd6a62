# Godot 4: compares the files that are there with what they should hold, and writes one in every form
# and size, and one with records.
extends Node

var content := PackedByteArray()
var records := [{"name": "Ünïté", "level": 42, "pos": Vector3(1.5, -2, 3.25)}, [1, "two"]]

func open(form: String, name: String, mode: FileAccess.ModeFlags) -> FileAccess:
	var path := OS.get_environment("DIR") + "/" + name
	var key := PackedByteArray(range(32))
	match form:
		"FastLZ": return FileAccess.open_compressed(path, mode, FileAccess.COMPRESSION_FASTLZ)
		"Deflate": return FileAccess.open_compressed(path, mode, FileAccess.COMPRESSION_DEFLATE)
		"zstd": return FileAccess.open_compressed(path, mode, FileAccess.COMPRESSION_ZSTD)
		"Gzip": return FileAccess.open_compressed(path, mode, FileAccess.COMPRESSION_GZIP)
		"gdec4-key": return FileAccess.open_encrypted(path, mode, key)
		"gdec4-fixed": return FileAccess.open_encrypted(path, mode, key, PackedByteArray(range(16)))
		"gdec4-pass": return FileAccess.open_encrypted_with_pass(path, mode, "pässword")
	return FileAccess.open(path, mode)

func _ready():
	for i in range(100000):
		content.append(((i * 7) ^ (i >> 5)) & 255 if i >> 9 & 1 == 1 else (i >> 3) & 15)
	for form in OS.get_environment("FORMS").split(","):
		for size in OS.get_environment("SIZES").split(","):
			var want := content.slice(0, size.to_int())
			var f := open(form, "go-%s-%s" % [form, size], FileAccess.READ)
			var got = f.get_buffer(f.get_length()) if f != null else null
			print("%s %s %s" % [form, size, "same" if got == want else "different"])
			f = open(form, "engine-%s-%s" % [form, size], FileAccess.WRITE)
			f.store_buffer(want)
			f.close()
		var f := open(form, "go-%s-var" % form, FileAccess.READ)
		var same := f != null
		for want in records:
			same = same and f.get_var() == want
		print("%s var %s" % [form, "same" if same else "different"])
		f = open(form, "engine-%s-var" % form, FileAccess.WRITE)
		for record in records:
			f.store_var(record)
		f.close()
	get_tree().quit()
