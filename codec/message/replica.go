package message

import (
	"math"

	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// maxReplica is the greatest number of states that a [Replica] keeps. A [Feed] sends the changes
// since the last state of which it got an acknowledgement. The Replica still has this state, unless
// maxReplica acknowledgements in a row were lost. In that case the Replica acknowledges its newest
// state, and the Feed sends the changes since this state as soon as an acknowledgement arrives.
const maxReplica = 64

// A Replica is a client's copy of the state that a [Feed] sends, for bots and tests. The zero
// Replica has no state: use a new one for each connection. It is not safe for concurrent use.
type Replica struct{ states history }

// State returns the newest state, which is an empty Dictionary at first. Do not change it: later
// states share memory with it. Its keys may be in another order than at the server.
func (r *Replica) State() variant.Variant { return r.states.newest().state }

// Apply makes the changes of an Update, and returns the answer to send. It ignores an Update that
// comes late or twice, and an Update that changes a state that the Replica does not have. In these
// cases the answer has the number of the Replica's newest state. If tree.ApplyDelta fails, Apply
// returns the error, and the state does not change.
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
	r.states.forget(m.Base, maxReplica, math.MaxInt) // the server never refers to an older state
	return Ack{m.Seq}, nil
}
