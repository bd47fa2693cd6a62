# A server over DTLS that sends packets back, until one is "bye". GDPORT is the port, and DIR has the
# certificate with its key.
extends Node


func _ready():
	var folder = OS.get_environment("DIR")
	var certificate = X509Certificate.new()
	certificate.load(folder.path_join("server.crt"))
	var key = CryptoKey.new()
	key.load(folder.path_join("server.key"))

	var peer = ENetMultiplayerPeer.new()
	peer.create_server(int(OS.get_environment("GDPORT")))
	print("setup ", peer.host.dtls_server_setup(TLSOptions.server(key, certificate)))
	while true:
		peer.poll()
		while peer.get_available_packet_count() > 0:
			var from = peer.get_packet_peer()
			var packet = peer.get_packet()
			if packet.get_string_from_ascii() == "bye":
				print("bye")
				get_tree().quit()
				return
			peer.set_target_peer(from)
			peer.put_packet(packet)
		await get_tree().process_frame
