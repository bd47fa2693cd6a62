package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// TestHelpFits: the help fits a screen of 24 lines with 80 columns, below its command line, and
// names every command.
func TestHelpFits(t *testing.T) {
	help := fine(t, "gdvar help")
	require.Equal(t, help, fine(t, "gdvar --help"))
	require.Equal(t, help, fine(t, "gdvar"))
	require.LessOrEqual(t, strings.Count(help, "\n"), 23)

	for line := range strings.Lines(help) {
		require.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), 80, line)
	}

	for _, command := range testApp().root().Commands() {
		require.Contains(t, help, " "+command.Name()+" ")
	}
}
