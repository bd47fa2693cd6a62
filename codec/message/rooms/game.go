package rooms

import (
	"fmt"

	"godotvariant/variant"
)

// A Game has the rules of its rooms. Its methods return a new state, and do not change the state in
// their arguments. They can use tree.Set, which does not change its argument either. The same
// arguments must give the same result in all processes.
//
// A Game may have the methods of [Creator], [Events], [Viewer], [Outbox], [Ender] and [Upgrader],
// too. Open checks once which of them it has.
type Game interface {
	// New returns the state of a new room.
	New(room string) variant.Variant
	// Step returns the state one tick later. If nothing has changed, return the argument state.
	// Such a tick costs little, and a new owner does not compute it again.
	Step(state variant.Variant, tick int64) variant.Variant
	// Apply returns the state after a message of a player. If it returns an error, the message is
	// refused: the state does not change, and the player gets the first 100 bytes of the error's
	// text.
	Apply(state variant.Variant, player string, body variant.Variant) (variant.Variant, error)
}

// A Creator makes rooms with the options of [Host.Create]. Create is called in place of New. For a
// room that a player has made by joining it, the options are Nil. If Create returns an error, the
// room is not made.
type Creator interface {
	Create(room string, options variant.Variant) (variant.Variant, error)
}

// Events is implemented by a Game that handles the joining and leaving of players.
type Events interface {
	// Event returns the state after an event. If it returns an error for Joined, the player is
	// refused. For other events an error is ignored, and the state does not change.
	Event(state variant.Variant, e Event) (variant.Variant, error)
}

// A Viewer shows each player only a part of the state, because the state has secret parts, or
// because players see only things near them.
type Viewer interface {
	// View returns the part of the state that a player sees. The gateways call it after each
	// change. A view costs little if it shares its parts with the state.
	View(state variant.Variant, player string) variant.Variant
}

// An Outbox sends letters to players. A letter is a message that is not part of the state. The
// method Out returns the letters of a tick that changes the state. Its arguments are the states
// before and after the tick. If the tick has messages of players, they are stored before Out is
// called. A player gets each letter at most once. A letter is lost if the connection is lost.
type Outbox interface {
	Out(before, after variant.Variant) []Letter
}

// An Ender ends rooms. Ended is called after each tick. If it returns true, the room is closed. Its
// state stays stored.
type Ender interface {
	Ended(state variant.Variant, tick int64) bool
}

// An Upgrader converts the state of a room from another Config.Version to the version of these
// rules. It is called when a process takes a room whose version is in Config.Accepts.
type Upgrader interface {
	Upgrade(state variant.Variant, from int64) (variant.Variant, error)
}

// A Letter is a message to one player. If To is "", it is a message to all players in the room.
type Letter struct {
	To   string
	Body variant.Variant
}

// An Event is the joining, leaving or reconnecting of a player.
type Event struct {
	Kind   EventKind
	Player string          // Player.ID
	Data   variant.Variant // Player.Data of Verify for Joined; otherwise nil
	Why    Why             // reason for Left; otherwise 0
	Tick   int64           // tick of the event
}

// An EventKind is the kind of an [Event].
type EventKind uint8

const (
	// Joined is the first event of a session: the player enters the room. Data has Player.Data. If
	// Event returns an error, the player is refused.
	Joined EventKind = iota + 1
	// Went means that the connection of the player was lost. The player is still in the room, and
	// may come back within Config.Return.
	Went
	// Came means that a player has a new connection after Went.
	Came
	// Left is the last event of a session: the player leaves the room. The reason is in the field
	// Why of the Event. If a player does not come back in time after the event Went, the next event
	// is Left, and not Came.
	Left
)

// String returns the name of the kind, such as "Joined".
func (k EventKind) String() string {
	return [...]string{"EventKind(0)", "Joined", "Went", "Came", "Left"}[min(int(k), 4)]
}

// A Why is the reason why a player has left.
type Why uint8

const (
	Quit     Why = iota + 1 // the client has sent Leave
	Away                    // the connection was lost, and Config.Return is over
	Replaced                // the player has joined with another client, or with a restarted client
	Kicked                  // Host.Kick was called
)

// String returns the name of the reason, such as "quit".
func (w Why) String() string {
	return [...]string{"nothing", "quit", "away", "replaced", "kicked"}[min(int(w), 4)]
}

// A rules calls the methods of a Game, and recovers from their panics. Without this, one accepted
// message could crash all owners, one after another.
type rules struct {
	game     Game
	creator  Creator
	events   Events
	viewer   Viewer
	outbox   Outbox
	ender    Ender
	upgrader Upgrader
}

// newRules finds the optional methods of a game.
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

// step calls Step. After a panic it returns the state unchanged.
func (r *rules) step(state variant.Variant, tick int64) (next variant.Variant) {
	defer func() {
		if recover() != nil {
			next = state
		}
	}()

	return r.game.Step(state, tick)
}

// apply calls Apply. After a panic it refuses the message.
func (r *rules) apply(
	state variant.Variant, player string, body variant.Variant,
) (next variant.Variant, err error) {
	defer failed(&err)
	return r.game.Apply(state, player, body)
}

// event calls Event. After a panic it returns the state unchanged, and an error.
func (r *rules) event(state variant.Variant, e Event) (next variant.Variant, err error) {
	if r.events == nil {
		return state, nil
	}

	defer failed(&err)
	return r.events.Event(state, e)
}

// view returns the part of the state that a player sees. After a panic it returns Nil.
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

// ended reports whether a room has ended. After a panic it returns false.
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

// failed sets err to an error for a panic.
func failed(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("the game fails: %v", r)
	}
}
