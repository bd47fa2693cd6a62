package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"godotvariant/cmd/gdnet/proxy"
	"godotvariant/cmd/internal/program"
)

// A tailConfig has the flags of the command tail.
type tailConfig struct {
	follow bool
	width  int
	games  gamesConfig
}

func (a *app) tailCommand() *cobra.Command {
	var cfg tailConfig

	c := &cobra.Command{
		Use:   "tail [-f] CAPTURE",
		Short: "Print a capture",
		Long: `tail prints a capture in the form in which proxy prints packets. With --script, calls
of Godot's multiplayer have the names of methods, even if proxy ran without --script.

If a capture ends inside a record, for example after a crash, tail prints the records before it, and
the exit code is 2.`,
		Example: `  gdnet tail game.tap
  gdnet tail -f game.tap`,
		Args: program.Takes("CAPTURE"),
	}

	c.Flags().BoolVarP(&cfg.follow, "follow", "f", false,
		"wait for more at the end, until Ctrl-C")
	addWidth(c, &cfg.width)
	cfg.games.addFlags(c)

	c.RunE = func(c *cobra.Command, args []string) error {
		return a.tail(c.Context(), args[0], cfg)
	}

	return c
}

// tail prints a capture.
func (a *app) tail(ctx context.Context, name string, cfg tailConfig) error {
	file, err := a.captureFile(name)
	if err != nil {
		return err
	}
	defer file.Close()

	var in io.Reader = file

	if cfg.follow {
		in = proxy.Follow(ctx, in)
	} else {
		a.Page()
	}

	r, err := proxy.NewReader(in)
	if err != nil {
		return program.Named(name, err)
	}

	p, err := a.printer(r.Dialect(), cfg.width)
	if err != nil {
		return err
	}

	if err := cfg.games.addTo(p, r.Header.Transport, r.Dialect()); err != nil {
		return err
	}
	end := func() error { return errors.Join(p.Flush(), a.printTotals(&cfg.games, p)) }

	for {
		rec, err := r.Next()
		if err == io.EOF || cfg.follow && ctx.Err() != nil {
			return end()
		}

		if err != nil {
			return errors.Join(end(), program.Named(name, err))
		}

		p.Print(rec)

		if !cfg.follow {
			continue
		}
		if err := p.Flush(); err != nil {
			return err
		}
	}
}

// A replayConfig has the flags of the command replay.
type replayConfig struct {
	to    string
	speed float64
	wait  time.Duration
	all   bool
	width int

	scripts []string
}

func (a *app) replayCommand() *cobra.Command {
	var cfg replayConfig

	c := &cobra.Command{
		Use:   "replay --to ADDR CAPTURE",
		Short: "Send a capture again",
		Long: `replay sends what the clients of a capture sent to a server again, with the recorded
timing, and prints the answers that differ from the recorded ones.

The exit code is 1 if any answer differs, is missing, or is new. So it is always 1 if answers depend
on time or chance, as the states of a multiplayer do. The server of a multiplayer gives its clients
new IDs each time: replay replaces the old IDs in the packets, but not in arguments of calls.`,
		Example: `  gdnet replay --to :9001 game.tap
  gdnet replay --to :9001 --speed 0 --all game.tap`,
		Args: program.Takes("CAPTURE"),
	}

	f := c.Flags()
	f.StringVar(&cfg.to, "to", "", "the `address` of the server, as for proxy")
	f.Float64Var(&cfg.speed, "speed", 1, "2 is twice as fast as recorded, 0 at once")
	f.DurationVar(&cfg.wait, "wait", time.Second, "wait for an answer for this `time`")
	f.BoolVar(&cfg.all, "all", false, "print all answers")
	f.StringArrayVar(&cfg.scripts, "script", nil,
		"a `script` or folder, for the names of methods of a multiplayer")
	addWidth(c, &cfg.width)
	c.RunE = func(c *cobra.Command, args []string) error {
		if cfg.to == "" {
			return program.Missing(c, "--to")
		}
		return a.replay(c.Context(), args[0], cfg)
	}

	return c
}

// replay sends the clients' messages of a capture to a server again. It prints the differences
// between the new answers and the recorded ones.
func (a *app) replay(ctx context.Context, name string, cfg replayConfig) error {
	file, err := a.captureFile(name)
	if err != nil {
		return err
	}
	defer file.Close()

	in, err := proxy.NewReader(file)
	if err != nil {
		return program.Named(name, err)
	}

	records, err := in.All()
	if errors.Is(err, io.ErrUnexpectedEOF) {
		a.Message("%s is cut off: %v", name, err)
	} else if err != nil {
		return program.Named(name, err)
	}

	p, err := a.printer(in.Dialect(), cfg.width)
	if err != nil {
		return err
	}

	games := gamesConfig{protocol: gamesAuto, scripts: cfg.scripts}
	if err := games.addTo(p, in.Header.Transport, in.Dialect()); err != nil {
		return err
	}
	r := &proxy.Replay{To: cfg.to, Speed: cfg.speed, Wait: cfg.wait, All: cfg.all, Printer: p}
	tally, err := r.Run(ctx, in.Header.Transport, records)
	if err != nil && tally.Sent == 0 {
		return err
	}

	if err == nil {
		err = p.Flush()
	}

	if tally.Lost > 0 {
		a.Message("%d records are missing in %s", tally.Lost, name)
	}

	fmt.Fprintln(a.Out, tally)

	if err == nil && !tally.Same() {
		err = &program.Exit{Code: program.CodeFound}
	}

	return err
}

// captureFile opens a capture.
func (a *app) captureFile(name string) (io.ReadCloser, error) {
	if name == program.Stdin {
		return io.NopCloser(a.In), nil
	}

	return os.Open(name)
}
