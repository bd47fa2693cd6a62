# Godot 3: writes COUNT resources and scenes of random values in every form, and beside each NAME the
# file NAME.json, which describes the objects that it saved.
extends SceneTree

var rng = RandomNumberGenerator.new()
var dir = OS.get_environment("DIR")
var external
var indices = {}  # of the resources of a file
var queue = []  # those that are not described yet
var made = []  # resources that others may share
var others = {}  # external resources of a file

const names = ["Nil", "bool", "int", "float", "String", "Vector2", "Rect2", "Vector3", "Transform2D",
	"Plane", "Quaternion", "AABB", "Basis", "Transform3D", "Color", "NodePath", "RID", "Object",
	"Dictionary", "Array", "PackedByteArray", "PackedInt32Array", "PackedFloat32Array",
	"PackedStringArray", "PackedVector2Array", "PackedVector3Array", "PackedColorArray"]

func _init():
	rng.seed = int(OS.get_environment("SEED"))
	external = Resource.new()
	ResourceSaver.save(dir + "/external.tres", external)
	external.take_over_path(dir + "/external.tres")
	for i in range(int(OS.get_environment("COUNT"))):
		var kind = ["a.tres", "b.res", "c.res", "d.tscn", "e.scn"][i % 5]
		write(dir + "/%d%s" % [i, kind], kind)
	quit(0)

func write(path, kind):
	indices = {}
	queue = []
	made = []
	others = {}
	var scene = kind.ends_with("scn")
	var saved = random_scene() if scene else random_resource(3)
	index(saved)
	var flags = ResourceSaver.FLAG_SAVE_BIG_ENDIAN if kind == "c.res" else 0
	if ResourceSaver.save(path, saved, flags) != OK:
		print("not saved: ", path)
		return
	var d = {
		"engine": "3.2.3", "class": saved.get_class(), "big_endian": flags != 0,
		"container": "text" if kind.begins_with("a") or kind.begins_with("d") else "RSRC",
		"resources": [],
	}
	if scene:
		d["scene"] = describe_scene(saved.get_state())
	while not queue.empty():
		d["resources"].append(describe_resource(queue.pop_front()))
	d["external"] = others.values()
	var f = File.new()
	f.open(path + ".json", File.WRITE)
	f.store_string(to_json(d))
	f.close()

func index(r):
	if not r in indices:
		indices[r] = indices.size()
		queue.append(r)
	return indices[r]

func describe_resource(r):
	var fresh = ClassDB.instance(r.get_class())
	var props = []
	for p in r.get_property_list():
		if p.usage & PROPERTY_USAGE_STORAGE:
			var v = r.get(p.name)
			var same = typeof(v) == typeof(fresh.get(p.name)) and str(v) == str(fresh.get(p.name))
			props.append({"name": p.name, "value": describe(v), "default": same})
	return {"index": indices[r], "class": r.get_class(), "props": props}

func describe_all(list):
	var all = []
	for v in list:
		all.append(describe(v))
	return all

func describe_scene(s):
	var nodes = []
	for i in range(s.get_node_count()):
		var props = []
		for k in range(s.get_node_property_count(i)):
			props.append({"name": s.get_node_property_name(i, k), "value": describe(s.get_node_property_value(i, k))})
		nodes.append({
			"name": s.get_node_name(i), "type": s.get_node_type(i), "path": str(s.get_node_path(i)),
			"parent": str(s.get_node_path(i, true)) if i > 0 else "", "owner": str(s.get_node_owner_path(i)),
			"index": s.get_node_index(i), "groups": Array(s.get_node_groups(i)), "instance": "",
			"placeholder": s.get_node_instance_placeholder(i), "props": props,
		})
	var connections = []
	for i in range(s.get_connection_count()):
		connections.append({
			"from": str(s.get_connection_source(i)), "to": str(s.get_connection_target(i)),
			"signal": s.get_connection_signal(i), "method": s.get_connection_method(i),
			"flags": s.get_connection_flags(i), "unbinds": 0,
			"binds": describe_all(s.get_connection_binds(i)),
		})
	return {"nodes": nodes, "connections": connections}

func describe(v):
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
			return {"t": "Array", "items": describe_all(v)}
		TYPE_DICTIONARY:
			var items = []
			for key in v:
				items.append([describe(key), describe(v[key])])
			return {"t": "Dictionary", "items": items}
		TYPE_NODE_PATH:
			var d = {"t": "NodePath", "absolute": v.is_absolute(), "names": [], "subnames": []}
			for i in range(v.get_name_count()):
				d["names"].append(v.get_name(i))
			for i in range(v.get_subname_count()):
				d["subnames"].append(v.get_subname(i))
			return d
	var hex = ""
	for b in var2bytes(v):
		hex += "%02x" % b
	return {"t": names[typeof(v)], "hex": hex}

func pick(list):
	return list[rng.randi() % list.size()]

func real():
	match rng.randi() % 6:
		0: return pick([0.0, 1.0, -1.0, 0.1, 1e10, 1e-10, 3.4e38, INF, -INF, 16777217.0])
		1: return float(rng.randi_range(-100, 100))
		2: return rng.randf() * pow(10.0, rng.randi_range(-30, 30))
	return rng.randfn(0.0, 100.0)

func text():
	var s = ""
	for i in range(rng.randi() % 8):
		s += pick(["a", "Z", "_", " ", "é", "日", "\"", "\\", "\n", "\t", "=", "[", ";", "#"])
	return s

func whole():
	return pick([0, 1, -1, 2147483647, -2147483648, 2147483648, 9223372036854775807, rng.randi_range(-1000, 1000)])

func i32():
	return rng.randi() - 2147483648

func v2(): return Vector2(real(), real())
func v3(): return Vector3(real(), real(), real())
func color(): return Color(rng.randf(), rng.randf(), real(), rng.randf())
func byte(): return rng.randi() & 255

func many(make):
	var list = []
	for i in range(rng.randi() % 5):
		list.append(call(make))
	return list

func random(depth):
	match rng.randi() % 32:
		0: return rng.randi() % 2 == 0
		1, 2: return whole()
		3, 4: return real()
		5, 6: return text()
		7: return v2()
		9: return Rect2(v2(), v2())
		11: return v3()
		13: return Transform2D(v2(), v2(), v2())
		14: return Plane(real(), real(), real(), real())
		15: return Quat(real(), real(), real(), real())
		16: return AABB(v3(), v3())
		17: return Basis(v3(), v3(), v3())
		18: return Transform(Basis(v3(), v3(), v3()), v3())
		19: return color()
		20: return NodePath(pick(["a", "/root/b:c:d", "../x", ":p", "A/B/C:q", ""]))
		21: return PoolByteArray(many("byte"))
		22: return PoolIntArray(many("i32"))
		23: return PoolRealArray(many("real"))
		24: return PoolStringArray(many("text"))
		25: return PoolVector2Array(many("v2"))
		26: return PoolVector3Array(many("v3"))
		27: return PoolColorArray(many("color"))
		28: return external
	if depth == 0:
		return null
	match rng.randi() % 4:
		0:
			var list = []
			for i in range(rng.randi() % 5):
				list.append(random(depth - 1))
			return list
		1:
			var d = {}
			for i in range(rng.randi() % 5):
				d[pick([whole(), text()])] = random(depth - 1)
			return d
	return random_resource(depth - 1)

func random_resource(depth):
	if not made.empty() and rng.randi() % 4 == 0:
		return pick(made)
	var r = pick([Resource.new(), Resource.new(), Gradient.new(), Curve2D.new(), StyleBoxFlat.new()])
	r.resource_name = text()
	for i in range(rng.randi() % 6):
		r.set_meta("m%d" % i, random(depth))
	made.append(r)
	return r

func random_scene():
	var root = Node2D.new()
	root.name = "Root"
	var nodes = [root]
	for i in range(rng.randi() % 6):
		var node
		match rng.randi() % 4:
			0: node = Node.new()
			1: node = Node2D.new()
			2: node = Timer.new()
			3: node = Sprite.new()
		node.name = "N%d" % i
		if node is Node2D:
			node.position = Vector2(rng.randf(), 2)
		if node is Timer:
			node.connect("timeout", root, "set_name", [text()], pick([2, 3, 6]))
		for k in range(rng.randi() % 4):
			node.set_meta("m%d" % k, random(2))
		if rng.randi() % 2 == 0:
			node.add_to_group(pick(["a", "team 1"]), true)
			node.add_to_group("b", true)
		pick(nodes).add_child(node)
		node.owner = root
		nodes.append(node)
	var scene = PackedScene.new()
	scene.pack(root)
	root.free()
	return scene
