package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"godotvariant/internal/test/chart"
)

// A panel is a plot of the time of some work for different sizes of the work.
type panel struct {
	title    string // title of the plot, above its curves
	sizeName string // unit of the sizes
	sizes    []int
	speedup  bool // the figures are speedups instead of times
	open     func(size int) ([]work, error)
	curves   []curve // the results
}

// A work is one kind of work at one size. A panel shows its time.
type work struct {
	name string
	step step
}

// A curve has the results for one kind of work: a time or a speedup for each of the panel's sizes.
type curve struct {
	name    string
	figures []float64
}

// panels returns all panels.
func panels() []panel {
	return []panel{
		{
			title: "Entities in a scene: nanoseconds for one", sizeName: "entities",
			sizes: []int{10, 100, 1000, 10_000, 100_000}, open: openScene,
		},
		{
			title: "Arrays in arrays: nanoseconds for one", sizeName: "levels",
			sizes: []int{1, 10, 100, 1000}, open: openNested,
		},
		{
			title: "Keys of a Dictionary: nanoseconds for one", sizeName: "keys",
			sizes: []int{10, 100, 1000, 10_000, 100_000, 1_000_000}, open: openKeys,
		},
		{
			title: "Goroutines with one Codec: throughput over one", sizeName: "goroutines",
			sizes: []int{1, 2, 4, 8, 16, 32, 64}, speedup: true, open: openGoroutines,
		},
	}
}

// limit removes all sizes greater than maxSize, but keeps the first size. If maxSize is 0, limit
// removes no size.
func (p *panel) limit(maxSize int) {
	for len(p.sizes) > 1 && maxSize > 0 && p.sizes[len(p.sizes)-1] > maxSize {
		p.sizes = p.sizes[:len(p.sizes)-1]
	}
}

// measure measures each kind of work for the first size, and for the sizes up to maxSize. If
// maxSize is 0, it measures all sizes. It stores the curves in p.curves, and returns the lanes with
// the samples.
func (p *panel) measure(maxSize int, s settings) ([]*lane, error) {
	p.limit(maxSize)
	var lanes []*lane
	for _, size := range p.sizes {
		works, err := p.open(size)
		if err != nil {
			return nil, err
		}

		for _, w := range works {
			lanes = append(lanes, &lane{
				candidate: "godotvariant", workload: fmt.Sprintf("%d %s", size, p.sizeName),
				direction: direction(w.name), step: w.step,
			})
		}
	}

	if err := measureLanes(lanes, s); err != nil {
		return nil, err
	}

	works := len(lanes) / len(p.sizes)
	for i, first := range lanes[:works] {
		c := curve{name: string(first.direction)}
		for k, size := range p.sizes {
			figure := lanes[k*works+i].fastest() / float64(size)
			if p.speedup {
				figure = first.fastest() / figure
			}
			c.figures = append(c.figures, figure)
		}

		p.curves = append(p.curves, c)
	}

	return lanes, nil
}

// growth is the report of all panels.
type growth struct {
	about  about
	panels []panel
}

// measureGrowth measures all panels. It takes fewer and longer samples than measureSpeed.
func measureGrowth(ctx context.Context, o options, progress io.Writer) (report, error) {
	s := settings{rounds: max(1, o.rounds/2), sample: 5 * o.sample, limit: o.limit}
	g := growth{newAbout(s, nil), panels()}
	live := make([]byte, liveHeap)

	for i := range g.panels {
		if err := ctx.Err(); err != nil {
			return nil, err
		}

		fmt.Fprintln(progress, "measuring", g.panels[i].sizeName)
		lanes, err := g.panels[i].measure(o.most, s)
		if err != nil {
			return nil, err
		}
		g.about.measured(lanes)
	}

	runtime.KeepAlive(live)
	return g, nil
}

func (growth) section() string { return "growth" }

// markdown returns a table for each panel.
func (g growth) markdown() string { return tables(g.panels) + g.about.String() + "\n" }

// tables returns a table for each panel.
func tables(panels []panel) string {
	var b strings.Builder
	for _, p := range panels {
		fmt.Fprintf(&b, "**%s**\n\n| %s |", p.title, p.sizeName)

		for _, size := range p.sizes {
			fmt.Fprintf(&b, " %s |", chart.Grouped(size))
		}

		b.WriteString(" most / least |\n|---|" + strings.Repeat("---:|", len(p.sizes)+1) + "\n")

		for _, c := range p.curves {
			fmt.Fprintf(&b, "| %s |", c.name)
			for _, figure := range c.figures {
				fmt.Fprintf(&b, " %s |", digits(figure))
			}
			fmt.Fprintf(&b, " %s |\n", digits(slices.Max(c.figures)/slices.Min(c.figures)))
		}

		b.WriteString("\n")
	}
	return b.String()
}

// summary returns a sentence that compares the time of an entity in the largest scene with the time
// of an entity in the smallest scene.
func (g growth) summary() string {
	p := g.panels[0]
	last := len(p.sizes) - 1
	times := func(c curve) string { return digits(c.figures[last] / c.figures[0]) }

	return fmt.Sprintf("Time grows linearly: "+
		"an entity in a scene of %s takes %s times as long to encode as one\n"+
		"in a scene of %s, and %s times as long to decode.\n",
		chart.Grouped(p.sizes[last]), times(p.curves[0]),
		chart.Grouped(p.sizes[0]), times(p.curves[1]))
}
