package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// peers is the report of servers with different numbers of clients.
type peers struct {
	about    about
	play     time.Duration
	panels   []panel
	answered float64 // lowest number of answers per move
	slowest  string  // server with the lowest number of answers
}

// measurePeers measures the servers of this machine, one at a time, with clients that send 20 moves
// a second each.
func measurePeers(ctx context.Context, o options, progress io.Writer) (report, error) {
	cost := panel{
		title: "Clients at 20 Hz: µs of processor time a message", sizeName: "clients",
		sizes: []int{10, 50, 100, 200, 500},
	}
	cost.limit(o.most)
	use := panel{
		title:    "Clients at 20 Hz: per cent of one processor",
		sizeName: cost.sizeName, sizes: cost.sizes,
	}
	r := peers{about: newAbout(o.settings, nil), play: o.play, answered: 1}

	for _, start := range servers(progress) {
		one, all := curve{}, curve{}
		for _, clients := range cost.sizes {
			s, l, err := measureServer(ctx, start, clients, o.play)
			if err != nil {
				return nil, err
			}

			fmt.Fprintf(progress, "measuring %d clients of %s: %d messages\n", clients, s.name,
				l.messages)
			one.name, all.name = s.name, s.name
			each := float64(l.processor.Nanoseconds()) / 1000 / float64(l.messages)
			one.figures = append(one.figures, each)
			all.figures = append(all.figures, 100*l.processor.Seconds()/l.span.Seconds())
			r.note(s, clients, l.answered)
		}
		cost.curves = append(cost.curves, one)
		use.curves = append(use.curves, all)
	}

	r.panels = []panel{cost, use}
	return r, nil
}

// measureServer starts a server, and measures it with some clients.
func measureServer(
	ctx context.Context, start func() (*gameServer, error), clients int, play time.Duration,
) (*gameServer, load, error) {
	s, err := start()
	if err != nil {
		return nil, load{}, err
	}
	defer s.close()

	l, err := s.measure(ctx, clients, play)
	return s, l, err
}

// note adds the version of the server to the report. The argument perMove is the number of answers
// for each move. If it is the lowest number so far, note stores it with the name of the server.
func (r *peers) note(s *gameServer, clients int, perMove float64) {
	if s.version != "" && !slices.Contains(r.about.versions, s.version) {
		r.about.versions = append(r.about.versions, s.version)
	}
	if perMove < r.answered {
		r.answered = perMove
		r.slowest = fmt.Sprintf("%s with %d clients", s.name, clients)
	}
}

func (peers) section() string { return "peers" }

// markdown returns a table for each panel.
func (r peers) markdown() string {
	return tables(r.panels) +
		fmt.Sprintf("%s. The clients played for %v. %s\n", r.about.where(), r.play, r.answers())
}

// answers returns a sentence that says whether the servers have answered all moves. It ignores up
// to 2 % of missing answers, because the answers to the last moves may not have arrived yet.
func (r peers) answers() string {
	if r.answered > 0.98 {
		return "All moves were answered."
	}
	return fmt.Sprintf("The least answers: %s answered %.0f %% of the moves.", r.slowest,
		100*r.answered)
}

// summary returns a sentence with the times for the greatest number of clients.
func (r peers) summary() string {
	p := r.panels[0]
	last := len(p.sizes) - 1
	var each []string
	for _, c := range p.curves {
		each = append(each, fmt.Sprintf("%s %s µs", c.name, digits(c.figures[last])))
	}
	return fmt.Sprintf("Processor time of a server for a message, with %d clients at 20 Hz: %s.\n",
		p.sizes[last], strings.Join(each, ", "))
}

// svg draws a plot for each panel.
func (r peers) svg() string {
	return plots(r.panels, "What clients cost a server in Go, and servers in GDScript",
		"Two plots of lines. "+r.summary(), r.about.short())
}
