package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"godotvariant/cmd/gdvar/proxy"
)

func (a *app) tailCommand() *cobra.Command {
	var follow bool
	var width int

	c := &cobra.Command{
		Use:   "tail [-f] CAPTURE",
		Short: "Print a capture of proxy",
		Long: `tail prints a capture, as proxy printed it.

A capture that ends inside of a record, as after a crash, is printed up to there, and the exit code
is 2.`,
		Example: `  gdvar tail game.tap
  gdvar tail -f game.tap`,
		Args: usage(cobra.ExactArgs(1)),
	}

	f := c.Flags()
	f.BoolVarP(&follow, "follow", "f", false, "wait for more at the end, until Ctrl-C")
	addWidth(c, &width)

	c.RunE = func(c *cobra.Command, args []string) error {
		file, err := a.captureFile(args[0])
		if err != nil {
			return err
		}
		defer file.Close()
		var in io.Reader = file

		if follow {
			in = proxy.Follow(c.Context(), in)
		}

		r, err := proxy.NewReader(in)
		if err != nil {
			return named(args[0], err)
		}

		p, err := a.printer(r.Dialect(), width)
		if err != nil {
			return err
		}

		for {
			rec, err := r.Next()
			if err == io.EOF || follow && c.Context().Err() != nil {
				return p.Flush()
			}

			if err != nil {
				return errors.Join(p.Flush(), named(args[0], err))
			}

			p.Print(rec)

			if follow {
				if err := p.Flush(); err != nil {
					return err
				}
			}
		}
	}

	return c
}

func (a *app) replayCommand() *cobra.Command {
	var to string
	var speed float64
	var wait time.Duration
	var all bool
	var width int

	c := &cobra.Command{
		Use:   "replay --to ADDR CAPTURE",
		Short: "Send a capture's packets to a server again, and compare the answers",
		Long: `replay sends what the clients of a capture sent to a server again, with the recorded timing, and
prints the answers that differ from the recorded ones.

The exit code is 1 if any answer differs, is missing, or is new. It always is if the answers depend
on the time or on chance.`,
		Example: `  gdvar replay --to :9001 game.tap
  gdvar replay --to :9001 --speed 0 --all game.tap`,
		Args: usage(cobra.ExactArgs(1)),
	}

	f := c.Flags()
	f.StringVar(&to, "to", "", "the `address` of the server, as for proxy")
	f.Float64Var(&speed, "speed", 1, "2 is twice as fast as recorded, 0 at once")
	f.DurationVar(&wait, "wait", time.Second, "wait for an answer for this `time`")
	f.BoolVar(&all, "all", false, "print all answers")
	addWidth(c, &width)
	_ = c.MarkFlagRequired("to")

	c.RunE = func(c *cobra.Command, args []string) error {
		file, err := a.captureFile(args[0])
		if err != nil {
			return err
		}
		defer file.Close()
		in, err := proxy.NewReader(file)
		if err != nil {
			return named(args[0], err)
		}

		records, err := in.All()
		if errors.Is(err, io.ErrUnexpectedEOF) {
			a.message("%s is cut off: %v", args[0], err)
		} else if err != nil {
			return named(args[0], err)
		}

		p, err := a.printer(in.Dialect(), width)
		if err != nil {
			return err
		}

		r := &proxy.Replay{To: to, Speed: speed, Wait: wait, All: all, Printer: p}
		tally, err := r.Run(c.Context(), in.Header.Transport, records)
		if err == nil {
			err = p.Flush()
		}

		if tally.Lost > 0 {
			a.message("%d records are missing in %s", tally.Lost, args[0])
		}

		fmt.Fprintln(a.out, tally)

		if err == nil && !tally.Same() {
			err = &exit{code: codeFound}
		}

		return err
	}

	return c
}

// captureFile opens a capture.
func (a *app) captureFile(name string) (io.ReadCloser, error) {
	if name == stdin {
		return io.NopCloser(a.in), nil
	}
	return os.Open(name)
}

// addWidth adds the flag of commands that print packets.
func addWidth(c *cobra.Command, width *int) {
	c.Flags().IntVar(width, "width", 300, "print at most this many `bytes` of a value")
}
