package message

import (
	"cmp"
	"fmt"
	"sync"

	"godotvariant/codec"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A Feed sends the state of a game to clients. Each client gets only the changes since the newest
// state that it has acknowledged. A Feed works over every transport, even over UDP, where messages
// may be lost, repeated or reordered. Each client acknowledges each state.
//
//	var feed message.Feed[*player]
//	message.Declare[message.Update](mux, "state")
//	message.Handle(mux, "ack", feed.Ack)
//
//	feed.Add(p)              // in the handler of "join"
//	err := feed.Send(world)  // in the tick of the game
//
// The page of the package has the code of a client in GDScript. A client in Go uses a [Replica].
//
// Clients that have the same state form a group. The Feed computes the change for a group once, and
// encodes it once for each dialect. A client gets the whole state if it has no state, if the Feed
// has dropped the client's state, or if the packet with the changes would not be shorter. A client
// that has the newest state gets nothing.
//
// A client is a member of one Feed at a time. It may move to another Feed, such as the Feed of
// another room: the numbers of the states that a client gets never fall.
//
// The Feed drops clients that have been disconnected. The zero Feed is ready. Set its fields before
// the first Send. It is safe for concurrent use, with and without Server.Lock. Do not copy a Feed.
type Feed[P Member] struct {
	// MaxStates is the greatest number of states that the Feed keeps for clients that have not
	// acknowledged a newer state. A value below 1 means 64, which are the states of 3 seconds at 20
	// states a second.
	MaxStates int
	// MaxBytes is the greatest length in bytes of the packets of all kept states together. The Feed
	// keeps the newest state even if it is longer. A value below 1 means 4 MiB.
	MaxBytes int

	mu      sync.Mutex
	members map[*Peer]*follower[P]
	history history
	number  int // number of the newest state; it stays when the history is dropped
}

// A follower is a client of a Feed. This condition always holds for its three numbers:
//
//	acked == 0 || since < acked <= sent
type follower[P Member] struct {
	member P
	since  int // greatest number of a state that the client got before Add; Ack accepts later ones
	sent   int // number of the newest state that was sent to the client; 0 if none
	acked  int // number of the newest state that the client has acknowledged; 0 if none
}

// Add adds a client. The next Send sends it the whole state. Adding a member again does nothing.
func (f *Feed[P]) Add(member P) {
	f.mu.Lock()
	defer f.mu.Unlock()

	if f.members == nil {
		f.members = map[*Peer]*follower[P]{}
	}

	p := member.peer()
	if f.members[p] == nil {
		f.members[p] = &follower[P]{member: member, since: p.fed()}
	}
}

// Remove removes a client. It does nothing if the client is not a member.
func (f *Feed[P]) Remove(member P) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.members, member.peer())
}

// Members returns the clients of the Feed that are still connected, in any order.
func (f *Feed[P]) Members() []P {
	f.mu.Lock()
	defer f.mu.Unlock()

	dropEnded(f.members)
	all := make([]P, 0, len(f.members))
	for _, to := range f.members {
		all = append(all, to.member)
	}
	return all
}

// Ack is the handler of a client's acknowledgement. A client may send false or repeated numbers.
// Ack ignores a number that was not sent to the client, a number of an earlier Feed, a number that
// is not greater than the last acknowledged number, and a client that is not a member. It always
// returns nil.
func (f *Feed[P]) Ack(from P, m *Ack) error {
	f.mu.Lock()
	defer f.mu.Unlock()

	by := f.members[from.peer()]
	if by != nil && m.Seq > max(by.since, by.acked) && m.Seq <= by.sent {
		by.acked = m.Seq
	}
	return nil
}

// Send sends a state to all members. The state is a Go value that codec.Marshal writes as a
// Dictionary or an Array, such as a struct, a map or a variant.Dictionary. Send copies the state,
// so the game may change it afterwards.
//
// Send returns the errors of codec.ToVariant, tree.Clone and tree.Diff, and variant.ErrWrongType
// for a state of any other type. After these errors no client gets the state. Send also returns the
// first error of [Peer.Send] for a client. That client does not get the state. With the next state
// it gets all changes since the state that it has.
func (f *Feed[P]) Send(state any) error {
	posts, err := f.next(state)
	for _, p := range posts {
		err = cmp.Or(err, p.to.deliver(p.made))
	}
	return err
}

// A post is a packet for a client.
type post struct {
	to   *Peer
	made packetOf
}

// next makes a state the newest state, and returns the packets to send.
func (f *Feed[P]) next(state any) ([]post, error) {
	f.mu.Lock()
	defer f.mu.Unlock()

	dropEnded(f.members)
	if len(f.members) == 0 {
		f.history = nil
		return nil, nil
	}

	v, err := ownState(state)
	if err != nil {
		return nil, err
	}
	last, err := f.advance(v)
	if err != nil {
		return nil, err
	}

	posts, err := f.posts(updates{f.history, map[int]*update{}, last})
	f.forget()
	return posts, err
}

// ownState returns a copy of a state as a Variant. The copy shares no memory with the state.
func ownState(state any) (variant.Variant, error) {
	v, err := codec.ToVariant(state)
	if err != nil {
		return nil, err
	}

	v, err = tree.Clone(v)
	if err != nil {
		return nil, err
	}

	if t := v.Type(); t != variant.TypeDictionary && t != variant.TypeArray {
		why := fmt.Sprintf("the state of a Feed is a Dictionary or an Array, not a %v", t)
		return nil, variant.NewError(variant.OpConvert, nil, v,
			variant.Because(variant.ErrWrongType, why))
	}

	return v, nil
}

// advance adds a state to the history, with a number that is new to all members. A state that
// equals the newest state is added only if a member got the newest number, or a greater number,
// before Add: from another Feed, or before Remove. The result patch has the changes since the
// previous state. It is empty if they are not known.
func (f *Feed[P]) advance(v variant.Variant) (patch tree.Patch, err error) {
	since := 0
	for _, to := range f.members {
		since = max(since, to.since)
	}

	if len(f.history) > 0 && f.number > since {
		patch, err = tree.Diff(f.history.newest().state, v, sameState)
		if err != nil || len(patch) == 0 {
			return nil, err
		}
	}

	f.number = max(f.number, since) + 1
	f.history = append(f.history, snapshot{seq: f.number, state: v})
	return patch, nil
}

// posts returns a packet for each member that does not have the newest state. If a packet can't be
// encoded, posts leaves it out, and returns the first such error.
func (f *Feed[P]) posts(updates updates) (posts []post, first error) {
	for p, to := range f.members {
		if to.acked == f.number {
			continue
		}

		made := updates.of(p.spoken(), to.acked)
		if made.err != nil {
			first = cmp.Or(first, made.err)
			continue
		}

		if to.sent == 0 {
			to.since = f.number - 1
		}
		to.sent = f.number
		p.feed(f.number)
		posts = append(posts, post{p, made})
	}

	f.measure(updates.from[0])
	return posts, first
}

// measure sets the size of the newest state, which is the length of the longest packet with the
// whole state. The update u has these packets. It is nil if there are none.
func (f *Feed[P]) measure(u *update) {
	if u == nil {
		return // all members have the newest state
	}

	newest := &f.history[len(f.history)-1]
	for _, made := range u.packets {
		newest.size = max(newest.size, len(made.bytes))
	}
}

// forget drops the states that no client needs any more. If there are still too many states, it
// drops the oldest states.
func (f *Feed[P]) forget() {
	needed := f.number
	for _, to := range f.members {
		needed = min(needed, to.acked)
	}

	f.history.forget(needed, positive(f.MaxStates, 64), positive(f.MaxBytes, 4<<20))
}

// positive returns n, or the default if n is not positive.
func positive(n, otherwise int) int {
	if n < 1 {
		return otherwise
	}
	return n
}
