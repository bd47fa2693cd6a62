package program_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/fatih/color"
	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/program"
)

// play runs a command of a program, and returns its exit code, its output and its messages.
func play(t *testing.T, c *cobra.Command, args ...string) (code int, out, problems string) {
	t.Helper()
	var o, e bytes.Buffer
	s := program.Streams{In: strings.NewReader(""), Out: &o, Err: &e}
	r := program.New(t.Context(), "tool", s, func(string) string { return "" })

	root := &cobra.Command{Use: "tool"}
	root.AddCommand(c)
	code = r.Execute(root, append([]string{c.Name()}, args...))

	return code, o.String(), e.String()
}

// TestTakes: the error of a command line names the arguments that are missing, or the first
// argument that is too many.
func TestTakes(t *testing.T) {
	for _, x := range []struct{ names, args, want string }{
		{"FILE... PATH", "a b c", ""},
		{"FILE... PATH", "a", "PATH is missing"},
		{"FILE... PATH NAME", "a", "PATH and NAME are missing"},
		{"FILE... PATH NAME", "", "FILE, PATH and NAME are missing"},
		{"FILE... PATH", "", "FILE and PATH are missing"},
		{"[FILE]", "", ""},
		{"[FILE]", "a", ""},
		{"[FILE]", "a b", `"b" is one argument too many`},
		{"[FILE...]", "a b c", ""},
		{"FILE [DIFF]", "", "FILE is missing"},
		{"", "a", `"a" is one argument too many`},
	} {
		c := &cobra.Command{
			Use: "do ARGS", Args: program.Takes(strings.Fields(x.names)...),
			RunE: func(*cobra.Command, []string) error { return nil },
		}

		want := ""
		if x.want != "" {
			want = "tool: " + x.want + ": tool do ARGS (see tool do --help)\n"
		}

		code, _, problems := play(t, c, strings.Fields(x.args)...)
		require.Equal(t, want, problems, "%s: %s", x.names, x.args)
		require.Equal(t, x.want != "", code == program.CodeBad)
	}
}

// TestWrongFlags: the error of a flag describes its valid values.
func TestWrongFlags(t *testing.T) {
	for line, want := range map[string]string{
		"--count x":                    "--count x: it must be a whole number",
		"--count 99999999999999999999": "--count 99999999999999999999: it must be a whole number",
		"--speed x":                    "--speed x: it must be a number",
		"--wait 5":                     "--wait 5: it must be a time, such as 1.5s or 500ms",
		"--all=x":                      "--all x: it must be true or false",
		"--nothing":                    "unknown flag: --nothing",
		"--speed":                      "flag needs an argument: --speed",
	} {
		c := &cobra.Command{Use: "do", RunE: func(*cobra.Command, []string) error { return nil }}
		c.Flags().Int("count", 0, "")
		c.Flags().Float64("speed", 0, "")
		c.Flags().Duration("wait", 0, "")
		c.Flags().Bool("all", false, "")

		code, _, problems := play(t, c, strings.Fields(line)...)
		require.Equal(t, "tool: "+want+" (see tool do --help)\n", problems)
		require.Equal(t, program.CodeBad, code)
	}
}

// TestExclusive: the error for two flags that exclude each other names both flags.
func TestExclusive(t *testing.T) {
	for line, want := range map[string]string{
		"--a": "", "--a --c": "", "--b --c": "--b and --c exclude each other",
		"--b --a": "--a and --b exclude each other", "--color no": "--color no: it must be one of",
	} {
		c := &cobra.Command{Use: "do", RunE: func(*cobra.Command, []string) error { return nil }}
		for _, name := range []string{"a", "b", "c"} {
			c.Flags().Bool(name, false, "")
		}
		program.Exclusive(c, "a", "b")
		program.Exclusive(c, "b", "c")

		_, _, problems := play(t, c, strings.Fields(line)...)
		require.Contains(t, problems, want, line)
		require.Equal(t, want == "", problems == "", line)
	}
}

// TestExitCodes: each error has its exit code, and a message in one line. An Exit without an error
// prints nothing.
func TestExitCodes(t *testing.T) {
	for _, x := range []struct {
		err  error
		code int
		text string
	}{
		{nil, 0, ""},
		{errors.New("two\nlines"), program.CodeBad, "tool: two lines\n"},
		{&program.Exit{Code: program.CodeFound}, program.CodeFound, ""},
		{fmt.Errorf("in: %w", &program.Exit{Code: 7, Err: errors.New("it")}), 7, "tool: in: it\n"},
		{context.Canceled, program.CodeInterrupted, ""},
	} {
		c := &cobra.Command{Use: "do", RunE: func(*cobra.Command, []string) error { return x.err }}
		code, _, problems := play(t, c)
		require.Equal(t, x.code, code)
		require.Equal(t, x.text, problems)
	}
}

// TestVersion: the version that a program prints includes the version of Go.
func TestVersion(t *testing.T) {
	var out bytes.Buffer
	r := program.New(t.Context(), "tool", program.Streams{Out: &out, Err: &out},
		func(string) string { return "" })

	do := &cobra.Command{Use: "do", Run: func(*cobra.Command, []string) {}}
	root := &cobra.Command{Use: "tool"}
	root.AddCommand(do)
	require.Zero(t, r.Execute(root, []string{"--version"}))
	require.Contains(t, out.String(), runtime.Version())
}

// TestHelp: the help of the program has its commands in groups, two in a line. A command keeps its
// own help.
func TestHelp(t *testing.T) {
	command := func(name, short string) *cobra.Command {
		return &cobra.Command{Use: name, Short: short, Run: func(*cobra.Command, []string) {}}
	}
	help := func(args ...string) string {
		var out bytes.Buffer
		r := program.New(t.Context(), "tool", program.Streams{Out: &out, Err: &out},
			func(string) string { return "" })
		values := program.HelpGroup{Title: "Values", Commands: []*cobra.Command{
			command("get", "print values"),
			command("set", "set values"),
			command("delete", "delete values"),
		}}
		h := program.Help{
			Begin:  "A tool.\n\n",
			End:    "\nThat is all.\n",
			Groups: []program.HelpGroup{values},
		}

		root := &cobra.Command{Use: "tool"}
		h.Set(root)
		require.Zero(t, r.Execute(root, args))
		return out.String()
	}

	require.Equal(t, "A tool.\n\nValues:\n"+
		"  get       print values                  set       set values\n"+
		"  delete    delete values\n\nThat is all.\n", help("--help"))
	require.Contains(t, help("get", "--help"), "tool get")
	require.NotContains(t, help("get", "--help"), "That is all.")
}

// TestPaint: text is colored on a terminal that has colors.
func TestPaint(t *testing.T) {
	const red = "\x1b[31mred\x1b[0m"
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("SKIPPED, not tested: this system has no terminals: ", err)
	}
	defer terminal.Close()

	for _, c := range []struct {
		out  io.Writer
		env  map[string]string
		want string
	}{
		{terminal, nil, red},
		{terminal, map[string]string{"TERM": "xterm"}, red},
		{terminal, map[string]string{"TERM": "dumb"}, "red"},
		{terminal, map[string]string{"NO_COLOR": "1"}, "red"},
		{&bytes.Buffer{}, nil, "red"},
	} {
		env := func(name string) string { return c.env[name] }
		r := program.New(t.Context(), "tool", program.Streams{Out: c.out, Err: c.out}, env)
		require.Equal(t, c.want, r.Paint(c.out, color.FgRed)("red"), c.env)
	}
}
