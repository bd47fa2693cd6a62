# Says hello to the server in Go, and prints what all games say. For Godot 3.
extends Node

var tcp = StreamPeerTCP.new()
var peer = PacketPeerStream.new() # has whole messages only; get_var() of tcp itself waits for the rest of one
var greeted = false

func _ready():
	tcp.connect_to_host("127.0.0.1", 9000)
	peer.stream_peer = tcp

func _process(_delta):
	match tcp.get_status():
		StreamPeerTCP.STATUS_CONNECTED:
			if not greeted:
				greeted = true
				say("hello from Godot 3")
			receive()
		StreamPeerTCP.STATUS_NONE, StreamPeerTCP.STATUS_ERROR:
			print("no server on port 9000")
			get_tree().quit(1)

func say(text):
	peer.put_var({"type": "say", "text": text})

func receive():
	while peer.get_available_packet_count() > 0:
		var message = peer.get_var()
		match message.type:
			"said":
				print("heard: ", message.text)
			"goodbye":
				print("the server says why it ends: ", message.why)
				get_tree().quit()
