/*
Tap stands between a game and its server, and shows and records what they say to each other.

	go run ./examples/tap tcp -listen 127.0.0.1:7100 -to 127.0.0.1:7000 -o game.tap
	go run ./examples/tap udp -listen 127.0.0.1:7101 -to 127.0.0.1:7001
	go run ./examples/tap show game.tap
	go run ./examples/tap replay -to 127.0.0.1:7000 -speed 10 game.tap

Point the game at the address after -listen. Each packet is one line: the time in seconds, the
number of the connection, the direction (> is to the server), the value as text.

	1.039898 #1 > {"op": "join", "name": "Tia"}
	1.040219 #1 < {"op": "welcome", "id": 1, "ticks": 20}
	1.040459 #1 > {"op": "move", "dir": Vector2(2, 0)}
	2.706239 #2 > !! 48 bytes: godot: decode $["name"] (String) at offset 48: unexpected end of data: 12 00 …

The tap passes on all bytes as they are, damaged ones too, and never waits for the printer or
the disk. If one of them is too slow, records are dropped, counted, and mentioned in its output. A frame over
-max is passed on too, and recorded in pieces.

Options that several commands have:

	-dialect   the engine of the game: godot4 (the default), godot3 and others
	-width     how many bytes of a value's text are printed
	-quiet     print nothing
	-max       the longest TCP frame to keep in memory; 1 MiB if not given
	-idle      a UDP client that is silent for so long is forgotten; 1 minute if not given

Replay sends the recorded packets of all clients again, with the recorded timing; -speed 2 is twice as
fast, -speed 0 at once. It prints the answers that differ from the recorded ones, or all with -all. The exit
status is 1 if any differs, as it always does if answers depend on the time or on chance.

A capture is a file of values that store_var would write, in the game's own dialect: a header, and a
Dictionary for each record.

	{"tap": 1, "transport": "tcp", "dialect": "Godot3", "started": "2026-01-31T20:15:00Z"}
	{"t": 4163, "conn": 1, "from": "client", "kind": "packet", "packet": PackedByteArray(…)}

t is in microseconds. The kinds are in capture.go. In Godot, get_var() of the file reads one after the
other, and bytes_to_var(record.packet) the message (Godot 3: bytes2var); testdata/read.gd does so.
*/
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"time"

	"godotvariant/codec"
	"godotvariant/variant"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "tap:", err)
		os.Exit(1)
	}
}

// settings are the command line.
type settings struct {
	listen, to, output string
	dialect            string
	width, max         int
	quiet, all         bool
	speed              float64
	wait, idle         time.Duration
	file               string
	stdout, stderr     io.Writer
}

var commands = map[string]func(*settings, context.Context) error{
	"tcp":    (*settings).tcp,
	"udp":    (*settings).udp,
	"show":   (*settings).show,
	"replay": (*settings).replay,
}

const usage = "usage: tap tcp|udp -listen ADDR -to ADDR [options], tap show [options] FILE, tap replay -to ADDR [options] FILE"

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	if len(args) == 0 || commands[args[0]] == nil {
		return errors.New(usage)
	}
	s := &settings{stdout: stdout, stderr: stderr}
	f := flag.NewFlagSet("tap "+args[0], flag.ContinueOnError)
	f.SetOutput(stderr)
	f.StringVar(&s.listen, "listen", "127.0.0.1:7100", "tcp, udp: where the game connects")
	f.StringVar(&s.to, "to", "127.0.0.1:7000", "tcp, udp, replay: the server")
	f.StringVar(&s.output, "o", "", "tcp, udp: the capture to write")
	f.StringVar(&s.dialect, "dialect", "godot4", "tcp, udp: the engine of the game")
	f.IntVar(&s.width, "width", 300, "bytes of a value's text")
	f.IntVar(&s.max, "max", 1<<20, "tcp: the longest frame to keep in memory")
	f.BoolVar(&s.quiet, "quiet", false, "tcp, udp: print nothing")
	f.DurationVar(&s.idle, "idle", time.Minute, "udp: silence after which a client is forgotten")
	f.Float64Var(&s.speed, "speed", 1, "replay: 2 is twice as fast as recorded, 0 at once")
	f.DurationVar(&s.wait, "wait", time.Second, "replay: how long to wait for an answer")
	f.BoolVar(&s.all, "all", false, "replay: print all answers")
	if err := f.Parse(args[1:]); err != nil {
		return err
	}
	s.file = f.Arg(0)
	if files := map[string]int{"show": 1, "replay": 1}[args[0]]; f.NArg() != files {
		return errors.New(usage)
	}
	if s.max < 0 || s.max > mostFrame {
		return fmt.Errorf("-max is at most %d", mostFrame)
	}
	if s.width < 1 {
		return errors.New("-width is at least 1")
	}
	return commands[args[0]](s, ctx)
}

func (s *settings) tcp(ctx context.Context) error {
	return s.tap("tcp", func(t *tap) error {
		l, err := net.Listen("tcp", s.listen)
		if err != nil {
			return err
		}
		fmt.Fprintln(s.stderr, "listening on", l.Addr())
		return t.serveTCP(ctx, l)
	})
}

func (s *settings) udp(ctx context.Context) error {
	return s.tap("udp", func(t *tap) error {
		addr, err := net.ResolveUDPAddr("udp", s.listen)
		if err != nil {
			return err
		}
		conn, err := net.ListenUDP("udp", addr)
		if err != nil {
			return err
		}
		fmt.Fprintln(s.stderr, "listening on", conn.LocalAddr())
		return t.serveUDP(ctx, conn)
	})
}

// tap runs a tap with its printer and its capture.
func (s *settings) tap(transport string, serve func(*tap) error) (err error) {
	d, err := dialect(s.dialect)
	if err != nil {
		return err
	}
	t := newTap(s.to)
	t.maxFrame, t.idle = s.max, s.idle
	if !s.quiet {
		p, err := newPrinter(s.stdout, d, s.width)
		if err != nil {
			return err
		}
		t.printTo(p)
	}
	if s.output != "" {
		file, err := os.OpenFile(s.output, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) // players' messages are private
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		if err := t.recordTo(file, d, transport); err != nil {
			return err
		}
	}
	err = serve(t)
	sum := t.close()
	if sum.unprinted > 0 {
		fmt.Fprintf(s.stderr, "%d records at the end were not printed\n", sum.unprinted)
	}
	if sum.unrecorded > 0 {
		fmt.Fprintf(s.stderr, "%d records at the end are missing in %s\n", sum.unrecorded, s.output)
	}
	if sum.err != nil {
		sum.err = fmt.Errorf("%s is not complete: %w", s.output, sum.err)
	}
	return errors.Join(err, sum.err)
}

func dialect(name string) (*variant.Dialect, error) {
	d := codec.DialectByName(name)
	if d == nil {
		return nil, errors.New("no such dialect: " + name)
	}
	return d, nil
}

// open reads a capture and makes a printer of its dialect. Of a capture that is cut off it
// returns the records that are complete.
func (s *settings) open() (header, []record, *printer, error) {
	file, err := os.Open(s.file)
	if err != nil {
		return header{}, nil, nil, err
	}
	defer file.Close()
	h, records, err := load(file)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		fmt.Fprintf(s.stderr, "%s is cut off: %v\n", s.file, err)
	} else if err != nil {
		return h, nil, nil, fmt.Errorf("%s: %w", s.file, err)
	}
	d, err := dialect(h.Dialect)
	if err != nil {
		return h, nil, nil, err
	}
	p, err := newPrinter(s.stdout, d, s.width)
	return h, records, p, err
}

func (s *settings) show(context.Context) error {
	_, records, p, err := s.open()
	if err != nil {
		return err
	}
	for _, r := range records {
		p.print(r)
	}
	return p.out.Flush()
}

func (s *settings) replay(ctx context.Context) error {
	h, records, p, err := s.open()
	if err != nil {
		return err
	}
	r := &replay{to: s.to, speed: s.speed, wait: s.wait, print: p, all: s.all}
	t, err := r.run(ctx, h, records)
	if t.lost > 0 {
		fmt.Fprintf(s.stderr, "%d records are missing in %s\n", t.lost, s.file)
	}
	fmt.Fprintln(s.stdout, t)
	if err == nil && !t.same() {
		err = errors.New("the answers are not those of the capture")
	}
	return err
}
