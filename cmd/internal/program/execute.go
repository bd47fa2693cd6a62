package program

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

// Main runs a program on the streams of its process, and exits with its exit code. It does not
// return. Ctrl-C cancels the context of the run.
func Main(run func(ctx context.Context, args []string, s Streams, env func(string) string) int) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program even if it waits for a terminal
	code := run(ctx, os.Args[1:], Streams{os.Stdin, os.Stdout, os.Stderr}, os.Getenv)
	stop()
	os.Exit(code)
}

// Execute runs a command line, and returns the exit code. The argument root is the command of the
// program.
func (r *Run) Execute(root *cobra.Command, args []string) int {
	r.prepare(root)
	r.out.Before = r.beforeOutput
	root.SetArgs(args)
	err := root.ExecuteContext(r.Context)
	r.Progress().Clear()

	if flushed := r.flush(); err == nil {
		err = flushed
	}

	// A command may also fail because its output is broken.
	if broken := r.Broken(); broken != nil {
		err = broken
	}

	code := r.Report(err)
	r.pager.wait()

	return code
}

// prepare connects the root command with the run. It adds the flags --color and --version.
func (r *Run) prepare(root *cobra.Command) {
	root.SetIn(r.In)
	root.SetOut(r.Out)
	root.SetErr(r.Err)

	root.Version = version()
	root.SilenceErrors = true
	root.SilenceUsage = true
	root.SetFlagErrorFunc(wrongFlag)

	root.PersistentFlags().StringVar(&r.color, "color", colors[0],
		"color the output: auto (on a terminal, without NO_COLOR), always, never")
	root.PersistentFlags().BoolVar(&r.noPager, "no-pager", false,
		"print long output at once; on a terminal it goes to PAGER, or less")
	_ = root.RegisterFlagCompletionFunc("color",
		cobra.FixedCompletions(colors, cobra.ShellCompDirectiveNoFileComp))

	check := root.PersistentPreRunE
	root.PersistentPreRunE = func(c *cobra.Command, args []string) error {
		if err := checkExclusive(c); err != nil {
			return err
		}
		if err := OneOf("color", r.color, colors); err != nil || check == nil {
			return err
		}
		return check(c, args)
	}
}

// Report prints an error in one line, and returns the exit code.
func (r *Run) Report(err error) int {
	if err == nil || closedPipe(r.Broken()) {
		return 0
	}
	if errors.Is(err, context.Canceled) {
		return CodeInterrupted
	}

	code := CodeBad
	var e *Exit
	if errors.As(err, &e) {
		code = e.Code
		if e.Err == nil {
			return code
		}
	}

	r.Message("%v", err)
	return code
}

// closedPipe reports whether the reader of the output, such as the command head, has ended. Then
// the run ends without an error.
func closedPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}
