package main

import (
	"strings"

	"github.com/spf13/cobra"

	"godotvariant/cmd/internal/probe"
	"godotvariant/cmd/internal/program"
	"godotvariant/codec"
	"godotvariant/variant"
)

// An app is one run of the command.
type app struct {
	*program.Run

	engine string // the value of --engine
}

// addEngine adds the flag --engine.
func (a *app) addEngine(c *cobra.Command) {
	c.Flags().StringVar(&a.engine, "engine", engineAuto,
		"the `engine` of the game: auto (godot4), "+strings.Join(probe.EngineNames(), ", "))
	_ = c.RegisterFlagCompletionFunc("engine",
		cobra.FixedCompletions(engines(), cobra.ShellCompDirectiveNoFileComp))
}

// engineAuto is the value of --engine for the default.
const engineAuto = "auto"

// engines returns the values of --engine.
func engines() []string { return append([]string{engineAuto}, probe.EngineNames()...) }

// dialect returns the dialect of --engine.
func (a *app) dialect() (*variant.Dialect, error) {
	if a.engine == engineAuto {
		return codec.Godot4, nil
	}

	if d := probe.EngineByName(a.engine); d != nil {
		return d, nil
	}

	return nil, program.OneOf("engine", a.engine, engines())
}
