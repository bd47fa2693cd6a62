package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// takeovers starts three processes and kills the owner of a room again and again. It prints for how
// long the players of the other processes got no tick.
func (p plan) takeovers(ctx context.Context, program string) error {
	if p.kills == 0 {
		return nil
	}

	s, err := p.open(ctx, program, 3)
	if err != nil {
		return err
	}
	defer s.close()

	ctx, stop := context.WithCancel(ctx)
	defer stop()

	players, err := p.players(ctx, s, p.room)
	if err != nil {
		return err
	}

	walking, halt := context.WithCancel(ctx)
	defer halt()
	var walks sync.WaitGroup
	for _, one := range players {
		walks.Go(func() { one.walk(walking, 0) })
	}

	var times []time.Duration
	for range p.kills {
		took, err := s.killOwner(ctx, players)
		if err != nil {
			return err
		}
		times = append(times, took)
	}

	halt()
	walks.Wait()
	err = wait(ctx, "hear that all messages are accepted", players, func(one *player) bool {
		return one.client.Waiting() == 0 && one.lost() == 0
	})

	var delayed, all int
	for _, one := range players {
		acks, _ := one.measured()
		slices.Sort(acks)
		all += len(acks)
		delayed += len(acks) - sortedBelow(acks, late)
	}

	slices.Sort(times)
	fmt.Fprintf(p.out, "\n## Takeover of a room\n\n"+
		"The owner of a room with %d players was killed %d times. The others had no tick for "+
		"%.2f s (p50), %.2f s (p99), %.2f s (worst); %d messages, %d of them late, %s.\n",
		p.room, len(times), part(times, .5).Seconds(), part(times, .99).Seconds(),
		part(times, 1).Seconds(), all, delayed, lostText(players, err))
	return err
}

// lostText returns the number of lost messages as text.
func lostText(players []*player, err error) string {
	lost := int64(0)
	for _, one := range players {
		lost += one.lost()
	}
	if err != nil {
		return fmt.Sprintf("%d lost, %v", lost, err)
	}
	return fmt.Sprintf("%d lost", lost)
}

// killOwner kills the process that owns the room, and starts it again. It returns the time between
// the last tick of a player before the kill and the player's next tick, see newGap.
func (s *system) killOwner(ctx context.Context, players []*player) (time.Duration, error) {
	if err := pause(ctx, time.Second); err != nil {
		return 0, err
	}

	owner, err := s.owner(ctx)
	if err != nil {
		return 0, err
	}

	ticks := make([]int, len(players))
	for i, one := range players {
		_, gaps := one.measured()
		ticks[i] = len(gaps)
	}

	before := s.processes[owner]
	before.kill()
	gap, err := newGap(ctx, players, ticks)
	if err != nil {
		return 0, err
	}

	s.processes[owner], err = s.startProcess(ctx, before.said) // with the same addresses
	return gap, err
}

// owner returns the index of the process that owns the room.
func (s *system) owner(ctx context.Context) (int, error) {
	for range 100 {
		for i, p := range s.processes {
			n, err := p.metric("rooms_owned")
			if err != nil {
				return 0, err
			}
			if n > 0 {
				return i, nil
			}
		}

		if err := pause(ctx, 50*time.Millisecond); err != nil {
			return 0, err
		}
	}

	return 0, errors.New("nobody owns the room")
}

// newGap waits until a player has got no tick for longer than the constant late, and returns the
// time between the two ticks. It ignores earlier gaps: first[i] is the number of gaps that player i
// had before.
func newGap(ctx context.Context, players []*player, first []int) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()

	for {
		for i, one := range players {
			_, gaps := one.measured()
			for _, gap := range gaps[first[i]:] {
				if gap > late {
					return gap, nil
				}
			}
		}

		if err := pause(ctx, 5*time.Millisecond); err != nil {
			return 0, errors.New("the room does not go on after a kill")
		}
	}
}
