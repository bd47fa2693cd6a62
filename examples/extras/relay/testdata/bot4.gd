# Carries out the commands of the test, and sends it the messages that the table gets. The test is at
# the address BOT of the relay.
extends Node

var waiting := [] # notes that the server does not know yet

func _ready():
	Engine.max_fps = 30
	Table.came.connect(func(_id, player): note(player + " is here"))
	Table.left.connect(func(_id, player): note(player + " has left"))
	Table.heard.connect(func(id, words): note("%s: %s" % [Table.players.get(id), words]))
	Table.started.connect(func(id): note("%s starts" % Table.players.get(id)))
	Table.refused.connect(refused)
	Table.ended.connect(ended)
	join(OS.get_environment("FIRST"))

func join(password: String):
	Table.join(OS.get_environment("URL"), OS.get_environment("NAME"), password, OS.get_environment("ROOM"))

func note(line: String):
	told.rpc_id(1, line)

# refused tries the right password.
func refused():
	print("refused")
	await get_tree().create_timer(0.1).timeout
	join(OS.get_environment("PASSWORD"))

func ended():
	print("%d gold" % Admin.gold)
	get_tree().quit()

# act calls a method of another peer.
@rpc func act(node: String, method: String, to: int, args: Array):
	get_node("/root/" + node).callv("rpc_id", [to, method] + args)

# many says many things at once.
@rpc func many(n: int):
	for i in n:
		Table.say.rpc("%d of many" % i)

# back leaves and comes back.
@rpc func back():
	Table.leave()
	await get_tree().create_timer(0.2).timeout
	join(OS.get_environment("PASSWORD"))

@rpc("any_peer") func told(_line: String): pass
