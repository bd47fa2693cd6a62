package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/programtest"
)

// TestPager: in a terminal a pager shows the output, with each error at its place. gdvar starts no
// pager with --no-pager, for a pipe, and for commands with short output.
func TestPager(t *testing.T) {
	programtest.RequireProgram(t, "sed")
	chdirSaves(t)
	const pager = "sed s/^/paged:/"
	shown := func(want string, args ...string) {
		t.Helper()
		s := pagedBy(t, pager, args...)
		<-s.done
		_ = s.cmd.Wait() // some of the commands exit with a code other than 0
		require.Equal(t, want, strings.ReplaceAll(s.out.String(), "\r\n", "\n"))
	}

	shown("paged:10\n", "get", "godot3/plain.save", "hp")
	shown("10\n", "get", "--no-pager", "godot3/plain.save", "hp")
	shown("$.hp: 10 → 11\n", "set", "-n", "godot3/plain.save", "hp=11")
	shown("paged:@ $[\"hp\"]\npaged:- 10\npaged:+ 11\n", "diff", "--color", "never",
		"godot3/plain.save", hitPoints(t))

	s := pagedBy(t, pager, "show", "--flat", "godot3/plain.save", "damaged/cut.save",
		"godot4/plain.save")
	<-s.done
	require.Error(t, s.cmd.Wait())
	require.Regexp(t, `(?s)paged:godot3/plain.save:\$.*paged:gdvar: damaged/cut.save: .*`+
		`paged:godot4/plain.save:\$`, s.out.String())

	require.Equal(t, "10\n", fine(t, "PAGER=false gdvar get godot3/plain.save hp"))
}

// hitPoints writes a copy of a save in which the hit points differ, and returns its name.
func hitPoints(t *testing.T) string {
	t.Helper()
	programtest.Write(t, "other.save", programtest.Content(t, "godot3/plain.save"))
	fine(t, "gdvar set other.save hp=11")
	return "other.save"
}

// TestPagerLeft: a user who leaves the pager early ends the command, without an error. If the pager
// is missing, the output goes to the terminal.
func TestPagerLeft(t *testing.T) {
	programtest.RequireProgram(t, "head")
	chdirSaves(t)

	s := pagedBy(t, "head -n 1", "show", "--flat", "godot3/plain.save")
	s.does("", "$ = {}")
	s.ends()

	s = pagedBy(t, "no-such-pager", "get", "godot3/plain.save", "hp")
	s.does("", "10")
	s.ends()
}
