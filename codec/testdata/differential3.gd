# Godot 3: reads packets from the file "in", each behind its length, and writes the answers to
# "out": 0 for an error, or else 1 and what the value encodes to, behind its length.
extends SceneTree

func _init():
	var dir = OS.get_environment("DIR")
	var packets = File.new()
	var answers = File.new()
	if packets.open(dir + "/in", File.READ) != OK or answers.open(dir + "/out", File.WRITE) != OK:
		quit(1)
		return
	while packets.get_position() < packets.get_len():
		var packet = packets.get_buffer(packets.get_32())
		var value = decode(packet)
		if value == null and not is_null(packet):
			answers.store_32(0)
		else:
			var answer = var2bytes(value)
			answers.store_32(1)
			answers.store_32(answer.size())
			answers.store_buffer(answer)
	answers.close()
	quit(0)

# A script can't distinguish an error from null.
func decode(packet):
	var stream = StreamPeerBuffer.new()
	stream.put_32(packet.size())
	stream.put_data(packet)
	stream.seek(0)
	return stream.get_var()

# Packets that are null: of type Nil, or an object whose ID is 0.
func is_null(packet):
	if packet.size() >= 4 and packet[0] == 0:
		return true
	if packet.size() < 12 or packet[0] != 17 or packet[2] & 1 == 0:
		return false
	for i in range(4, 12):
		if packet[i] != 0:
			return false
	return true
