# Godot 4: writes a save of every kind (DO=write), and compares the values in them after the command
# has changed them (DO=read).
extends Node

const MODES := {"fastlz": FileAccess.COMPRESSION_FASTLZ, "deflate": FileAccess.COMPRESSION_DEFLATE,
	"zstd": FileAccess.COMPRESSION_ZSTD, "gzip": FileAccess.COMPRESSION_GZIP}
const SAVES := ["plain", "two", "big", "fastlz", "deflate", "zstd", "gzip", "secret", "key"]

func path(file: String) -> String:
	return OS.get_environment("DIR") + "/" + file

func open(name: String, mode: int) -> FileAccess:
	var file := path(name + ".save")
	if name in MODES:
		return FileAccess.open_compressed(file, mode, MODES[name])
	match name:
		"secret": return FileAccess.open_encrypted_with_pass(file, mode, "secret")
		"key": return FileAccess.open_encrypted(file, mode, PackedByteArray(range(32)))
	var f := FileAccess.open(file, mode)
	f.big_endian = name == "big"
	return f

func fresh() -> Dictionary:
	seed(hash("fresh"))
	var bag := []
	for i in range(1 + randi() % 20):
		bag.append({"id": randi(), "count": randi() % 100, "at": Vector2((randi() % 64) / 64.0, (randi() % 64) / 64.0)})
	return {"name": "Tia ü %d" % randi(), "hp": randi() % 100, "speed": (randi() % 64) / 64.0, "bag": bag,
		"tags": PackedStringArray(["a b", "c"]), "tint": Color((randi() % 64) / 64.0, 0.5, 0, 1),
		"home": NodePath("level/door:x"), "cell": Vector2i(randi() % 9, -4), 7: [null, true],
		"ids": Array([randi(), 5], TYPE_INT, "", null), "title": &"Hero"}

func plain(p: Dictionary) -> Dictionary:
	return {"name": p.name, "hp": p.hp, "speed": p.speed, "tags": ["a"],
		"bag": p.bag.map(func(item): return {"id": item.id % 1000, "count": item.count})}

func edited(p: Dictionary) -> Dictionary:
	var q := p.duplicate(true)
	q.hp = 11
	q.name = "Bo"
	q.erase("tags")
	q["pace"] = q.speed
	q.erase("speed")
	q["fresh"] = [1, 2]
	for item in q.bag:
		item.count += 1
	return q

func same(a, b) -> bool:
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
		if a.size() != b.size() or a.get_typed_builtin() != b.get_typed_builtin():
			return false
		for i in range(a.size()):
			if not same(a[i], b[i]):
				return false
		return true
	if a is NodePath: # the bytes of its padding are arbitrary
		return a == b
	return var_to_bytes(a) == var_to_bytes(b)

func config(p: Dictionary) -> ConfigFile:
	var c := ConfigFile.new()
	for k in p:
		if k is String:
			c.set_value("player", k, p[k])
	return c

func write() -> void:
	var p := fresh()
	var f := FileAccess.open(path("expected"), FileAccess.WRITE)
	f.store_var([edited(p), JSON.stringify(edited(plain(p)))])
	f = null
	for name in SAVES:
		f = open(name, FileAccess.WRITE)
		f.store_var(p)
		if name == "two":
			f.store_var([1, Vector3(1, 2, 3)])
		f.close()
	config(p).save(path("plain.cfg"))
	config(p).save_encrypted_pass(path("secret.cfg"), "secret")
	f = FileAccess.open(path("project.godot"), FileAccess.WRITE)
	f.store_string("config_version=5\n\n" + config(p).encode_to_text())
	f = FileAccess.open_encrypted_with_pass(path("json.dat"), FileAccess.WRITE, "secret")
	f.store_string(JSON.stringify(plain(p)))
	f = FileAccess.open(path("raw.bin"), FileAccess.WRITE)
	f.store_buffer(var_to_bytes(p).compress(FileAccess.COMPRESSION_FASTLZ))
	var wide := var_to_bytes(["text " .repeat(20000), range(20000), p])
	f = FileAccess.open(path("wide.bin"), FileAccess.WRITE)
	f.store_buffer(wide.compress(FileAccess.COMPRESSION_FASTLZ))
	f = FileAccess.open(path("wide.plain"), FileAccess.WRITE)
	f.store_buffer(wide)
	f.close()
	var r := Gradient.new()
	r.set_meta("player", p)
	ResourceSaver.save(r, path("player.tres"))
	ResourceSaver.save(r, path("player.res"))
	print(p.hp, " ", p.name)

func read() -> void:
	var f := FileAccess.open(path("expected"), FileAccess.READ)
	var expected: Array = f.get_var()
	for name in SAVES:
		f = open(name, FileAccess.READ)
		var ok := same(f.get_var(), expected[0])
		if name == "two":
			ok = ok and same(f.get_var(), [1, Vector3(1, 2, 3)])
		print(name, " ", ok and f.get_position() == f.get_length())
	for name in ["plain.cfg", "secret.cfg", "project.godot"]:
		var c := ConfigFile.new()
		var err := c.load_encrypted_pass(path(name), "secret") if name == "secret.cfg" else c.load(path(name))
		var got := {}
		for k in c.get_section_keys("player"):
			got[k] = c.get_value("player", k)
		var want: Dictionary = expected[0].duplicate(true)
		want.erase(7)
		print(name, " ", err == OK and same(got, want))
	f = FileAccess.open_encrypted_with_pass(path("json.dat"), FileAccess.READ, "secret")
	print("json.dat ", same(JSON.parse_string(f.get_as_text()), JSON.parse_string(expected[1])))
	var bytes := FileAccess.get_file_as_bytes(path("raw.bin"))
	var size := var_to_bytes(expected[0]).size()
	print("raw.bin ", same(bytes_to_var(bytes.decompress(size, FileAccess.COMPRESSION_FASTLZ)), expected[0]))

func _ready():
	if OS.get_environment("DO") == "write":
		write()
	else:
		read()
	get_tree().quit()
