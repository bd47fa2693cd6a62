package main

import (
	"strings"

	"github.com/spf13/cobra"

	"godotvariant/cmd/internal/probe"
	"godotvariant/cmd/internal/program"
	"godotvariant/codec"
	"godotvariant/variant"
)

// An app is one run of gdnet.
type app struct {
	*program.Run

	engine string // the value of --engine
}

// addEngine adds the flag --engine to a command.
func (a *app) addEngine(c *cobra.Command) {
	c.Flags().StringVar(&a.engine, "engine", engineAuto,
		"the `engine` of the game: auto (godot4), "+strings.Join(probe.EngineNames(), ", "))
	_ = c.RegisterFlagCompletionFunc("engine",
		cobra.FixedCompletions(engines(), cobra.ShellCompDirectiveNoFileComp))
}

// engineAuto is the default of --engine. It stands for Godot 4.
const engineAuto = "auto"

// engines returns the values that --engine may have.
func engines() []string { return append([]string{engineAuto}, probe.EngineNames()...) }

// dialect returns the dialect of the engine that --engine names.
func (a *app) dialect() (*variant.Dialect, error) {
	if a.engine == engineAuto {
		return codec.Godot4, nil
	}

	if d := probe.EngineByName(a.engine); d != nil {
		return d, nil
	}

	return nil, program.OneOf("engine", a.engine, engines())
}
