# Stores and loads saves as two devices of one player. For Godot 3.
# GDPORT=8920 godot3-server --no-window -s client.gd
extends SceneTree

var http = HTTPClient.new()

func _init():
	var save = {"name": "Tía", "hp": 10, "at": Vector3(1, 2.5, -3), "map": PoolByteArray([1, 2, 3]), "log": ["begun"]}
	var slot = "/saves/tia/1"
	var first = put(slot, save, [])
	print("stored ", first.status)
	print("loaded ", fetch(slot).save.hash() == save.hash())

	# Another device has loaded the save. It plays and stores the save.
	var other = fetch(slot)
	other.save.hp = 7
	print("other device ", put(slot, other.save, ["If-Match: " + other.etag]).status)

	# This device has an old save now. It loads the new one and decides what to keep.
	save.log.append("lighthouse")
	print("this device ", put(slot, save, ["If-Match: " + first.etag]).status)
	var now = fetch(slot)
	save.hp = now.save.hp
	print("this device ", put(slot, save, ["If-Match: " + now.etag]).status)
	print("both ", fetch(slot).save)

	var damaged = var2bytes(save)
	damaged.resize(damaged.size() - 4)
	var refused = request(HTTPClient.METHOD_PUT, "/saves/tia/2", [], damaged)
	print("damaged ", refused.status, " ", refused.body.get_string_from_utf8().strip_edges())
	print("removed ", request(HTTPClient.METHOD_DELETE, slot, ["If-Match: *"]).status)
	print("empty ", fetch(slot).status)
	quit()

func put(slot, save, headers):
	return request(HTTPClient.METHOD_PUT, slot, headers, var2bytes(save))

# fetch returns the answer, with the save if there is one.
func fetch(slot):
	var answer = request(HTTPClient.METHOD_GET, slot)
	if answer.status == 200:
		answer.save = bytes2var(answer.body)
	return answer

# request waits for the answer. A game with graphics calls http.poll() in _process instead,
# or uses the node HTTPRequest.
func request(method, path, headers = [], body = PoolByteArray()):
	http.poll()
	if http.get_status() != HTTPClient.STATUS_CONNECTED: # at first, and when the server has closed it
		http.close()
		http.connect_to_host("127.0.0.1", int(OS.get_environment("GDPORT")))
		while poll([HTTPClient.STATUS_RESOLVING, HTTPClient.STATUS_CONNECTING]):
			pass
	http.request_raw(method, path, PoolStringArray(headers), body)
	while poll([HTTPClient.STATUS_REQUESTING]):
		pass
	var answer = {"status": http.get_response_code(), "etag": ""}
	for header in http.get_response_headers():
		if header.to_lower().begins_with("etag:"):
			answer.etag = header.substr(5).strip_edges()
	var received = PoolByteArray()
	while http.get_status() == HTTPClient.STATUS_BODY:
		http.poll()
		received.append_array(http.read_response_body_chunk())
	answer.body = received
	return answer

# poll waits a little, and reports whether the status is still one of these.
func poll(statuses):
	http.poll()
	OS.delay_msec(1)
	return http.get_status() in statuses
