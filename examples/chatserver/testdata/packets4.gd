# Writes what a client says as packets, and prints those that it got. For Godot 4.
extends Node

func _ready():
	var dir := OS.get_environment("DIR")
	if OS.get_environment("TASK") == "write":
		for net in ["tcp", "udp"]:
			put(dir, net + ".join", {"type": "join", "name": net + "4"})
			put(dir, net + ".say", {"type": "say", "text": "I am " + net + "4"})
		put(dir, "move", {"type": "move", "at": Vector2(4, 0.5)})
		put(dir, "ping", {&"type": &"ping", "t": [1, Projection()]})
	else:
		for net in ["tcp", "udp"]:
			var answers := FileAccess.open(dir + "/" + net + ".answers", FileAccess.READ)
			var heard := {}
			while answers.get_position() < answers.get_length():
				var m = answers.get_var()
				heard[m.type + " " + m.get("name", m.get("text", ""))] = m
			var kinds := heard.keys()
			kinds.sort()
			print(net, " ", kinds)
			print(heard["pong "].t == [1, Projection()], " ", heard["moved tcp3"].at, " ", heard["moved " + net + "4"].at)
	get_tree().quit()

func put(dir, name, message):
	FileAccess.open(dir + "/" + name, FileAccess.WRITE).store_buffer(var_to_bytes(message))
