# A player of a room, for Godot 3 and 4. It has the messages to send and the messages that have
# arrived, but no connection: bot3.gd and bot4.gd have connections over TCP and over WebSocket.
#   player.connected(now)           a connection has begun
#   for m in player.due(now): …     in each frame: send these messages
#   player.take(m, now)             a message has come
#   player.silent(now)              time to try another gateway
#   player.over                     the reason why the player must not come back, "" if it may
# Times are in milliseconds.

var room = ""
var token = ""
var acked = 0 # the number of the last message that is in the log
var waiting = [] # the messages after that
var refused = {} # the reasons of refused messages, by number
var lost = 0 # the number of lost messages
var state = null
var over = ""
var wait_why = "" # why the room has no owner at the moment

var session = 0 # a random number, new at each start
var base = 0 # the number of the last message before this session
var trial = 0 # counts the connections of the session
var known = false # the room has answered to this session
var birth = 0
var most = 0 # the greatest number that was sent in this session
var version = 0
var welcome = false
var ended = false # the gateway has sent its last message
var missed = false # a change is missing, and the state is requested
var heard = 0
var sent = 0
var pinged = 0

func connected(now):
	if session == 0:
		randomize()
		begin()
	trial += 1
	welcome = false
	ended = false
	heard = now
	pinged = now - 1000

# begin begins a session.
func begin():
	session = ((randi() & 0x3fffffff) << 32) + randi() + 1
	base = acked
	most = acked
	trial = 0
	known = false

# act sends a message to the game.
func act(body):
	waiting.append(body)

func silent(now):
	return ended or now - heard > 2000

func due(now):
	var out = []
	if now - pinged > 500:
		pinged = now
		if welcome:
			out.append({"type": "ping", "t": now})
		else:
			out.append({"type": "join", "room": room, "token": token, "session": session,
					"try": trial, "known": known})
	if not welcome:
		return out
	if missed:
		missed = false
		out.append({"type": "sync"})
	if now - sent > 500:
		most = acked # send all waiting messages again
	var last = acked + min(waiting.size(), 64)
	while most < last:
		out.append({"type": "do", "number": int(most + 1 - base), "body": waiting[most - acked]})
		most += 1
		sent = now
	return out

func take(m, now):
	heard = now
	match m.type:
		"state":
			if base + m.last < acked:
				forgotten(m)
				ended = true
				return
			state = m.state
			version = m.version
			birth = m.birth
			known = true
			wait_why = ""
			if not welcome:
				sent = now - 1000
			welcome = true
			accepted(m.last, m.refused)
		"tick":
			if m.from == version and state != null:
				state = apply(state, m.changes)
				version = m.version
			elif m.version > version:
				missed = true
		"ack":
			accepted(m.number, m.refused)
			sent = now
		"waiting":
			wait_why = m.why
		"goodbye":
			ended = true
			if m.kind == "forgotten":
				forgotten(m)
			elif m.last > 0:
				accepted(m.last, m.refused)
			if m.kind != "forgotten" and m.kind != "again":
				over = m.kind + ": " + m.why

func accepted(number, why):
	for pair in why:
		refused[base + pair[0]] = pair[1]
	while acked < base + number and waiting.size() > 0:
		waiting.pop_front()
		acked += 1
	most = int(max(most, acked))

# forgotten begins a new session, because the room does not know this one any more.
func forgotten(m):
	if m.last >= 0:
		accepted(m.last, m.refused)
		lost += int(max(0, acked - base - m.last))
	elif m.birth != 0 and m.birth != birth:
		lost += acked - base
	else: # nobody knows whether the sent messages are in the log
		while acked < most and waiting.size() > 0:
			waiting.pop_front()
			acked += 1
			lost += 1
	begin()

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
