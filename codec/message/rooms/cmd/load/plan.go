package main

import (
	"fmt"
	"io"
	"path/filepath"
	"time"

	"godotvariant/internal/test/chart"
)

// A plan has the settings of a measurement.
type plan struct {
	processes []int         // numbers of processes to measure
	clients   []int         // numbers of clients to measure with each number of processes
	room      int           // number of players in a room
	period    time.Duration // duration of the measurement of a row
	kills     int           // number of times that an owner is killed
	rooms     []int         // numbers of rooms to measure; a third of the rooms lose their owner
	moves     []int         // numbers of players who move in a room
	pace      time.Duration // time from an acknowledgement to the next message, for crowds
	servers   int           // number of NATS servers; each one stores all records
	sync      bool          // the NATS servers wait for the disk before they answer
	charts    string        // folder for the charts, or ""
	out       io.Writer     // writer for the results, in Markdown
}

// draw saves a chart, and adds it to the document. If there is no folder for charts, it does
// nothing.
func (p plan) draw(name string, c chart.Chart) error {
	if p.charts == "" {
		return nil
	}
	file := filepath.Join(p.charts, name+".svg")
	fmt.Fprintf(p.out, "\n![%s](%s/%s.svg)\n", c.Title, filepath.Base(p.charts), name)
	return c.Save(file)
}
