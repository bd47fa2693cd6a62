# Godot 3: compares the files that are there with what they should hold, and writes one in every form
# and size, and one with records.
extends SceneTree

var content = PoolByteArray()
var records = [{"name": "Ünïté", "level": 42, "pos": Vector3(1.5, -2, 3.25)}, [1, "two"]]

func open(form, path, mode):
	var key = PoolByteArray()
	for i in range(32):
		key.append(i)
	var f = File.new()
	var err = OK
	match form:
		"plain": err = f.open(path, mode)
		"FastLZ": err = f.open_compressed(path, mode, File.COMPRESSION_FASTLZ)
		"Deflate": err = f.open_compressed(path, mode, File.COMPRESSION_DEFLATE)
		"zstd": err = f.open_compressed(path, mode, File.COMPRESSION_ZSTD)
		"Gzip": err = f.open_compressed(path, mode, File.COMPRESSION_GZIP)
		"gdec3-key": err = f.open_encrypted(path, mode, key)
		"gdec3-pass": err = f.open_encrypted_with_pass(path, mode, "pässword")
		"gdec3-big":
			f.endian_swap = true
			err = f.open_encrypted(path, mode, key)
	return f if err == OK else null

func _init():
	for i in range(100000):
		content.append(((i * 7) ^ (i >> 5)) & 255 if i >> 9 & 1 == 1 else (i >> 3) & 15)
	for form in OS.get_environment("FORMS").split(","):
		for size in OS.get_environment("SIZES").split(","):
			var want = content.subarray(0, int(size) - 1) if int(size) > 0 else PoolByteArray()
			var f = open(form, "go-%s-%s" % [form, size], File.READ)
			var got = f.get_buffer(f.get_len()) if f != null else null
			print("%s %s %s" % [form, size, "same" if got == want else "different"])
			f = open(form, "engine-%s-%s" % [form, size], File.WRITE)
			f.store_buffer(want)
			f.close()
		var f = open(form, "go-%s-var" % form, File.READ)
		var same = f != null
		for want in records:
			same = same and str(f.get_var()) == str(want)
		print("%s var %s" % [form, "same" if same else "different"])
		f = open(form, "engine-%s-var" % form, File.WRITE)
		for record in records:
			f.store_var(record)
		f.close()
	quit(0)
