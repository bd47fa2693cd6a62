package main

import (
	"fmt"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"godotvariant/internal/test/prose"
)

// A report shows the measurements as text and as a picture.
type report interface {
	section() string  // name of the report's section in the documents
	markdown() string // tables
	summary() string  // a few sentences, or "" if there are none
	svg() string      // "" if there is no picture
}

// about describes the machine and the settings of a measurement.
type about struct {
	machine, system string
	versions        []string // versions of Go and the engines
	formats         []string // names and versions of other codecs
	settings        settings
}

// newAbout describes this machine and program.
func newAbout(s settings, godots []*godot) about {
	a := about{
		machine:  fmt.Sprintf("%s, %d CPUs", processor(), runtime.NumCPU()),
		system:   runtime.GOOS + "/" + runtime.GOARCH,
		versions: []string{"Go " + strings.TrimPrefix(runtime.Version(), "go")},
		settings: s,
	}

	for _, g := range godots {
		a.versions = append(a.versions, g.version)
	}

	return a
}

// measured lowers the number of rounds in a.settings if the lanes have fewer samples. A time limit
// may have ended the measurement before the last round.
func (a *about) measured(lanes []*lane) {
	a.settings.rounds = min(a.settings.rounds, len(lanes[0].samples))
}

// short returns the description below the chart.
func (a about) short() string { return a.machine + ", " + strings.Join(a.versions, ", ") }

// String returns the description below a table.
func (a about) String() string {
	return fmt.Sprintf("%s, beside %d MiB of live heap. "+
		"Each figure is the fastest of at least %d samples of about %v.", a.where(),
		liveHeap>>20, a.settings.rounds, a.settings.sample)
}

// where returns a text with the machine and the programs.
func (a about) where() string {
	return fmt.Sprintf("Measured on %s, %s, with %s", a.machine, a.system,
		strings.Join(slices.Concat(a.versions, a.formats), ", "))
}

// processor returns the name of the processor on Linux, and "a processor" on other systems.
func processor() string {
	info, _ := os.ReadFile("/proc/cpuinfo") // other systems do not have this file
	name := regexp.MustCompile(`(?m)^model name\s*: (.*)$`).FindSubmatch(info)
	if name == nil {
		return "a processor"
	}
	return strings.NewReplacer("(R)", "", "(TM)", "").Replace(string(name[1]))
}

// formatVersions returns the versions of other codecs in this build.
func formatVersions(modules ...string) []string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return nil
	}

	var versions []string
	for _, module := range modules {
		i := slices.IndexFunc(info.Deps, func(d *debug.Module) bool { return d.Path == module })
		if i >= 0 {
			versions = append(versions, module+" "+info.Deps[i].Version)
		}
	}

	return versions
}

// A document is a Markdown file with sections that this program writes. A section is between the
// lines "<!-- begin NAME -->" and "<!-- end NAME -->".
type document struct{ file, text string }

// openDocument reads a document. It returns an error if one of the sections is missing.
func openDocument(file string, sections ...string) (*document, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}

	d := &document{file, string(text)}
	for _, name := range sections {
		if err := d.set(name, ""); err != nil {
			return nil, err
		}
	}

	return d, nil
}

// set replaces the text of a section. It wraps prose after 100 columns at most.
func (d *document) set(name, text string) error {
	begin, end := "<!-- begin "+name+" -->\n", "<!-- end "+name+" -->\n"
	before, rest, ok := strings.Cut(d.text, begin)

	_, after, ended := strings.Cut(rest, end)
	if !ok || !ended {
		return fmt.Errorf("%s has no lines %q and %q", d.file, strings.TrimSpace(begin),
			strings.TrimSpace(end))
	}

	d.text = before + begin + prose.Wrap(text) + end + after
	return nil
}

// save writes the document to its file.
func (d *document) save() error { return os.WriteFile(d.file, []byte(d.text), 0o644) }
