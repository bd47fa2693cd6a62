package rooms

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"

	"godotvariant/codec/message"
)

// A Host lets this process take part in a game that runs on many processes. It owns rooms, and is a
// gateway for players. Its methods are safe for concurrent use.
type Host struct {
	*adopter
	gateway *gateway
	end     context.CancelFunc
}

// Stats has the numbers of a Host's rooms, clients and messages.
type Stats struct {
	Rooms    int // rooms that it owns
	Visitors int // clients that have joined
	Unacked  int // messages of its clients that are not in a log yet
}

// Open starts a Host. All processes that use the same NATS servers work together. Open makes the
// streams and buckets if there are none. It waits while NATS has no leader for them. The context
// ctx is only for the call of Open. The error is variant.ErrOptions for a Config that is not valid,
// or that differs from the settings of the game in NATS. Other errors come from NATS. At the end
// call Drain, which does not close the connection. [Connect] makes a connection with the options
// that a Host needs, and [Run] does all of this.
func Open(ctx context.Context, conn *nats.Conn, c Config) (*Host, error) {
	c, err := c.withDefaults()
	if err != nil {
		return nil, err
	}
	if most := conn.MaxPayload() / 8; int64(c.MaxMessage) > most {
		return nil, badConfig("MaxMessage is %d, and NATS has room for %d "+
			"(an eighth of max_payload)", c.MaxMessage, most)
	}

	shared, err := openCore(ctx, conn, c)
	if err != nil {
		return nil, err
	}

	h := &Host{adopter: newAdopter(newKeeper(shared)), gateway: newGateway(shared)}
	return h, h.start()
}

// start starts the goroutines and subscriptions of a Host, which last until Drain.
func (h *Host) start() error {
	ctx, end := context.WithCancel(context.Background())
	h.end = end

	_, err := h.conn.Subscribe(h.names.wanted(), func(m *nats.Msg) { h.ask(string(m.Data)) })
	if err == nil {
		_, err = h.conn.Subscribe(h.names.news(), h.hear)
	}
	if err != nil {
		end()
		return err
	}

	for _, run := range []func(context.Context){
		h.renew, h.watch, h.watchIndex, h.adopt, h.mark, h.sweep, h.rebalance, h.gateway.run,
	} {
		h.work.Go(func() { run(ctx) })
	}

	return nil
}

// Server returns the server for clients. Its methods Serve and ServeConn accept clients over TCP,
// UDP and any other transport. The program may change fields of Limits, such as Limits.MaxPeers,
// before the first call of these methods. It must not change the other fields of the server.
func (h *Host) Server() *message.Server[*Visitor] { return h.gateway.server }

// Ready returns nil if the process can accept clients: it reaches NATS and is not draining.
func (h *Host) Ready() error { return h.ready() }

// Stats returns the present numbers of the Host.
func (h *Host) Stats() Stats {
	visitors, unacked := h.gateway.count()
	h.mu.Lock()
	defer h.mu.Unlock()
	return Stats{len(h.owned), visitors, unacked}
}

// Retire prepares a deployment of a new version. After Retire the process takes no room that
// another process can take. The rooms of the process stay until they end. Call Drain when the
// process has no more rooms, or when there is no more time.
func (h *Host) Retire() {
	h.registry.change(func(own *lease) { own.State = retiring })
}

// Drain gives all rooms away, disconnects the clients, and ends the Host. The clients then connect
// to another process. Drain stops waiting when ctx is done. The error names the rooms that were not
// given away, and says whether clients were still connected at the end. Other processes can take
// such a room only after the lease of this process has ended. If all rooms were given away, an
// error of NATS is only logged.
func (h *Host) Drain(ctx context.Context) error {
	leaving := h.leave()
	h.registry.change(func(own *lease) { own.State = draining })
	h.warn("tell that the process drains", h.registry.renew(ctx))

	for _, s := range leaving {
		h.giveAway(ctx, s)
	}
	err := h.await(ctx, leaving)
	err = errors.Join(err, h.gateway.server.Shutdown(ctx, nil))
	h.end()

	done := make(chan struct{})
	go func() {
		h.work.Wait()
		h.gateway.work.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
		return errors.Join(err, ctx.Err())
	}

	h.warn("end the lease", h.registry.resign(ctx))
	return err
}

// await waits until the services of rooms have ended. The error names the rooms that were not given
// away.
func (h *Host) await(ctx context.Context, leaving []*service) (err error) {
	for _, s := range leaving {
		select {
		case <-s.ended:
			if s.kept() {
				err = errors.Join(err, fmt.Errorf("rooms: %s is not given away: %w", s.name, s.why))
			}
		case <-ctx.Done():
			err = errors.Join(err, fmt.Errorf("rooms: %s is not given away: %w", s.name, ctx.Err()))
		}
	}
	return err
}

// warn logs an error that does not stop the Host from draining. It ignores nil.
func (h *Host) warn(what string, err error) {
	if err != nil {
		h.config.Log.Warn(what, "error", err)
	}
}
