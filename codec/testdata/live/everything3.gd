# Godot 3: reads the files of Go, compares each value with its own, and writes its own in the same
# ways, see live_test.go. The files of a way are go.WAY and engine.WAY.
extends SceneTree

# values returns each value with its name, in the order of everything.txt.
func values():
	return [
		["Nil", null],
		["bool", true],
		["int", -5],
		["int min", -9223372036854775807 - 1],
		["int 33 bits", 4294967296],
		["float single", 0.5],
		["float double", 0.1],
		["float inf", INF],
		["float NaN", NAN],
		["String", "Grüße, 世界 😀"],
		["Vector2", Vector2(1, -2.5)],
		["Rect2", Rect2(1, 2, 3, 4)],
		["Vector3", Vector3(1, 2, 3)],
		["Transform2D", Transform2D(Vector2(1, 2), Vector2(3, 4), Vector2(5, 6))],
		["Plane", Plane(1, 2, 3, 4)],
		["Quat", Quat(1, 2, 3, 4)],
		["AABB", AABB(Vector3(1, 2, 3), Vector3(4, 5, 6))],
		["Basis", Basis(Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9))],
		["Transform", Transform(Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9), Vector3(10, 11, 12))],
		["Color", Color(0.25, 0.5, 0.75, 1)],
		["NodePath", NodePath("/root/Level/Door:position:x")],
		["RID", RID()],
		["Dictionary", {"name": "Tia", 7: [1, 2.5, null], Vector2(1, 2): {}}],
		["Array", [1, "two", 3.5, null, [true, {}]]],
		["PoolByteArray", PoolByteArray([0, 127, 255])],
		["PoolIntArray", PoolIntArray([1, -1, 2147483647])],
		["PoolRealArray", PoolRealArray([0.5, -1.5])],
		["PoolStringArray", PoolStringArray(["", "a", "abcd", "é"])],
		["PoolVector2Array", PoolVector2Array([Vector2(1, 2), Vector2(3, 4)])],
		["PoolVector3Array", PoolVector3Array([Vector3(1, 2, 3)])],
		["PoolColorArray", PoolColorArray([Color(1, 0.5, 0.25, 1)])],
	]

# Values of packets with full objects.
func full_values():
	var timer = Timer.new()
	timer.wait_time = 2.5
	timer.one_shot = true
	return [["Timer", timer]]

# in_containers is v alone, as an item, as a value and as a key.
func in_containers(v):
	return [v, [v, 1], {"k": v}, {v: 1}]

func same(a, b):
	if typeof(a) != typeof(b):
		return false
	match typeof(a):
		TYPE_REAL:
			return a == b or is_nan(a) and is_nan(b)
		TYPE_ARRAY, TYPE_RAW_ARRAY, TYPE_INT_ARRAY, TYPE_REAL_ARRAY, TYPE_STRING_ARRAY, \
		TYPE_VECTOR2_ARRAY, TYPE_VECTOR3_ARRAY, TYPE_COLOR_ARRAY:
			if a.size() != b.size():
				return false
			for i in range(a.size()):
				if not same(a[i], b[i]):
					return false
			return true
		TYPE_DICTIONARY:
			return same(a.keys(), b.keys()) and same(a.values(), b.values())
		TYPE_RID:
			return a.get_id() == b.get_id()
		TYPE_OBJECT:
			if a == null or b == null:
				return a == b
			return a is Timer and b is Timer and a.wait_time == b.wait_time and a.one_shot == b.one_shot
	return a == b

# Ways of encoding a value and of decoding a packet.
const WAYS = ["var2bytes", "Marshalls", "put_var"]
const FULL_WAYS = ["full", "full Marshalls", "full put_var"]

func encode(way, v):
	match way:
		"var2bytes": return var2bytes(v)
		"full": return var2bytes(v, true)
		"Marshalls": return Marshalls.base64_to_raw(Marshalls.variant_to_base64(v))
		"full Marshalls": return Marshalls.base64_to_raw(Marshalls.variant_to_base64(v, true))
	var stream = StreamPeerBuffer.new()
	stream.put_var(v, way == "full put_var")
	return stream.data_array.subarray(4, -1)

func decode(way, b):
	match way:
		"var2bytes": return bytes2var(b)
		"full": return bytes2var(b, true)
		"Marshalls": return Marshalls.base64_to_variant(Marshalls.raw_to_base64(b))
		"full Marshalls": return Marshalls.base64_to_variant(Marshalls.raw_to_base64(b), true)
	var stream = StreamPeerBuffer.new()
	stream.put_u32(b.size())
	stream.put_data(b)
	stream.seek(0)
	return stream.get_var(way == "full put_var")

func open(name, mode):
	var file = File.new()
	file.open(OS.get_environment("DIR") + "/" + name, mode)
	return file

# exchange decodes and encodes values in a way of packets.
func exchange(way, all):
	var ours = open("go." + way, File.READ)
	var file = open("engine." + way, File.WRITE)
	for pair in all:
		for want in in_containers(pair[1]):
			check(way, pair[0], decode(way, ours.get_buffer(ours.get_32())), want)
			var b = encode(way, want)
			file.store_32(b.size())
			file.store_buffer(b)
	file.close()
	print("end " if ours.get_position() == ours.get_len() else "BAD end ", way)

# exchange_file is exchange for store_var.
func exchange_file(way, full, all):
	var ours = open("go." + way, File.READ)
	var file = open("engine." + way, File.WRITE)
	for pair in all:
		for want in in_containers(pair[1]):
			check(way, pair[0], ours.get_var(full), want)
			file.store_var(want, full)
	file.close()
	print("end " if ours.get_position() == ours.get_len() else "BAD end ", way)

func check(way, name, got, want):
	if not same(got, want):
		print("BAD %s, %s: %s is not %s" % [way, name, var2str(got), var2str(want)])

# handles checks values that stand for objects of the engine that wrote them.
func handles():
	var ours = open("go.handles", File.READ)
	var id = ours.get_var()
	if not (id is EncodedObjectAsID) or id.object_id != 1234:
		print("BAD object ID")
	var file = open("engine.handles", File.WRITE)
	file.store_var(self)
	file.close()
	print("ID ", get_instance_id())

func _init():
	for way in WAYS:
		exchange(way, values())
	for way in FULL_WAYS:
		exchange(way, full_values())
	exchange_file("store_var", false, values())
	exchange_file("full store_var", true, full_values())
	handles()
	quit()
