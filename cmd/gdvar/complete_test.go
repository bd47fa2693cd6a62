package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestComplete(t *testing.T) {
	golden(t, "complete",
		"gdvar __complete s",
		"gdvar __complete show --engine ''",
		"gdvar __complete show --frame ''",
		"gdvar __complete show --json=",
		"gdvar __complete get godot3/plain.save ''",
		"gdvar __complete get godot3/plain.save b",
		"gdvar __complete get godot3/plain.save bag",
		"gdvar __complete get godot3/plain.save bag[",
		"gdvar __complete get godot3/plain.save bag[1].",
		"gdvar __complete get godot4/two.save [1][2]",
		"gdvar __complete get godot3/plain.save hp ''",
		"gdvar __complete set godot3/plain.save h",
		"gdvar __complete set godot3/plain.save hp=",
		"gdvar __complete set godot3/plain.save hp=1 pos=",
		"gdvar __complete get nowhere.save ''",
		"gdvar __complete get godot3/secret.save ''",
	)
}

// TestCompletionScripts: there is a script for each shell.
func TestCompletionScripts(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		r := gdvar(t, "", "gdvar completion "+shell)
		require.Zero(t, r.code)
		require.Contains(t, strings.ToLower(r.out), "__complete", shell)
	}
}
