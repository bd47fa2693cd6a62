extends SceneTree

func _init():
	var peer = StreamPeerTCP.new()
	peer.connect_to_host("127.0.0.1", int(OS.get_environment("GDPORT")) if OS.has_environment("GDPORT") else 9000)
	peer.put_var(Vector2(1, 2))
	print(peer.get_var())
	peer.put_var(["hello", {1: Color.red}])
	print(peer.get_var())
	quit()
