package rooms

import (
	"fmt"
	"slices"
	"strings"

	"godotvariant/variant"
)

// A world is the state of a room at a tick. It depends only on the log, so it is the same in all
// processes.
type world struct {
	game    Game
	limits  limits
	epoch   int64
	index   int64 // index of the last record
	tick    int64
	state   variant.Variant // never changed, only replaced
	players map[string]lastOf
	replays int // number of replayed records
}

// limits bound the size of a world.
type limits struct {
	players  int
	remember int64
}

func newWorld(c Config, room string) *world {
	return &world{
		game:    c.Game,
		limits:  limits{c.MaxPlayers, c.Remember},
		state:   c.Game.New(room),
		players: map[string]lastOf{},
	}
}

// restore returns the world of a snapshot.
func restore(c Config, s snapshot) *world {
	w := &world{
		game:    c.Game,
		limits:  limits{c.MaxPlayers, c.Remember},
		epoch:   s.Epoch,
		index:   s.Index,
		tick:    s.Tick,
		state:   s.State,
		players: map[string]lastOf{},
	}

	for _, p := range s.Players {
		w.players[p.Player] = p
	}

	return w
}

// snapshot returns the snapshot of the world. sequence is the number of the last record in the
// stream.
func (w *world) snapshot(sequence uint64) snapshot {
	s := snapshot{
		Sequence: int64(sequence), Epoch: w.epoch, Tick: w.tick, Index: w.index, State: w.state,
	}

	for _, p := range w.players {
		s.Players = append(s.Players, p)
	}
	slices.SortFunc(s.Players, func(a, b lastOf) int { return strings.Compare(a.Player, b.Player) })

	return s
}

// A plan is the result of a tick. The world changes only by commit.
type plan struct {
	record Record
	state  variant.Variant
	acks   []ack
	last   map[string]int64 // the last number in the record, by player
	forgot map[string]bool  // players that the room forgets for other players
}

// begin returns the plan of a tick without messages.
func (w *world) begin(epoch, tick int64) *plan {
	p := &plan{
		record: Record{Epoch: epoch, Tick: tick, Index: w.index + 1},
		state:  w.state,
		last:   map[string]int64{},
		forgot: map[string]bool{},
	}

	for t := w.tick + 1; t <= tick; t++ {
		p.state = w.game.Step(p.state, t)
	}

	return p
}

// add adds a message to a plan if it is the next message of its player. A message that the log has
// is acknowledged again. A message that comes too early is ignored, since it will be sent again.
func (w *world) add(p *plan, e Entry) error {
	last, planned := p.last[e.Player]
	if !planned && !p.forgot[e.Player] {
		last = w.players[e.Player].Number
	}

	switch {
	case e.Number <= last:
		if !planned {
			p.acks = append(p.acks, ack{Player: e.Player, Number: last})
		}
		return nil
	case e.Number > last+1:
		return nil
	case !planned && !w.room(p, e.Player):
		return errFull
	}

	p.record.Entries = append(p.record.Entries, e)
	p.last[e.Player] = e.Number
	p.acks = append(p.acks, ack{e.Player, e.Number, w.apply(p, e)})

	return nil
}

// errFull is the error for a new player when the room can't remember more players.
var errFull = fmt.Errorf("the room is full")

// room reports whether the world can remember a player. A full world forgets the player without a
// message for the longest time, if this time is at least Config.Remember. The result depends only
// on the log.
func (w *world) room(p *plan, player string) bool {
	if _, known := w.players[player]; known && !p.forgot[player] {
		return true
	}

	count := len(w.players) - len(p.forgot)
	for name := range p.last {
		if _, known := w.players[name]; !known || p.forgot[name] {
			count++
		}
	}

	if count < w.limits.players {
		return true
	}

	silent := w.silent(p)
	if silent == "" {
		return false
	}

	p.forgot[silent] = true
	return true
}

// silent returns the player to forget, or "" if there is none.
func (w *world) silent(p *plan) (longest string) {
	since := p.record.Tick - w.limits.remember
	for name, last := range w.players {
		_, speaks := p.last[name]
		switch {
		case speaks || p.forgot[name] || last.Tick > since:
		case last.Tick < since, longest == "", name < longest:
			longest = name
			since = last.Tick
		}
	}

	return longest
}

// apply applies a message to the state of a plan. It returns the reason if the game has refused the
// message, or else "".
func (w *world) apply(p *plan, e Entry) string {
	body, err := e.body()
	if err != nil {
		return err.Error()
	}

	next, err := w.game.Apply(p.state, e.Player, body)
	if err != nil {
		return cut(err.Error(), 200)
	}

	p.state = next
	return ""
}

// commit makes the result of a plan the new world. Call it after the record is in the log.
func (w *world) commit(p *plan) {
	w.epoch = p.record.Epoch
	w.index = p.record.Index
	w.advance(p)

	for player := range p.forgot {
		delete(w.players, player)
	}
	for player, number := range p.last {
		w.players[player] = lastOf{player, number, w.tick}
	}
}

// advance takes only the state and the tick of a plan, for a tick without a record.
func (w *world) advance(p *plan) {
	w.tick = p.record.Tick
	w.state = p.state
}

// replay applies a record of the log. It returns an error if it is not the next record.
func (w *world) replay(r Record) error {
	switch {
	case r.Index <= w.index:
		return nil // the snapshot includes the record
	case r.Index != w.index+1:
		return fmt.Errorf("rooms: record %d follows record %d", r.Index, w.index)
	case r.Epoch < w.epoch:
		return fmt.Errorf("rooms: record %d of epoch %d follows epoch %d", r.Index, r.Epoch,
			w.epoch)
	}

	p := w.begin(r.Epoch, r.Tick)
	for _, e := range r.Entries {
		if err := w.add(p, e); err != nil {
			return fmt.Errorf("rooms: record %d: %w", r.Index, err)
		}
	}

	if len(p.record.Entries) != len(r.Entries) {
		return fmt.Errorf("rooms: record %d has a message that was applied before", r.Index)
	}

	w.commit(p)
	w.replays++
	return nil
}

// cut returns at most the first n bytes of a text, without invalid UTF-8.
func cut(s string, n int) string { return strings.ToValidUTF8(s[:min(len(s), n)], "") }
