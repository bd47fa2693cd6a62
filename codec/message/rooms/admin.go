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

// A Room is what is known about a room.
type Room struct {
	Name    string
	Open    bool // it has an owner, or will get one without being asked for
	Version int64
	Options variant.Variant // those of Create, else Nil
}

// Create makes a room with options for a [Creator], and opens it on one of the processes. The error
// is ErrExists if there is such a room. A room is also made when a player joins it, without
// options; a Creator may refuse that.
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
	i := indexed{Open: true, Version: version, Options: options}
	err := h.index.write(ctx, room, i)
	if errors.Is(err, errChanged) {
		return fmt.Errorf("%w: %s", ErrExists, room)
	}
	if err != nil {
		return err
	}

	return h.publish(h.names.wanted(), []byte(room))
}

// Rooms returns all rooms in the order of their names, as far as this process knows them.
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
// this name later, it begins anew.
func (h *Host) Delete(ctx context.Context, room string) error {
	err := h.command(ctx, room, []byte{frameDelete})
	if !errors.Is(err, nats.ErrNoResponders) {
		return err
	}

	// Nobody has the room, so this process takes it for a moment.
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

// Kick ends the session of a player in a room. The player may join again, if Verify permits it.
func (h *Host) Kick(ctx context.Context, room, player string) error {
	return h.command(ctx, room, append([]byte{frameKick}, player...))
}

// command sends a command to the owner of a room, and waits until the owner has got it.
func (h *Host) command(ctx context.Context, room string, command []byte) error {
	if !roomName.MatchString(room) {
		return notRoom(room)
	}
	ctx, cancel := context.WithTimeout(ctx, attempt)
	defer cancel()
	_, err := h.conn.RequestWithContext(ctx, h.names.do(room), command)
	return err
}
