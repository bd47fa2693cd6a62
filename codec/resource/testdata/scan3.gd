# Godot 3: see scan4.gd.
extends SceneTree

var dir = OS.get_environment("DIR") + "/"
var random = RandomNumberGenerator.new()

func _initialize():
	random.seed = int(OS.get_environment("SEED"))
	var f = File.new()
	f.open(dir + "list", File.READ)
	var names = Array(f.get_as_text().split("\n", false))
	f.close()
	for i in int(OS.get_environment("SAVES")):
		names.append(save(i))

	for i in range(int(OS.get_environment("SKIP")), names.size()):
		var name = names[i]
		print("FILE ", name)
		var path = dir + name
		match name.get_extension():
			"cfg", "godot":
				ConfigFile.new().load(path)
			"import":
				ConfigFile.new().load(path)
				ResourceLoader.load(path.get_basename(), "", true)
			_:
				look(ResourceLoader.load(path, "", true))
	print("FILE ")
	quit()

func look(r):
	if r == null:
		return
	print("LOADED")
	if r.get_script() != null:
		print("a script")
	if r is PackedScene:
		var node = r.instance()
		if node != null:
			get_root().add_child(node)
			node.free()

func script(base):
	var s = GDScript.new()
	s.source_code = "extends " + base + "\nfunc _init():\n\tprint(\"RAN\")\n"
	s.reload()
	return s

func save(i):
	var hostile = random.randi() % 2 == 0
	var r = Resource.new()
	var inner = Resource.new()
	r.set_meta("a", [1, {"script": inner, "k": Vector2(1, 2)}, ["Object(Node)"]])

	var ending = [".tres", ".res"][random.randi() % 2]
	match random.randi() % 4:
		0:
			if hostile: r.set_script(script("Resource"))
		1:
			if hostile: inner.set_script(script("Resource"))
		2:
			if hostile: r.set_meta("b", [script("Resource"), Resource.new()])
		3:
			ending = [".tscn", ".scn"][random.randi() % 2]
			var node = Node.new()
			var child = Node.new()
			node.name = "A"
			node.add_child(child)
			child.owner = node
			node.add_to_group("script", true)
			if hostile and random.randi() % 2 == 0: child.set_script(script("Node"))
			elif hostile: child.connect("ready", node, "print_tree", [], CONNECT_PERSIST)
			r = PackedScene.new()
			r.pack(node)
			node.free()

	var flags = 16 if ending == ".res" and random.randi() % 3 == 0 else 0
	var name = "saved%d%s%s" % [i, "" if hostile else "harmless", ending]
	ResourceSaver.save(dir + name, r, flags)
	return name
