# Godot 4: reads the files of Go, compares each value with its own, and writes its own in the same
# ways, see live_test.go. The files of a way are go.WAY and engine.WAY.
extends Node

# values returns each value with its name, in the order of everything.txt.
func values() -> Array:
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
		["Quaternion", Quaternion(1, 2, 3, 4)],
		["AABB", AABB(Vector3(1, 2, 3), Vector3(4, 5, 6))],
		["Basis", Basis(Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9))],
		["Transform3D", Transform3D(Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9), Vector3(10, 11, 12))],
		["Color", Color(0.25, 0.5, 0.75, 1)],
		["NodePath", NodePath("/root/Level/Door:position:x")],
		["RID", RID()],
		["Dictionary", {"name": "Tia", 7: [1, 2.5, null], Vector2(1, 2): {}}],
		["Array", [1, "two", 3.5, null, [true, {}]]],
		["PackedByteArray", PackedByteArray([0, 127, 255])],
		["PackedInt32Array", PackedInt32Array([1, -1, 2147483647])],
		["PackedFloat32Array", PackedFloat32Array([0.5, -1.5])],
		["PackedStringArray", PackedStringArray(["", "a", "abcd", "é"])],
		["PackedVector2Array", PackedVector2Array([Vector2(1, 2), Vector2(3, 4)])],
		["PackedVector3Array", PackedVector3Array([Vector3(1, 2, 3)])],
		["PackedColorArray", PackedColorArray([Color(1, 0.5, 0.25, 1)])],
		["StringName", &"hit"],
		["Vector2i", Vector2i(1, -2)],
		["Rect2i", Rect2i(1, 2, 3, 4)],
		["Vector3i", Vector3i(1, -2, 3)],
		["Vector4", Vector4(1, 2, 3, -4.5)],
		["Vector4i", Vector4i(1, 2, 3, -4)],
		["Projection", Projection(Vector4(1, 2, 3, 4), Vector4(5, 6, 7, 8), Vector4(9, 10, 11, 12), Vector4(13, 14, 15, 16))],
		["RID with an ID", rid_from_int64(77)],
		["Callable", Callable()],
		["Signal", Signal()],
		["PackedInt64Array", PackedInt64Array([1, -1, 9223372036854775807])],
		["PackedFloat64Array", PackedFloat64Array([0.1, -1.5])],
		["PackedVector4Array", PackedVector4Array([Vector4(1, 2, 3, 4)])],
		["Array[int]", Array([1, -2], TYPE_INT, &"", null)],
		["Array[Array]", Array([[], [1]], TYPE_ARRAY, &"", null)],
		["Array[Vector2]", Array([Vector2(1, 2)], TYPE_VECTOR2, &"", null)],
		["Dictionary[String, int]", Dictionary({"a": 1}, TYPE_STRING, &"", null, TYPE_INT, &"", null)],
		["Dictionary[int, Variant]", Dictionary({1: "a"}, TYPE_INT, &"", null, TYPE_NIL, &"", null)],
		["Dictionary[Variant, StringName]", Dictionary({2.5: &"a"}, TYPE_NIL, &"", null, TYPE_STRING_NAME, &"", null)],
		["Array[EncodedObjectAsID]", Array([null], TYPE_OBJECT, &"EncodedObjectAsID", null)],
	]

# Values of packets with full objects.
func full_values() -> Array:
	var timer := Timer.new()
	timer.wait_time = 2.5
	timer.one_shot = true
	return [
		["Timer", timer],
		["Array[Node]", Array([null], TYPE_OBJECT, &"Node", null)],
		["Array of a script", Array([null], TYPE_OBJECT, &"Node", get_script())],
		["Dictionary of nodes", Dictionary({}, TYPE_OBJECT, &"Node", null, TYPE_INT, &"", null)], # the engine forgets a script here
	]

# in_containers is v alone, as an item, as a value and as a key.
func in_containers(v) -> Array:
	return [v, [v, 1], {"k": v}, {v: 1}]

func same(a, b) -> bool:
	if typeof(a) != typeof(b):
		return false
	match typeof(a):
		TYPE_FLOAT:
			return a == b or is_nan(a) and is_nan(b)
		TYPE_ARRAY:
			if not a.is_same_typed(b) or a.size() != b.size():
				return false
			for i in range(a.size()):
				if not same(a[i], b[i]):
					return false
			return true
		TYPE_DICTIONARY:
			if not a.is_same_typed(b) or a.size() != b.size():
				return false
			for i in range(a.size()):
				if not same(a.keys()[i], b.keys()[i]) or not same(a.values()[i], b.values()[i]):
					return false
			return true
		TYPE_RID:
			return a.get_id() == b.get_id()
		TYPE_OBJECT:
			if a == null or b == null:
				return a == b
			return a is Timer and b is Timer and a.wait_time == b.wait_time and a.one_shot == b.one_shot
	return a == b

# A way of encoding a value and of decoding a packet.
var ways := {
	"var_to_bytes": [func(v): return var_to_bytes(v), func(b): return bytes_to_var(b)],
	"encode_var": [encode_var, func(b): return b.decode_var(0)],
	"Marshalls": [func(v): return Marshalls.base64_to_raw(Marshalls.variant_to_base64(v)),
		func(b): return Marshalls.base64_to_variant(Marshalls.raw_to_base64(b))],
	"put_var": [put_var, get_var],
}
var full_ways := {
	"full": [func(v): return var_to_bytes_with_objects(v), func(b): return bytes_to_var_with_objects(b)],
	"full encode_var": [func(v): return encode_var(v, true), func(b): return b.decode_var(0, true)],
}

func encode_var(v, full := false) -> PackedByteArray:
	var b := PackedByteArray()
	b.resize(4096)
	b.resize(b.encode_var(0, v, full))
	return b

func put_var(v) -> PackedByteArray:
	var stream := StreamPeerBuffer.new()
	stream.put_var(v)
	return stream.data_array.slice(4)

func get_var(b: PackedByteArray):
	var stream := StreamPeerBuffer.new()
	stream.put_u32(b.size())
	stream.put_data(b)
	stream.seek(0)
	return stream.get_var()

func open(name: String, mode) -> FileAccess:
	return FileAccess.open(OS.get_environment("DIR") + "/" + name, mode)

# exchange decodes and encodes values in a way of packets.
func exchange(way: String, encode: Callable, decode: Callable, all: Array):
	var ours := open("go." + way, FileAccess.READ)
	var file := open("engine." + way, FileAccess.WRITE)
	for pair in all:
		for want in in_containers(pair[1]):
			var got = decode.call(ours.get_buffer(ours.get_32()))
			check(way, pair[0], got, want)
			var b: PackedByteArray = encode.call(want)
			file.store_32(b.size())
			file.store_buffer(b)
	file.close()
	print("end " if ours.get_position() == ours.get_length() else "BAD end ", way)

# exchange_file is exchange for store_var.
func exchange_file(way: String, full: bool, all: Array):
	var ours := open("go." + way, FileAccess.READ)
	var file := open("engine." + way, FileAccess.WRITE)
	for pair in all:
		for want in in_containers(pair[1]):
			check(way, pair[0], ours.get_var(full), want)
			file.store_var(want, full)
	file.close()
	print("end " if ours.get_position() == ours.get_length() else "BAD end ", way)

func check(way: String, name: String, got, want):
	if not same(got, want):
		print("BAD %s, %s: %s is not %s" % [way, name, var_to_str(got), var_to_str(want)])

# handles checks values that stand for objects of the engine that wrote them.
func handles():
	var ours := open("go.handles", FileAccess.READ)
	var id = ours.get_var()
	if not (id is EncodedObjectAsID) or id.object_id != 1234:
		print("BAD object ID")
	var hit = ours.get_var()
	if typeof(hit) != TYPE_SIGNAL or hit.get_name() != &"hit" or hit.get_object_id() != 1234:
		print("BAD Signal")
	var file := open("engine.handles", FileAccess.WRITE)
	file.store_var(self)
	file.store_var(Signal(self, "hit"))
	file.store_var(Callable(self, "check"))
	file.close()
	print("ID ", get_instance_id())

func _ready():
	for way in ways:
		exchange(way, ways[way][0], ways[way][1], values())
	for way in full_ways:
		exchange(way, full_ways[way][0], full_ways[way][1], full_values())
	exchange_file("store_var", false, values())
	exchange_file("full store_var", true, full_values())
	handles()
	get_tree().quit()
