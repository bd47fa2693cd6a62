package message_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/message"
	"godotvariant/codec/transport"
	"godotvariant/internal/test/testkit"
	"godotvariant/math"
	"godotvariant/variant"
)

// A server sends the positions of its players, and a bot follows them.
func ExampleFeed() {
	var feed message.Feed[*message.Peer]
	acknowledged := make(chan bool)
	mux := message.New[*message.Peer](message.Options{})
	message.Declare[message.Update](mux, "state")
	message.Handle(mux, "ack", func(p *message.Peer, m *message.Ack) error {
		defer func() { acknowledged <- true }()
		return feed.Ack(p, m)
	})

	entered := make(chan bool, 1)
	server := &message.Server[*message.Peer]{
		Mux: mux,
		Enter: func(p *message.Peer) (*message.Peer, error) {
			feed.Add(p)
			entered <- true
			return p, nil
		},
	}
	far, near := transport.Pipe()
	go server.ServeConn(far)
	<-entered

	var bot *message.Client[*message.Replica]
	botMux := message.Mirror(mux, func(r *message.Replica, m any) error {
		update := m.(*message.Update)
		ack, err := r.Apply(update)
		if err != nil {
			return err
		}
		fmt.Println(update.Seq, "from", update.Base, update.Delta)
		return bot.Send(ack)
	})
	bot = message.NewClient(context.Background(), near, botMux)

	type player struct {
		Name string       `godot:"name"`
		At   math.Vector2 `godot:"at"`
	}
	players := map[int]*player{1: {"Ann", math.V2(0, 0)}, 2: {"Tia", math.V2(4, 0)}}
	var replica message.Replica
	for range 3 {
		feed.Send(players) // a game calls this in Server.Every
		bot.Receive(&replica)
		<-acknowledged
		players[2].At.X++
	}
	fmt.Println(replica.State())
	// Output:
	// 1 from 0 [[[], {1: {"name": "Ann", "at": Vector2(0, 0)}, 2: {"name": "Tia", "at": Vector2(4, 0)}}]]
	// 2 from 1 [[[2, "at"], Vector2(5, 0)]]
	// 3 from 2 [[[2, "at"], Vector2(6, 0)]]
	// {1: {"name": "Ann", "at": Vector2(0, 0)}, 2: {"name": "Tia", "at": Vector2(6, 0)}}
}

// number returns an Update that sets the key "n" of the state to seq.
func number(seq, base int) *message.Update {
	return &message.Update{Seq: seq, Base: base, Delta: variant.NewArray(variant.NewArray(
		variant.NewArray(variant.String("n")), variant.Int(seq)))}
}

// TestReplica: an update that comes late or twice, or refers to a state that the replica does not
// have, changes nothing. An update with a change that can't be applied changes nothing, either.
func TestReplica(t *testing.T) {
	var r message.Replica
	testkit.RequireEqual(t, variant.NewDictionary(), r.State())

	for _, test := range []struct{ seq, base, want int }{
		{2, 1, 0}, {-1, 0, 0}, {0, 0, 0}, {2, 0, 2}, {1, 0, 2}, {2, 0, 2},
		{5, 2, 5}, {6, 4, 5}, {6, 2, 6}, {7, 5, 7}, {8, 2, 7}, {9, 0, 9},
	} {
		ack, err := r.Apply(number(test.seq, test.base))
		require.NoError(t, err)
		require.Equal(t, message.Ack{Seq: test.want}, ack, "%d from %d", test.seq, test.base)
		if test.want > 0 {
			n, _ := r.State().(variant.Dictionary).Get(variant.String("n"))
			require.Equal(t, variant.Int(test.want), n)
		}
	}

	bad := &message.Update{Seq: 10, Base: 9, Delta: variant.NewArray(variant.Int(1))}
	ack, err := r.Apply(bad)
	require.ErrorIs(t, err, variant.ErrWrongType)
	require.Equal(t, message.Ack{Seq: 9}, ack)
}

// TestReplicaKeepsFew: if a server never refers to a new state, the Replica still keeps only a
// limited number of states.
func TestReplicaKeepsFew(t *testing.T) {
	var r message.Replica
	for seq := range 1000 {
		_, err := r.Apply(number(seq+1, 0))
		require.NoError(t, err)
	}

	ack, err := r.Apply(number(1001, 1000-64))
	require.NoError(t, err)
	require.Equal(t, 1000, ack.Seq, "forgotten")
	ack, err = r.Apply(number(1001, 1000-63))
	require.NoError(t, err)
	require.Equal(t, 1001, ack.Seq)
}
