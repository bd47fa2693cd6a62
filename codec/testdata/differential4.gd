# Godot 4: reads packets from the file "in", each behind its length, and writes the answers to
# "out": 0 for an error, or else how many bytes the value took and what it encodes to, behind its
# length.
extends Node

func _ready():
	var dir := OS.get_environment("DIR")
	var packets := FileAccess.open(dir + "/in", FileAccess.READ)
	var answers := FileAccess.open(dir + "/out", FileAccess.WRITE)
	while packets.get_position() < packets.get_length():
		var packet := packets.get_buffer(packets.get_32())
		if not packet.has_encoded_var(0):
			answers.store_32(0)
			continue
		var answer := var_to_bytes(bytes_to_var(packet))
		answers.store_32(packet.decode_var_size(0))
		answers.store_32(answer.size())
		answers.store_buffer(answer)
	answers.close()
	get_tree().quit(0)
