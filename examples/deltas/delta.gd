# apply makes the changes of a tree.Patch.Delta in a state, and returns it. For Godot 3 and 4.
# A state to which other deltas may lead, too, is copied before: state.duplicate(true).
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

# take makes the newest state of a message "state", and returns the message to answer with. have is
# the client's Dictionary of states by number, at first {0: {}, "seq": 0}. The newest is have[have.seq].
static func take(have, m):
	if have.has(m.base) and m.seq > have.seq:
		have[m.seq] = apply(have[m.base].duplicate(true), m.delta)
		have.seq = m.seq
		for seq in have.keys():
			if not seq is String and seq != 0 and seq < m.base:
				have.erase(seq)
	return {"type": "ack", "seq": have.seq}
