# Says hello to the server in Go, prints what it answers, and quits. For Godot 4.
extends Node

var tcp = StreamPeerTCP.new()
var peer = PacketPeerStream.new() # has whole messages only; get_var() of tcp itself waits for the rest of one
var greeted = false
var answers = 0

func _ready():
	tcp.connect_to_host("127.0.0.1", 9000)
	peer.stream_peer = tcp

func _process(_delta):
	tcp.poll()
	match tcp.get_status():
		StreamPeerTCP.STATUS_CONNECTED:
			if not greeted:
				greeted = true
				greet()
			receive()
			if answers == 2:
				get_tree().quit()
		StreamPeerTCP.STATUS_NONE, StreamPeerTCP.STATUS_ERROR:
			print("no server on port 9000")
			get_tree().quit(1)

func greet():
	peer.put_var(Vector2(1, 2))
	peer.put_var(["hello", {1: Color.RED}])

func receive():
	while peer.get_available_packet_count() > 0:
		print(peer.get_var())
		answers += 1
