package message

import (
	"math"

	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// maxReplica is how many states a [Replica] keeps. The state on which a [Feed] builds is among
// them, unless as many acknowledgements were lost one after the other. Then the next one that
// arrives tells the server a state that the Replica has.
const maxReplica = 64

// A Replica is a client's copy of the state that a [Feed] sends, for bots and tests. The zero
// Replica has no state: use a new one for each connection. It is not safe for concurrent use.
type Replica struct{ states history }

// State returns the newest state, which is an empty Dictionary at first. Do not change it: later
// states share memory with it. Its keys may be in another order than those of the server.
func (r *Replica) State() variant.Variant { return r.states.newest().state }

// Apply makes the changes of an Update, and returns what to answer. It ignores an Update that comes
// late or twice, and one that changes a state which the Replica does not have: then the answer
// tells the server the state that it has. The error is that of tree.ApplyDelta, and the state stays
// as it was.
func (r *Replica) Apply(m *Update) (Ack, error) {
	newest := r.states.newest().seq
	base, known := r.states.find(m.Base)
	if !known || m.Seq <= newest {
		return Ack{newest}, nil
	}

	state, err := tree.ApplyDelta(base, m.Delta)
	if err != nil {
		return Ack{newest}, err
	}

	r.states = append(r.states, snapshot{seq: m.Seq, state: state})
	r.states.forget(m.Base, maxReplica, math.MaxInt) // the server never builds on an older one
	return Ack{m.Seq}, nil
}
