# Godot 3: writes a save of every kind (DO=write), and compares the values in them after the command
# has changed them (DO=read).
extends SceneTree

const MODES = {"fastlz": File.COMPRESSION_FASTLZ, "deflate": File.COMPRESSION_DEFLATE,
	"zstd": File.COMPRESSION_ZSTD, "gzip": File.COMPRESSION_GZIP}
const SAVES = ["plain", "two", "big", "fastlz", "deflate", "zstd", "gzip", "secret", "key"]

func open(name, mode):
	var f = File.new()
	var file = name + ".save"
	if MODES.has(name):
		f.open_compressed(file, mode, MODES[name])
	elif name == "secret":
		f.open_encrypted_with_pass(file, mode, "secret")
	elif name == "key":
		var key = PoolByteArray()
		for i in range(32):
			key.append(i)
		f.open_encrypted(file, mode, key)
	else:
		f.endian_swap = name == "big"
		f.open(file, mode)
	return f

func fresh():
	seed(hash("fresh"))
	var bag = []
	for i in range(1 + randi() % 20):
		bag.append({"id": randi(), "count": randi() % 100, "at": Vector2((randi() % 64) / 64.0, (randi() % 64) / 64.0)})
	return {"name": "Tia ü %d" % randi(), "hp": randi() % 100, "speed": (randi() % 64) / 64.0, "bag": bag,
		"tags": PoolStringArray(["a b", "c"]), "tint": Color((randi() % 64) / 64.0, 0.5, 0, 1),
		"home": NodePath("level/door:x"), 7: [null, true], "ids": PoolIntArray([randi() % 1000, 5])}

func plain(p):
	var bag = []
	for item in p.bag:
		bag.append({"id": item.id % 1000, "count": item.count})
	return {"name": p.name, "hp": p.hp, "speed": p.speed, "tags": ["a"], "bag": bag}

func edited(p):
	var q = p.duplicate(true)
	q.hp = 11
	q.name = "Bo"
	q.erase("tags")
	q["pace"] = q.speed
	q.erase("speed")
	q["fresh"] = [1, 2]
	for item in q.bag:
		item.count += 1
	return q

func same(a, b):
	if typeof(a) != typeof(b):
		return false
	if a is Dictionary:
		if a.size() != b.size():
			return false
		for k in a:
			if not b.has(k) or not same(a[k], b[k]):
				return false
		return true
	if a is Array:
		if a.size() != b.size():
			return false
		for i in range(a.size()):
			if not same(a[i], b[i]):
				return false
		return true
	if a is NodePath:
		return str(a) == str(b)
	return var2bytes(a) == var2bytes(b)

func config(p):
	var c = ConfigFile.new()
	for k in p:
		if k is String:
			c.set_value("player", k, p[k])
	return c

func file(name, bytes):
	var f = File.new()
	f.open(name, File.WRITE)
	f.store_buffer(bytes)
	f.close()

func write():
	var p = fresh()
	var f = File.new()
	f.open("expected", File.WRITE)
	f.store_var([edited(p), to_json(edited(plain(p)))])
	f.close()
	for name in SAVES:
		f = open(name, File.WRITE)
		f.store_var(p)
		if name == "two":
			f.store_var([1, Vector3(1, 2, 3)])
		f.close()
	config(p).save("plain.cfg")
	config(p).save_encrypted_pass("secret.cfg", "secret")
	f = File.new()
	f.open("plain.cfg", File.READ)
	var text = f.get_as_text()
	f.close()
	file("project.godot", ("config_version=4\n\n" + text).to_utf8())
	f.open_encrypted_with_pass("json.dat", File.WRITE, "secret")
	f.store_string(to_json(plain(p)))
	f.close()
	file("raw.bin", var2bytes(p).compress(File.COMPRESSION_FASTLZ))
	var wide = var2bytes(["text ".repeat(20000), range(20000), p])
	file("wide.bin", wide.compress(File.COMPRESSION_FASTLZ))
	file("wide.plain", wide)
	var r = Gradient.new()
	r.set_meta("player", p)
	ResourceSaver.save("player.tres", r)
	ResourceSaver.save("player.res", r)
	print(p.hp, " ", p.name)

func read():
	var f = File.new()
	f.open("expected", File.READ)
	var expected = f.get_var()
	f.close()
	for name in SAVES:
		f = open(name, File.READ)
		var ok = same(f.get_var(), expected[0])
		if name == "two":
			ok = ok and same(f.get_var(), [1, Vector3(1, 2, 3)])
		print(name, " ", ok and f.get_position() == f.get_len())
		f.close()
	for name in ["plain.cfg", "secret.cfg", "project.godot"]:
		var c = ConfigFile.new()
		var err = c.load_encrypted_pass(name, "secret") if name == "secret.cfg" else c.load(name)
		var got = {}
		for k in c.get_section_keys("player"):
			got[k] = c.get_value("player", k)
		var want = expected[0].duplicate(true)
		want.erase(7)
		print(name, " ", err == OK and same(got, want))
	f = File.new()
	f.open_encrypted_with_pass("json.dat", File.READ, "secret")
	print("json.dat ", same(parse_json(f.get_as_text()), parse_json(expected[1])))
	f.close()
	f.open("raw.bin", File.READ)
	var bytes = f.get_buffer(f.get_len())
	var size = var2bytes(expected[0]).size()
	print("raw.bin ", same(bytes2var(bytes.decompress(size, File.COMPRESSION_FASTLZ)), expected[0]))

func _init():
	if OS.get_environment("DO") == "write":
		write()
	else:
		read()
	quit(0)
