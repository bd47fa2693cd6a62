package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/probe"
	"godotvariant/codec"
	"godotvariant/codec/inspect"
	"godotvariant/codec/savefile"
)

func (a *app) detectCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "detect [FILE...]",
		Short: "Tell the engine and form",
		Long: `detect prints the container of a file, and the ways to read it, best first: a score
from 0 to 1, the engine, the precision, the frame, the number of records and the reasons.

A file does not name its engine. The score of an engine is lower if the values look unlikely, or if
the engine would write other bytes for them. Engines that write the same bytes have the same score.
set and edit write such a file if the change has the same bytes in all of these engines; otherwise
they ask for --engine.

If a file is longer than 1 MiB, detect reads only its beginning.`,
		Example: `  gdvar detect player.save
  gdvar detect --engine godot3 player.save`,
		RunE: func(c *cobra.Command, files []string) error { return a.each(files, a.detect) },
	}
}

// detect prints the ways to read a file.
func (a *app) detect(name string) error {
	r, closer, err := a.Open(name, codec.Default)
	if err != nil {
		return err
	}
	defer closer.Close()

	around := "no container"

	if r.Container.Container != savefile.Plain {
		around = r.Container.String()
	}

	for _, layer := range r.Layers {
		around += ", " + layer
	}

	if r.At > 0 {
		around += fmt.Sprintf(", records from byte %d", r.At)
	}

	if _, err := fmt.Fprintf(a.Out, "%s: %s\n", name, around); err != nil {
		return err
	}

	if r.Kind != "" {
		_, err := fmt.Fprintf(a.Out, "  %s\n", &r.Format)
		return err
	}

	w := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
	for _, d := range r.Detections {
		fmt.Fprintf(w, "  %.2f\t%s\t%v\t%s\t%s\t%s\n",
			d.Score, probe.EngineName(d.Dialect), d.Precision, frame.Of(d).String(),
			count(r, d), d.Why)
	}

	return w.Flush()
}

// count returns the number of records as text.
func count(r *document.Reader, d inspect.Detection) string {
	switch {
	case d.Values < 0:
		return "records not counted"
	case d.Values == 0:
		return "damaged"
	case d.Values == 1 && !r.Beginning:
		return "1 record"
	case r.Beginning:
		return fmt.Sprintf("%d records and more", d.Values)
	default:
		return fmt.Sprintf("%d records", d.Values)
	}
}
