# Godot 4: writes COUNT resources and scenes of random values in every form, and beside each NAME the
# file NAME.json, which describes the objects that it saved.
extends Node

var rng := RandomNumberGenerator.new()
var dir := OS.get_environment("DIR")
var external: Resource
var indices := {}  # of the resources of a file
var queue := []  # those that are not described yet
var made := []  # resources that others may share
var others := {}  # external resources of a file

func _ready():
	rng.seed = OS.get_environment("SEED").to_int()
	external = Resource.new()
	ResourceSaver.save(external, dir + "/external.tres")
	external.take_over_path(dir + "/external.tres")
	for i in OS.get_environment("COUNT").to_int():
		var kind: String = ["a.tres", "b.res", "c.res", "d.tscn", "e.scn"][i % 5]
		write(dir + "/%d%s" % [i, kind], kind)
	get_tree().quit()

func write(path: String, kind: String):
	indices = {}
	queue = []
	made = []
	others = {}
	var scene := kind.ends_with("scn")
	var saved: Resource = random_scene() if scene else random_resource(3)
	index(saved)
	var flags: int = ResourceSaver.FLAG_SAVE_BIG_ENDIAN if kind == "c.res" else 0
	if ResourceSaver.save(saved, path, flags) != OK:
		print("not saved: ", path)
		return
	var d := {
		"engine": "4.6", "class": saved.get_class(), "big_endian": flags != 0,
		"container": "text" if kind.begins_with("a") or kind.begins_with("d") else "RSRC",
		"resources": [],
	}
	if scene:
		d.scene = describe_scene(saved.get_state())
	while not queue.is_empty():
		d.resources.append(describe_resource(queue.pop_front()))
	d.external = others.values()
	var f := FileAccess.open(path + ".json", FileAccess.WRITE)
	f.store_string(JSON.stringify(d))
	f.close()

func index(r: Resource) -> int:
	if not r in indices:
		indices[r] = indices.size()
		queue.append(r)
	return indices[r]

func describe_resource(r: Resource) -> Dictionary:
	var fresh = ClassDB.instantiate(r.get_class())
	var props := []
	for p in r.get_property_list():
		if p.usage & PROPERTY_USAGE_STORAGE:
			var v = r.get(p.name)
			var same = typeof(v) == typeof(fresh.get(p.name)) and v == fresh.get(p.name)
			props.append({"name": p.name, "value": describe(v), "default": same})
	return {"index": indices[r], "class": r.get_class(), "props": props}

func describe_scene(s: SceneState) -> Dictionary:
	var nodes := []
	for i in s.get_node_count():
		var props := []
		for k in s.get_node_property_count(i):
			props.append({"name": s.get_node_property_name(i, k), "value": describe(s.get_node_property_value(i, k))})
		nodes.append({
			"name": s.get_node_name(i), "type": s.get_node_type(i), "path": str(s.get_node_path(i)),
			"parent": str(s.get_node_path(i, true)) if i > 0 else "", "owner": str(s.get_node_owner_path(i)),
			"index": s.get_node_index(i), "groups": Array(s.get_node_groups(i)), "instance": "",
			"placeholder": s.get_node_instance_placeholder(i), "props": props,
		})
	var connections := []
	for i in s.get_connection_count():
		connections.append({
			"from": str(s.get_connection_source(i)), "to": str(s.get_connection_target(i)),
			"signal": s.get_connection_signal(i), "method": s.get_connection_method(i),
			"flags": s.get_connection_flags(i), "unbinds": s.get_connection_unbinds(i),
			"binds": s.get_connection_binds(i).map(describe),
		})
	return {"nodes": nodes, "connections": connections}

func describe(v) -> Dictionary:
	match typeof(v):
		TYPE_NIL:
			return {"t": "Nil"}
		TYPE_OBJECT:
			if v == null:
				return {"t": "Nil"}
			if v == external:
				others[v] = {"path": v.resource_path}
				return {"t": "Ext", "path": v.resource_path}
			return {"t": "Sub", "index": index(v)}
		TYPE_ARRAY:
			var d := {"t": "Array", "items": v.map(describe)}
			if v.is_typed():
				var named = v.get_typed_class_name()
				d.typed = {"type": type_string(v.get_typed_builtin()), "class": named, "script": ""}
			return d
		TYPE_DICTIONARY:
			var items := []
			for key in v:
				items.append([describe(key), describe(v[key])])
			return {"t": "Dictionary", "items": items}
		TYPE_NODE_PATH:
			var d := {"t": "NodePath", "absolute": v.is_absolute(), "names": [], "subnames": []}
			for i in v.get_name_count():
				d.names.append(v.get_name(i))
			for i in v.get_subname_count():
				d.subnames.append(v.get_subname(i))
			return d
	return {"t": type_string(typeof(v)), "hex": var_to_bytes(v).hex_encode()}

func pick(list: Array):
	return list[rng.randi() % list.size()]

func real() -> float:
	match rng.randi() % 6:
		0: return pick([0.0, 1.0, -1.0, 0.1, 1e10, 1e-10, 3.4e38, INF, -INF, 16777217.0])
		1: return float(rng.randi_range(-100, 100))
		2: return rng.randf() * pow(10.0, rng.randi_range(-30, 30))
	return rng.randfn(0.0, 100.0)

func text() -> String:
	var s := ""
	for i in rng.randi() % 8:
		s += pick(["a", "Z", "_", " ", "é", "日", "\"", "\\", "\n", "\t", "=", "[", ";", "#", "😀"])
	return s

func whole() -> int:
	return pick([0, 1, -1, 2147483647, -2147483648, 2147483648, 9223372036854775807, -9223372036854775808, rng.randi_range(-1000, 1000)])

func many(make: Callable) -> Array:
	var list := []
	for i in rng.randi() % 5:
		list.append(make.call())
	return list

func v2() -> Vector2: return Vector2(real(), real())
func v3() -> Vector3: return Vector3(real(), real(), real())
func v4() -> Vector4: return Vector4(real(), real(), real(), real())
func color() -> Color: return Color(rng.randf(), rng.randf(), real(), rng.randf())
func i32() -> int: return rng.randi() - 2147483648

func random(depth: int):
	match rng.randi() % 42:
		0: return rng.randi() % 2 == 0
		1, 2: return whole()
		3, 4: return real()
		5, 6: return text()
		7: return v2()
		8: return Vector2i(i32(), i32())
		9: return Rect2(v2(), v2())
		10: return Rect2i(i32(), 2, 3, i32())
		11: return v3()
		12: return Vector3i(i32(), i32(), 0)
		13: return Transform2D(v2(), v2(), v2())
		14: return v4()
		15: return Vector4i(i32(), 0, 1, i32())
		16: return Plane(real(), real(), real(), real())
		17: return Quaternion(real(), real(), real(), real())
		18: return AABB(v3(), v3())
		19: return Basis(v3(), v3(), v3())
		20: return Transform3D(Basis(v3(), v3(), v3()), v3())
		21: return Projection(v4(), v4(), v4(), v4())
		22: return color()
		23: return StringName(text())
		24: return NodePath(pick(["a", "/root/b:c:d", "../x", ":p", "A/B/C:q", ""]))
		25: return PackedByteArray(many(func(): return rng.randi() & 255))
		26: return PackedInt32Array(many(i32))
		27: return PackedInt64Array(many(whole))
		28: return PackedFloat32Array(many(real))
		29: return PackedFloat64Array(many(real))
		30: return PackedStringArray(many(text))
		31: return PackedVector2Array(many(v2))
		32: return PackedVector3Array(many(v3))
		33: return PackedColorArray(many(color))
		34: return PackedVector4Array(many(v4))
		35: return external
	if depth == 0:
		return null
	match rng.randi() % 5:
		0: return many(func(): return random(depth - 1))
		1:
			var d := {}
			for i in rng.randi() % 5:
				d[pick([whole(), text(), StringName(text() + "n"), Vector2i(i32(), 1)])] = random(depth - 1)
			return d
		2: return pick([Array(many(whole), TYPE_INT, "", null), Array(many(text), TYPE_STRING, "", null)])
	return random_resource(depth - 1)

func random_resource(depth: int) -> Resource:
	if not made.is_empty() and rng.randi() % 4 == 0:
		return pick(made)
	var r: Resource = pick([Resource.new(), Resource.new(), Gradient.new(), Curve2D.new(), StyleBoxFlat.new()])
	r.resource_name = text()
	for i in rng.randi() % 6:
		r.set_meta("m%d" % i, random(depth))
	made.append(r)
	return r

func random_scene() -> PackedScene:
	var root := Node2D.new()
	root.name = "Root"
	var nodes: Array[Node] = [root]
	for i in rng.randi() % 6:
		var node: Node = pick([Node.new(), Node2D.new(), Timer.new(), Sprite2D.new()])
		node.name = "N%d" % i
		if node is Node2D:
			node.position = Vector2(rng.randf(), 2)
		if node is Timer:
			node.timeout.connect(Callable(root, "set_name").bind(text()), pick([2, 3, 6]))
		for k in rng.randi() % 4:
			node.set_meta("m%d" % k, random(2))
		if rng.randi() % 2 == 0:
			node.add_to_group(pick(["a", "team 1"]), true)
			node.add_to_group("b", true)
		pick(nodes).add_child(node)
		node.owner = root
		nodes.append(node)
	var scene := PackedScene.new()
	scene.pack(root)
	root.free()
	return scene
