/*
Bots plays with many clients on a server that is written in GDScript, and measures how fast the
server answers.

It shows how Go programs can be clients of a server in Godot, over TCP and UDP, and how to measure
the times of answers correctly.

	GDPORT=7200 godot3-server --no-window -s examples/bots/server.gd
	go run ./examples/bots -dialect godot3 -n 20 -for 5s -addr 127.0.0.1:7200

server4.gd is the same server for Godot 4. It listens on TCP and UDP (-network udp), and answers
each message

	{"type": "move", "seq": int, "at": Vector2, "step": Vector2}

with the sum of at and step:

	{"type": "moved", "seq": int, "at": Vector2}

The bots check each answer. The server answers 250 times a second.

	tcp, 20 bots, 50 messages a second each, for 5s
	sent      5001, 1000 a second
	answered  5001, 0 wrong, 0 lost
	answer    p50 4.352ms, p99 33.792ms, longest 56.495ms
	errors    0

The time of an answer begins at the time when its message should be sent. So it includes the time in
which a bot could not send because the server did not read. An answer counts as lost if it has not
arrived one second after the last message.
*/
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"slices"
	"sync"
	"time"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/codec/transport"
	"godotvariant/math"
)

// A Move is the message "move", which a bot sends. All components are small integers, which single
// precision holds exactly.
type Move struct {
	Seq  int          `godot:"seq"`
	At   math.Vector2 `godot:"at"`
	Step math.Vector2 `godot:"step"`
}

// A Moved is the message "moved", the server's answer to a Move.
type Moved struct {
	Seq int          `godot:"seq"`
	At  math.Vector2 `godot:"at"`
}

// ask returns the Move with the number seq. The function answer returns the correct answer to a
// Move.
func ask(seq int) Move {
	at := math.V2(float64(seq%1000), float64(seq%11))
	return Move{seq, at, math.V2(1, float64(seq%7))}
}

func answer(m Move) Moved { return Moved{m.Seq, m.At.Add(m.Step)} }

// A load describes the messages of the bots.
type load struct {
	network, addr, dialect string

	bots     int
	rate     int // messages of each bot in a second
	span     time.Duration
	patience time.Duration // time for which a bot waits for answers after its last message
}

// A report has the counts and times of all bots together.
type report struct {
	load
	mux *message.Mux[*bot]

	sync.Mutex
	sent    int
	wrong   int
	lost    int
	answers []time.Duration // time from each message to its answer
	errs    []error
}

// A bot is one client. Its fields change only while the lock of the report is held.
type bot struct {
	*report
	id     int
	client *message.Client[*bot]
	due    map[int]time.Time // the planned times of messages without an answer, by number
	over   bool              // the last message has been sent

	connected context.Context
	end       context.CancelFunc // ends the connection
}

// connect connects a bot with the server.
func (r *report) connect(ctx context.Context, id int) *bot {
	b := &bot{report: r, id: id, due: map[int]time.Time{}}
	b.connected, b.end = context.WithCancel(context.Background())
	stop := context.AfterFunc(ctx, b.end)
	defer stop()

	conn, err := transport.Dial(b.connected, r.network, r.addr)
	if err != nil {
		b.fail(err)
		return b
	}

	b.client = message.NewClient(b.connected, conn, r.mux)
	return b
}

// fail ends the connection and stores the error. If the bot itself has ended the connection before,
// fail stores nothing.
func (b *bot) fail(err error) {
	b.Lock()
	defer b.Unlock()
	if b.connected.Err() == nil {
		b.errs = append(b.errs, fmt.Errorf("bot %d: %w", b.id, err))
	}
	b.end()
}

// play sends messages until ctx is done, and waits for the last answers.
func (b *bot) play(ctx context.Context) {
	if b.connected.Err() != nil {
		return
	}
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(b.patience, b.end) })
	defer stop()

	received := make(chan struct{})
	go func() {
		defer close(received)
		b.fail(cmp.Or(b.client.Serve(b), io.EOF))
	}()

	b.send(ctx)
	b.finish()
	<-received
}

// send sends messages at the rate, until ctx is done or the connection ends. If the server reads
// nothing for some time, the bot later sends all messages that were due in this time.
func (b *bot) send(ctx context.Context) {
	interval := time.Second / time.Duration(b.rate)
	start := time.Now().Add(interval * time.Duration(b.id) / time.Duration(b.bots)) // in turns

	for seq := 0; b.connected.Err() == nil; seq++ {
		due := start.Add(time.Duration(seq) * interval)
		select {
		case <-time.After(time.Until(due)):
		case <-ctx.Done():
			return
		}

		b.Lock()
		b.due[seq] = due
		b.sent++
		b.Unlock()

		if err := b.client.Send(ask(seq)); err != nil {
			b.fail(err)
		}
	}
}

// finish is called after the last message. If all answers have arrived, it ends the connection.
func (b *bot) finish() {
	b.Lock()
	defer b.Unlock()
	b.over = true
	if len(b.due) == 0 {
		b.end()
	}
}

// moved handles an answer.
func (b *bot) moved(m *Moved) error {
	b.Lock()
	defer b.Unlock()

	due, ok := b.due[m.Seq]
	if !ok || *m != answer(ask(m.Seq)) { // over UDP an answer may arrive twice
		b.wrong++
	}
	if ok {
		delete(b.due, m.Seq)
		b.answers = append(b.answers, time.Since(due))
	}

	if b.over && len(b.due) == 0 {
		b.end()
	}
	return nil
}

// run checks the settings, connects all bots, and lets them play.
func (l load) run(ctx context.Context) (*report, error) {
	d := codec.DialectByName(l.dialect)
	if d == nil {
		return nil, errors.New("no such dialect: " + l.dialect)
	}
	if l.bots < 1 || l.rate < 1 || l.rate > 1_000_000 || l.span <= 0 {
		return nil, errors.New("-n, -rate and -for are at least 1, -rate at most 1000000")
	}

	limits := codec.Limits{MaxFrame: 1 << 10, MaxDepth: 4}
	c := codec.MustNew(codec.Options{Dialect: d, Limits: limits})
	r := &report{load: l, mux: message.New[*bot](message.Options{Codec: c})}
	message.Declare[Move](r.mux, "move")
	message.Handle(r.mux, "moved", (*bot).moved)

	// The bots connect one after another. An engine accepts connections once per frame, and only a
	// few connections can wait for the next frame. If all bots connected at once, most of them
	// would be refused, and would try again only after a second.
	bots := make([]*bot, l.bots)
	for i := range bots {
		bots[i] = r.connect(ctx, i)
		time.Sleep(5 * time.Millisecond)
	}

	ctx, cancel := context.WithTimeout(ctx, l.span)
	defer cancel()
	start := time.Now()
	var all sync.WaitGroup
	for _, b := range bots {
		all.Add(1)
		go func() {
			defer all.Done()
			b.play(ctx)
		}()
	}
	all.Wait()

	r.span = min(l.span, time.Since(start)) // shorter if the user has interrupted the run
	for _, b := range bots {
		r.lost += len(b.due)
	}
	slices.Sort(r.answers)
	return r, nil
}

func (r *report) String() string {
	text := fmt.Sprintf(`%s, %d bots, %d messages a second each, for %v
sent      %d, %.0f a second
answered  %d, %d wrong, %d lost
answer    p50 %v, p99 %v, longest %v
errors    %d
`,
		r.network, r.bots, r.rate, r.span,
		r.sent, float64(r.sent)/r.span.Seconds(),
		len(r.answers), r.wrong, r.lost,
		r.quantile(0.5), r.quantile(0.99), r.quantile(1),
		len(r.errs))

	for _, err := range r.errs[:min(5, len(r.errs))] {
		text += fmt.Sprintf("  %v\n", err)
	}
	return text
}

// quantile returns a quantile of the times of the answers. The argument share is from 0 to 1: for
// 0.5 the result is the median, and for 1 it is the longest time. The answers must be sorted.
func (r *report) quantile(share float64) time.Duration {
	if len(r.answers) == 0 {
		return 0
	}
	last := len(r.answers) - 1
	return r.answers[int(share*float64(last))].Round(time.Microsecond)
}

func main() {
	l := load{patience: time.Second}
	flag.StringVar(&l.addr, "addr", "127.0.0.1:7200", "the server")
	flag.StringVar(&l.network, "network", "tcp", "tcp or udp")
	flag.StringVar(&l.dialect, "dialect", "godot4", "the engine of the server: godot4 or godot3")
	flag.IntVar(&l.bots, "n", 20, "number of bots")
	flag.IntVar(&l.rate, "rate", 50, "messages of each bot a second")
	flag.DurationVar(&l.span, "for", 5*time.Second, "how long to play")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	r, err := l.run(ctx)
	if err != nil {
		log.Fatal("bots: ", err)
	}
	fmt.Print(r)
	if r.wrong > 0 || len(r.errs) > 0 {
		os.Exit(1)
	}
}
