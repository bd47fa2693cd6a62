# Stores and loads saves as two devices of one player. For Godot 4: the script of a scene's root.
extends Node

var http = HTTPClient.new()

func _ready():
	var save = {"name": "Tía", "hp": 10, "at": Vector3(1, 2.5, -3), "map": PackedByteArray([1, 2, 3]), "log": ["begun"]}
	var slot = "/saves/tia/1"
	var first = await put(slot, save, [])
	print("stored ", first.status)
	print("loaded ", (await fetch(slot)).save == save)

	# Another device has loaded the save. It plays and stores the save.
	var other = await fetch(slot)
	other.save.hp = 7
	print("other device ", (await put(slot, other.save, ["If-Match: " + other.etag])).status)

	# This device has an old save now. It loads the new one and decides what to keep.
	save.log.append("lighthouse")
	print("this device ", (await put(slot, save, ["If-Match: " + first.etag])).status)
	var now = await fetch(slot)
	save.hp = now.save.hp
	print("this device ", (await put(slot, save, ["If-Match: " + now.etag])).status)
	print("both ", (await fetch(slot)).save)

	var damaged = var_to_bytes(save)
	damaged.resize(damaged.size() - 4)
	var refused = await request(HTTPClient.METHOD_PUT, "/saves/tia/2", [], damaged)
	print("damaged ", refused.status, " ", refused.body.get_string_from_utf8().strip_edges())
	print("removed ", (await request(HTTPClient.METHOD_DELETE, slot, ["If-Match: *"])).status)
	print("empty ", (await fetch(slot)).status)
	get_tree().quit()

func put(slot, save, headers):
	return await request(HTTPClient.METHOD_PUT, slot, headers, var_to_bytes(save))

# fetch returns the answer, with the save if there is one.
func fetch(slot):
	var answer = await request(HTTPClient.METHOD_GET, slot)
	if answer.status == 200:
		answer.save = bytes_to_var(answer.body)
	return answer

# request waits for the answer, frame by frame: the game keeps running.
func request(method, path, headers = [], body = PackedByteArray()):
	http.poll()
	if http.get_status() != HTTPClient.STATUS_CONNECTED: # at first, and when the server has closed it
		http.close()
		http.connect_to_host("127.0.0.1", int(OS.get_environment("GDPORT")))
		while await poll([HTTPClient.STATUS_RESOLVING, HTTPClient.STATUS_CONNECTING]):
			pass
	http.request_raw(method, path, PackedStringArray(headers), body)
	while await poll([HTTPClient.STATUS_REQUESTING]):
		pass
	var answer = {"status": http.get_response_code(), "etag": ""}
	for header in http.get_response_headers():
		if header.to_lower().begins_with("etag:"):
			answer.etag = header.substr(5).strip_edges()
	var received = PackedByteArray()
	while http.get_status() == HTTPClient.STATUS_BODY:
		http.poll()
		var chunk = http.read_response_body_chunk()
		if chunk.is_empty():
			await get_tree().process_frame
		received.append_array(chunk)
	answer.body = received
	return answer

# poll waits for the next frame, and reports whether the status is still one of these.
func poll(statuses):
	http.poll()
	await get_tree().process_frame
	return http.get_status() in statuses
