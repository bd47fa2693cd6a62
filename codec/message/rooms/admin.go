package rooms

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/nats-io/nats.go"

	"godotvariant/variant"
)

// A Room has what this process knows about a room.
type Room struct {
	Name    string
	Open    bool // the room has an owner, or will get one without a request
	Version int64
	Options variant.Variant // options of Host.Create; variant.Nil if there are none
}

// Create makes a room with options for a [Creator], and opens it on one of the processes. The error
// is ErrExists if the room exists already. If a player joins a room that does not exist, the room
// is made without options, unless a Creator refuses that.
func (h *Host) Create(ctx context.Context, room string, options variant.Variant) error {
	if !roomName.MatchString(room) {
		return notRoom(room)
	}
	if options == nil {
		options = variant.Nil{}
	}

	version, is := h.registry.members().latest()
	if !is {
		version = h.config.Version
	}
	i := indexEntry{Open: true, Version: version, Options: options}
	err := h.index.write(ctx, room, i)
	if errors.Is(err, errChanged) {
		return fmt.Errorf("%w: %s", ErrExists, room)
	}
	if err != nil {
		return err
	}

	return h.publish(h.names.wanted(), []byte(room))
}

// Rooms yields all rooms that this process knows, in the order of their names.
func (h *Host) Rooms() iter.Seq[Room] {
	all := h.index.all()
	return func(yield func(Room) bool) {
		for _, name := range slices.Sorted(maps.Keys(all)) {
			i := all[name]
			if !yield(Room{name, i.Open, i.Version, i.Options}) {
				return
			}
		}
	}
}

// Delete deletes a room and its state. Its players are disconnected. If somebody joins a room with
// this name later, a new room begins.
func (h *Host) Delete(ctx context.Context, room string) error {
	err := h.command(ctx, room, []byte{frameDelete})
	if !errors.Is(err, ErrNotOpen) {
		return err
	}

	// No process owns the room, so this process takes it for a moment.
	o := newOwner(h.core, room)
	if err := o.load(ctx); err != nil {
		return err
	}
	if o.world.birth != 0 {
		o.world.epoch++
		if err := o.snapshot(ctx, RecordDeleted); err != nil {
			return err
		}
	}
	return h.index.remove(ctx, room)
}

// Kick ends the session of a player in a room. The player may join again, if Verify permits it. If
// the player is not in the room, Kick returns no error. While the owner of the room is being
// replaced, Kick waits for the next owner, or until ctx is done. The error is ErrNotOpen for a room
// that is closed or does not exist, because nobody can play in it.
func (h *Host) Kick(ctx context.Context, room, player string) error {
	return h.command(ctx, room, append([]byte{frameKick}, player...))
}

// command sends a command to the owner of a room, and waits until the owner has got it. If an open
// room has no owner, it tries again until ctx is done. The error is ErrNotOpen for a room that is
// not open.
func (h *Host) command(ctx context.Context, room string, command []byte) error {
	if !roomName.MatchString(room) {
		return notRoom(room)
	}

	var err error
	again := retry{gate: h.journal.gate}
	done := again.do(ctx, func(ctx context.Context) bool {
		_, err = h.conn.RequestWithContext(ctx, h.names.do(room), command)
		if errors.Is(err, nats.ErrNoResponders) {
			err = h.mayOpen(ctx, room, err)
		}
		return err == nil || !isTemporary(err)
	})
	if !done {
		err = errors.Join(ctx.Err(), err)
		return fmt.Errorf("rooms: the owner of %s does not answer: %w", room, err)
	}
	return err
}

// mayOpen returns ErrNotOpen for a room that is closed or does not exist. For an open room it
// returns the argument missing, which is the error of a request that no owner has answered.
func (h *Host) mayOpen(ctx context.Context, room string, missing error) error {
	i, is, err := h.index.read(ctx, room)
	switch {
	case err != nil:
		return err
	case !is || !i.Open:
		return fmt.Errorf("%w: %s", ErrNotOpen, room)
	}
	return missing
}
