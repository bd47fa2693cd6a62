# Godot 4: saves random resources and scenes, and loads them and the files that the file "list"
# names. Each line between FILE and the next but LOADED comes from code that a file made run.
extends Node

var dir := OS.get_environment("DIR") + "/"
var random := RandomNumberGenerator.new()

func _ready():
	random.seed = int(OS.get_environment("SEED"))
	var names := Array(FileAccess.get_file_as_string(dir + "list").split("\n", false))
	for i in int(OS.get_environment("SAVES")):
		names.append(save(i))

	for i in range(int(OS.get_environment("SKIP")), names.size()):
		var name: String = names[i]
		print("FILE ", name)
		var path: String = dir + name
		match name.get_extension():
			"cfg", "godot":
				ConfigFile.new().load(path)
			"import":
				ConfigFile.new().load(path)
				ResourceLoader.load(path.get_basename())
			_:
				look(ResourceLoader.load(path, "", ResourceLoader.CACHE_MODE_IGNORE_DEEP))
	print("FILE ")
	get_tree().quit()

func look(r):
	if r == null:
		return
	print("LOADED")
	if r.get_script() != null:
		print("a script")
	if r is PackedScene:
		var node = r.instantiate()
		if node != null:
			add_child(node)
			node.free()

# script returns a built-in script.
func script(base: String) -> GDScript:
	var s := GDScript.new()
	s.source_code = "extends " + base + "\nfunc _init():\n\tprint(\"RAN\")\n"
	s.reload()
	return s

# save saves a resource or scene with code or with data, and returns its name.
func save(i: int) -> String:
	var hostile := random.randi() % 2 == 0
	var r: Resource = Resource.new()
	var inner := Resource.new()
	r.set_meta("a", [1, {"script": inner, "k": Vector2(1, 2)}, ["Object(Node)"]])

	var ending: String = [".tres", ".res"][random.randi() % 2]
	match random.randi() % 4:
		0:
			if hostile: r.set_script(script("Resource"))
		1:
			if hostile: inner.set_script(script("Resource"))
		2:
			if hostile: r.set_meta("b", {script("Resource"): 1})
		3:
			ending = [".tscn", ".scn"][random.randi() % 2]
			var node := Node.new()
			var child := Node.new()
			node.name = "A"
			node.add_child(child)
			child.owner = node
			node.add_to_group("script", true)
			if hostile and random.randi() % 2 == 0: child.set_script(script("Node"))
			elif hostile: child.ready.connect(node.print_tree, CONNECT_PERSIST)
			r = PackedScene.new()
			r.pack(node)
			node.free()

	# Big-endian. The engine misreads the lists of a scene of this form.
	var flags := 16 if ending == ".res" and random.randi() % 3 == 0 else 0
	var name := "saved%d%s%s" % [i, "" if hostile else "harmless", ending]
	ResourceSaver.save(r, dir + name, flags)
	return name
