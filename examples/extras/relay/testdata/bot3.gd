# This is bot4.gd for Godot 3.
extends Node

func _ready():
	Engine.target_fps = 60
	Table.connect("came", self, "came")
	Table.connect("left", self, "left")
	Table.connect("heard", self, "heard")
	Table.connect("started", self, "started")
	Table.connect("refused", self, "refused")
	Table.connect("ended", self, "ended")
	join("FIRST")

func join(password):
	Table.join(OS.get_environment("URL"), OS.get_environment("NAME"), OS.get_environment(password), OS.get_environment("ROOM"))

func came(_id, player):
	note(player + " is here")

func left(_id, player):
	note(player + " has left")

func heard(id, words):
	note("%s: %s" % [Table.players.get(id), words])

func started(id):
	note("%s starts" % Table.players.get(id))

func note(line):
	rpc_id(1, "told", line)

func refused():
	print("refused")
	yield(get_tree().create_timer(0.1), "timeout")
	join("PASSWORD")

func ended():
	print("%d gold" % Admin.gold)
	get_tree().quit()

puppet func act(node, method, to, args):
	get_node("/root/" + node).callv("rpc_id", [to, method] + args)

puppet func many(n):
	for i in n:
		Table.rpc("say", "%d of many" % i)

puppet func back():
	Table.leave()
	yield(get_tree().create_timer(0.2), "timeout")
	join("PASSWORD")
