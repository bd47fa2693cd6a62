package rooms

import (
	"fmt"

	"godotvariant/variant"
)

// A Game has the rules of its rooms. Its methods return a new state and do not change the state
// that they get, as tree.Set does. The same arguments must give the same result in all processes.
//
// A Game may have the methods of [Creator], [Events], [Viewer], [Outbox], [Ender] and [Upgrader],
// too. Open looks for them once.
type Game interface {
	// New returns the state of a new room.
	New(room string) variant.Variant
	// Step returns the state one tick later. If nothing changes by itself, it returns the state
	// that it got: such a tick costs little, and nothing at all when a new owner takes the room.
	Step(state variant.Variant, tick int64) variant.Variant
	// Apply returns the state after a message of a player. An error refuses the message: the state
	// does not change, and the player gets the first 100 bytes of the error.
	Apply(state variant.Variant, player string, body variant.Variant) (variant.Variant, error)
}

// A Creator makes rooms with options, which [Host.Create] gets. Create is called in place of New. A
// room that nobody has created has the options Nil. An error refuses the room.
type Creator interface {
	Create(room string, options variant.Variant) (variant.Variant, error)
}

// Events is implemented by a Game that is told when players come and go.
type Events interface {
	// Event returns the state after an event. An error refuses a player who joins, and is ignored
	// for other events, which then do not change the state.
	Event(state variant.Variant, e Event) (variant.Variant, error)
}

// A Viewer has private state, or rooms in which players see only what is near.
type Viewer interface {
	// View returns what a player sees of the state. The gateways call it after each change. A view
	// whose parts are parts of the state costs little.
	View(state variant.Variant, player string) variant.Variant
}

// An Outbox sends messages to players that are no part of the state. Out is called after a tick is
// stored. A player gets a letter at most once: it is lost if the connection is lost.
type Outbox interface {
	Out(before, after variant.Variant) []Letter
}

// An Ender ends rooms. Ended is called after each tick. If it returns true, the room is closed; its
// state stays stored.
type Ender interface {
	Ended(state variant.Variant, tick int64) bool
}

// An Upgrader makes the state of a room whose rules have another Config.Version into one for its
// own. It is called when a process takes a room of a version in Config.Accepts.
type Upgrader interface {
	Upgrade(state variant.Variant, from int64) (variant.Variant, error)
}

// A Letter is a message to one player, or to all players in the room if To is "".
type Letter struct {
	To   string
	Body variant.Variant
}

// An Event is a change of who is in a room.
type Event struct {
	Kind   EventKind
	Player string          // Player.ID
	Data   variant.Variant // for Joined: Player.Data of Verify; otherwise nil
	Why    Why             // for Left; otherwise 0
	Tick   int64           // at which it happens
}

// An EventKind says what has happened to a player.
type EventKind uint8

const (
	// Joined is the first event of a session: the player is in the room. Data has Player.Data. An
	// error of Event refuses the player.
	Joined EventKind = iota + 1
	// Went says that the connection of the player was lost. The player is still in the room, and
	// has the time Config.Return to come back.
	Went
	// Came says that a player who went has a new connection.
	Came
	// Left is the last event of a session. Why has the reason. A player who went and did not come
	// back in time leaves without a Came.
	Left
)

// String returns the name of the kind, such as "Joined".
func (k EventKind) String() string {
	return [...]string{"EventKind(0)", "Joined", "Went", "Came", "Left"}[min(int(k), 4)]
}

// Why says why a player has left.
type Why uint8

const (
	Quit     Why = iota + 1 // the client has said that it does not come back
	Away                    // the connection was lost, and Config.Return is over
	Replaced                // the player has joined with another client, or with a client started anew
	Kicked                  // by Host.Kick
)

// String returns the name of the reason, such as "quit".
func (w Why) String() string {
	return [...]string{"nothing", "quit", "away", "replaced", "kicked"}[min(int(w), 4)]
}

// A rules calls the methods of a Game. It recovers from their panics. Otherwise one accepted
// message could crash each owner in turn.
type rules struct {
	game     Game
	creator  Creator
	events   Events
	viewer   Viewer
	outbox   Outbox
	ender    Ender
	upgrader Upgrader
}

// newRules looks for the methods that a game has.
func newRules(g Game) *rules {
	r := &rules{game: g}
	r.creator, _ = g.(Creator)
	r.events, _ = g.(Events)
	r.viewer, _ = g.(Viewer)
	r.outbox, _ = g.(Outbox)
	r.ender, _ = g.(Ender)
	r.upgrader, _ = g.(Upgrader)
	return r
}

// create returns the state of a new room.
func (r *rules) create(
	room string, options variant.Variant,
) (state variant.Variant, err error) {
	defer failed(&err)
	if r.creator != nil {
		return r.creator.Create(room, options)
	}
	return r.game.New(room), nil
}

// step returns the state unchanged after a panic.
func (r *rules) step(state variant.Variant, tick int64) (next variant.Variant) {
	defer func() {
		if recover() != nil {
			next = state
		}
	}()

	return r.game.Step(state, tick)
}

// apply refuses the message after a panic.
func (r *rules) apply(
	state variant.Variant, player string, body variant.Variant,
) (next variant.Variant, err error) {
	defer failed(&err)
	return r.game.Apply(state, player, body)
}

// event returns the state unchanged after a panic, and an error.
func (r *rules) event(state variant.Variant, e Event) (next variant.Variant, err error) {
	if r.events == nil {
		return state, nil
	}

	defer failed(&err)
	return r.events.Event(state, e)
}

// view returns what a player sees. After a panic that is nothing.
func (r *rules) view(state variant.Variant, player string) (seen variant.Variant) {
	if r.viewer == nil {
		return state
	}

	defer func() {
		if recover() != nil {
			seen = variant.Nil{}
		}
	}()
	return r.viewer.View(state, player)
}

// out returns the letters of a tick. After a panic there are none.
func (r *rules) out(before, after variant.Variant) (letters []Letter) {
	if r.outbox == nil {
		return nil
	}

	defer func() { _ = recover() }()
	return r.outbox.Out(before, after)
}

// ended reports whether a room has ended. After a panic it has not.
func (r *rules) ended(state variant.Variant, tick int64) bool {
	if r.ender == nil {
		return false
	}

	defer func() { _ = recover() }()
	return r.ender.Ended(state, tick)
}

// upgrade returns the state for the version of the game.
func (r *rules) upgrade(state variant.Variant, from int64) (next variant.Variant, err error) {
	if r.upgrader == nil {
		return state, nil
	}

	defer failed(&err)
	return r.upgrader.Upgrade(state, from)
}

// failed makes a panic an error.
func failed(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("the game fails: %v", r)
	}
}
