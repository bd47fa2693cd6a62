//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"syscall"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// A fault is a fault of a process, of a NATS server, or of all NATS servers. The function begin
// starts the fault, and returns the function that ends it.
type fault struct {
	name  string
	begin func(b *battle, random *rand.Rand, i int) (end func())
}

// writeFault kills a process when it writes a record. NATS does not get the record, but the
// gateways get all messages that the process has sent before the kill. So the process must not send
// an acknowledgement before NATS has stored its record.
var writeFault = fault{"kill at a write", func(b *battle, _ *rand.Rand, i int) func() {
	p := b.processes[i]
	killed := make(chan struct{})
	p.proxy.set(func() {
		p.signal(syscall.SIGKILL)
		close(killed)
	})
	select {
	case <-killed:
	case <-time.After(time.Second):
		// The process has written nothing: no player sends messages in its rooms.
	}

	p.proxy.set(nil)
	p.kill()
	return p.start
}}

// processFaults are the faults of processes.
var processFaults = []fault{
	{"kill", func(b *battle, _ *rand.Rand, i int) func() {
		b.processes[i].kill()
		return b.processes[i].start
	}},
	{"pause", func(b *battle, _ *rand.Rand, i int) func() {
		b.processes[i].signal(syscall.SIGSTOP)
		return func() { b.processes[i].signal(syscall.SIGCONT) }
	}},
	{"drain", func(b *battle, _ *rand.Rand, i int) func() {
		p := b.processes[i]
		p.signal(syscall.SIGTERM)
		return func() {
			<-p.ended
			p.start()
		}
	}},
	{"cut", func(b *battle, _ *rand.Rand, i int) func() {
		b.processes[i].proxy.cut()
		return b.processes[i].proxy.heal
	}},
	{"cut and loss", func(b *battle, _ *rand.Rand, i int) func() {
		p := b.processes[i].proxy
		p.cut()
		return func() {
			p.drop()
			p.heal()
		}
	}},
	{"cut to NATS", func(b *battle, _ *rand.Rand, i int) func() {
		b.processes[i].proxy.cutWay(toNATS)
		return b.processes[i].proxy.heal
	}},
	{"cut from NATS", func(b *battle, _ *rand.Rand, i int) func() {
		b.processes[i].proxy.cutWay(fromNATS)
		return b.processes[i].proxy.heal
	}},
	{"slow link", func(b *battle, random *rand.Rand, i int) func() {
		delay := time.Duration(random.Int64N(int64(200 * time.Millisecond)))
		b.processes[i].proxy.slow(delay, 64<<10+random.IntN(64<<10))
		return b.processes[i].proxy.heal
	}},
}

// serverFaults are the faults of NATS.
var serverFaults = []fault{
	{"kill of NATS", func(b *battle, _ *rand.Rand, i int) func() {
		b.members[i].kill()
		return b.members[i].start
	}},
	{"pause of NATS", func(b *battle, _ *rand.Rand, i int) func() {
		b.members[i].signal(syscall.SIGSTOP)
		return func() { b.members[i].signal(syscall.SIGCONT) }
	}},
	{"other leaders of NATS", func(b *battle, random *rand.Rand, _ int) func() {
		for _, stream := range []string{
			fmt.Sprint("rooms-log-", random.IntN(16)), fmt.Sprint("rooms-log-", random.IntN(16)),
			"rooms-marks", "KV_rooms-hosts",
		} {
			b.audit.stepDown(stream)
		}
		return func() {}
	}},
	{"full disk", func(b *battle, _ *rand.Rand, _ int) func() {
		b.audit.fill()
		return func() { eventually(b.t, b.audit.empty, "the disk stays full") }
	}},
}

// stepDown makes the leader of a stream hand its role to another server. If the leader does not
// answer, another server is already the leader, or will soon be.
func (a *audit) stepDown(stream string) {
	_, _ = a.js.Conn().Request("$JS.API.STREAM.LEADER.STEPDOWN."+stream, nil, 2*time.Second)
}

// ballast is the stream that fills the disks of all servers.
const ballast = "ballast"

// fill writes records to the stream named by ballast. It ends when the servers have no more space
// and refuse a record.
func (a *audit) fill() {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	_, err := a.js.CreateStream(ctx, jetstream.StreamConfig{
		Name: ballast, Subjects: []string{ballast}, Replicas: 3,
	})
	for weight := make([]byte, 1<<20-1024); err == nil; {
		_, err = a.js.Publish(ctx, ballast, weight)
	}
}

// empty deletes the stream ballast. It reports whether the stream is deleted.
func (a *audit) empty() bool {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	_ = a.js.DeleteStream(ctx, ballast)
	_, err := a.js.Stream(ctx, ballast)
	return errors.Is(err, jetstream.ErrStreamNotFound)
}
