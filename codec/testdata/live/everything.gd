extends SceneTree

# Reads everything.var, one store_var record for each value that Godot 3 knows, and holds
# each against its own; then writes its own to engine.var. The list stands in
# live_test.go too, in the same order.

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

func same(a, b):
	if typeof(a) != typeof(b):
		return false
	match typeof(a):
		TYPE_DICTIONARY, TYPE_ARRAY:
			return var2str(a) == var2str(b) and str(a) == str(b)
		TYPE_RID:
			return a.get_id() == b.get_id()
		TYPE_RAW_ARRAY, TYPE_INT_ARRAY, TYPE_REAL_ARRAY, TYPE_STRING_ARRAY, TYPE_VECTOR2_ARRAY, TYPE_VECTOR3_ARRAY, TYPE_COLOR_ARRAY:
			return Array(a) == Array(b)
	return a == b

func _init():
	var file = File.new()
	file.open("everything.var", File.READ)
	for pair in values():
		var got = file.get_var()
		print("ok " + pair[0] if same(got, pair[1]) else "BAD " + pair[0] + ": " + var2str(got))
	var id = file.get_var()
	print("ok object ID" if id is EncodedObjectAsID and id.object_id == 1234 else "BAD object ID")
	var full = file.get_var(true)
	print("ok full object" if full is Timer and full.wait_time == 2.5 and full.one_shot else "BAD full object")
	print("ok end" if file.get_position() == file.get_len() else "BAD end")
	full.free()
	file.close()

	file.open("engine.var", File.WRITE)
	for pair in values():
		file.store_var(pair[1])
	file.close()
	quit()
