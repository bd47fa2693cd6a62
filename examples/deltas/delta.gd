# apply makes the changes of an update in a state, and returns it. For Godot 3 and 4.
static func apply(state, delta):
	for change in delta:
		var path = change[0]
		if path.size() == 0:
			state = change[1]
			continue
		var at = state
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
	return state

# take makes the newest state from an update, and returns the answer. The argument have is the client's
# Dictionary of states by number, at first {0: {}}. Its last value is the newest state: have.values().back().
static func take(have, update):
	if update.seq > have.keys().back() and have.has(update.base):
		have[update.seq] = apply(have[update.base].duplicate(true), update.delta)
		for seq in have.keys():
			if seq != 0 and (seq < update.base or have.size() > 65):
				have.erase(seq) # the server sends no more changes of this state
	return {"type": "ack", "seq": have.keys().back()}
