# A player of a room, for Godot 3 and 4. It knows what to send and what has come, and nothing of
# connections: bot3.gd and bot4.gd have one over TCP and over WebSocket.
#   player.connected(now)           a connection has begun
#   for m in player.due(now): …     in each frame: send these messages
#   player.take(m, now)             a message has come
#   player.silent(now)              time to try another gateway
# Times are in milliseconds.

var room = ""
var token = ""
var acked = 0 # the number of the last message that is accepted
var waiting = [] # the messages after that
var fresh = 0 # how many of the last ones have never been sent
var state = null
var goodbye = ""

var version = 0
var known = false # what the player did before this client
var welcome = false
var lost = false # something has not come: the state is asked for
var heard = 0
var sent = 0
var pinged = 0

func connected(now):
	welcome = false
	goodbye = ""
	heard = now
	pinged = now - 1000

# act sends a message to the game.
func act(body):
	waiting.append({"type": "do", "number": acked + waiting.size() + 1, "body": body})
	fresh += 1

func silent(now):
	return goodbye != "" or now - heard > 2000

func due(now):
	var out = []
	if now - pinged > 500:
		pinged = now
		if welcome:
			out.append({"type": "ping", "t": now})
		else:
			out.append({"type": "join", "room": room, "token": token})
	if not welcome:
		return out
	if lost:
		lost = false
		out.append({"type": "sync"})
	var first = waiting.size() - fresh
	if now - sent > 500:
		first = 0
	if first < waiting.size():
		sent = now
	for i in range(first, min(waiting.size(), 64)):
		out.append(waiting[i])
	fresh = 0
	return out

func take(m, now):
	heard = now
	match m.type:
		"state":
			state = m.state
			version = m.version
			if not known:
				known = true
				acked = m.last
				for i in range(waiting.size()):
					waiting[i].number = acked + i + 1
			if not welcome:
				sent = now - 1000 # all that waits is sent again
			welcome = true
			accepted(m.last, now)
		"tick":
			if m.from == version and state != null:
				state = apply(state, m.changes)
				version = m.version
			elif m.version > version:
				lost = true
		"ack", "refused":
			accepted(m.number, now)
		"goodbye":
			goodbye = m.why

func accepted(number, now):
	while acked < number:
		if waiting.size() > 0:
			waiting.pop_front()
		acked += 1
		sent = now
	fresh = int(min(fresh, waiting.size()))

# apply makes the changes of a tick.
func apply(value, changes):
	for change in changes:
		var path = change[0]
		if path.size() == 0:
			value = change[1]
			continue
		var at = value
		for i in range(path.size() - 1):
			at = at[path[i]]
		var last = path[path.size() - 1]
		if change.size() == 3:
			at.insert(last, change[1])
		elif change.size() == 2:
			at[last] = change[1]
		elif at is Array:
			for i in range(last, at.size() - 1):
				at[i] = at[i + 1]
			at.resize(at.size() - 1)
		else:
			at.erase(last)
	return value
