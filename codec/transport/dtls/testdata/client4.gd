# A game over DTLS that gets its packets back. GDPORT is the port, and DIR has the certificate of the
# server. GDNAME is the name of the server in its certificate.
extends Node


func _ready():
	var certificate = X509Certificate.new()
	certificate.load(OS.get_environment("DIR").path_join("server.crt"))

	var peer = ENetMultiplayerPeer.new()
	peer.create_client("127.0.0.1", int(OS.get_environment("GDPORT")))
	var options = TLSOptions.client(certificate)
	print("setup ", peer.host.dtls_client_setup(OS.get_environment("GDNAME"), options))
	while peer.get_connection_status() == MultiplayerPeer.CONNECTION_CONNECTING:
		peer.poll()
		await get_tree().process_frame
	if peer.get_connection_status() == MultiplayerPeer.CONNECTION_DISCONNECTED:
		print("refused")
		get_tree().quit()
		return

	print("connected")
	peer.set_target_peer(1)
	for size in [1, 1300, 1400, 60000, 300000]:
		var packet = PackedByteArray()
		packet.resize(size)
		packet.fill(size % 251)
		peer.put_packet(packet)
		while peer.get_available_packet_count() == 0:
			peer.poll()
			await get_tree().process_frame
		print(size, " ", peer.get_packet() == packet)
	peer.close()
	get_tree().quit()
