package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fatih/color"
	"github.com/spf13/cobra"

	"godotvariant/cmd/gdvar/console"
	"godotvariant/cmd/gdvar/document"
	"godotvariant/cmd/gdvar/files"
	"godotvariant/cmd/gdvar/kinds"
	"godotvariant/codec"
	"godotvariant/codec/resource"
	"godotvariant/codec/savefile"
	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

func (a *app) scanCommand() *cobra.Command {
	var asJSON, all bool

	c := &cobra.Command{
		Use:   "scan DIR...",
		Short: "Look for rounding, objects and damage in the saves of a folder",
		Long: `scan reads each save file in folders, and prints a line for each thing that it
finds:

  rounded    a number that single precision would change, as a build of the engine without
             precision=double stores it. --precision double looks at colors only, which are always
             single.
  object     a full object, with its class. An engine that reads it with allow_objects makes it.
  script     a full object with a script, which an engine runs. Don't load it from a stranger.
  code       in a resource (.tres, .tscn, .res, .scn): what runs code when a game loads it, such as a
             script in it, or another file that it names. A resource without findings is data.
  damaged    the file can't be read, or a record in it.
  locked     the file is encrypted, and there is no key: see --password-file.

Files of other kinds are counted and left out. Symbolic links are not followed. The exit code is 1
if anything is found, 2 if a folder can't be read.`,
		Example: `  gdvar scan saves
  gdvar scan --json saves | jq 'select(.counts.script)'
  gdvar scan --password-file password.txt --precision single saves`,
		Args: usage(cobra.MinimumNArgs(1)),
	}

	f := c.Flags()
	f.BoolVar(&asJSON, "json", false,
		"print a line of JSON for each save file, also for those without findings")
	f.BoolVar(&all, "all", false,
		fmt.Sprintf("print all findings, and not only %d of a kind in a file", mostFindings))

	c.RunE = func(_ *cobra.Command, dirs []string) error {
		o, err := a.options()
		if err != nil {
			return err
		}

		s := &scan{app: a, options: o, all: all, progress: a.progress()}

		if o.Precision != nil {
			s.precision = *o.Precision
		}

		s.options.Precision = nil // it is not that of the files
		s.options.Kinds = scanKinds(o)
		s.print = s.lines()

		if asJSON {
			s.print = s.json
		}
		defer s.progress.Clear()

		for _, dir := range dirs {
			if err := filepath.WalkDir(dir, s.visit); err != nil {
				return err
			}
		}

		s.progress.Clear()
		a.message("%d files, %d saves, %d findings", s.files, s.saves, s.findings)

		switch {
		case s.failed != nil:
			return s.failed
		case s.findings > 0:
			return &exit{code: codeFound}
		}

		return nil
	}

	return c
}

// A scan is one run of the command.
type scan struct {
	*app
	options   document.Options
	precision variant.Precision // in which numbers are rounded
	all       bool
	print     func(*scanned) error
	progress  *console.Progress

	files, saves, findings int
	failed                 error // of a folder or file that can't be opened
}

// scanKinds are the kinds of files that are scanned besides saves. JSON and text hold no
// objects that a game makes by itself.
func scanKinds(o document.Options) []document.Kind {
	return slices.DeleteFunc(slices.Clone(o.Kinds), func(k document.Kind) bool {
		return k.Name != kinds.Resource
	})
}

// isLeftover reports whether a file is one that a killed program has left behind.
func isLeftover(name string) bool {
	base := filepath.Base(name)
	return strings.HasPrefix(base, ".save-") && strings.HasSuffix(base, ".tmp")
}

// scanned is a save file with what was found in it.
type scanned struct {
	File      string              `json:"file"`
	Engine    string              `json:"engine,omitempty"`
	Precision string              `json:"precision,omitempty"`
	Frame     string              `json:"frame,omitempty"`
	Container string              `json:"container"`
	Records   int                 `json:"records"`
	Counts    map[findingKind]int `json:"counts"`
	Findings  []finding           `json:"findings"`
}

// A findingKind is what a finding is of.
type findingKind string

const (
	foundRounded findingKind = "rounded"
	foundObject  findingKind = "object"
	foundScript  findingKind = "script"
	foundCode    findingKind = "code"
	foundDamaged findingKind = "damaged"
	foundLocked  findingKind = "locked"
)

// findingKinds are those of which only some are printed.
var findingKinds = []findingKind{foundRounded, foundObject, foundScript, foundCode, foundDamaged}

// A finding is something that was found in a save.
type finding struct {
	Kind   findingKind `json:"kind"`
	Record *int        `json:"record,omitempty"` // if the file has several
	Path   string      `json:"path,omitempty"`
	Text   string      `json:"text"`
}

// mostFindings is how many findings of a kind in one file are printed.
const mostFindings = 10

// visit scans a file of the folder.
func (s *scan) visit(name string, entry fs.DirEntry, err error) error {
	switch {
	case err != nil:
		if s.failed != nil {
			s.progress.Clear()
			s.message("%v", s.failed)
		}
		s.failed = err
		return nil

	case !entry.Type().IsRegular(), isLeftover(name):
		return nil
	}

	s.files++
	s.progress.Show("%d files, %d saves: %s", s.files, s.saves, name)

	found, err := s.file(name)
	if err := s.ctx.Err(); err != nil {
		return err
	}

	if err != nil || found == nil {
		return err
	}

	s.saves++

	for _, n := range found.Counts {
		s.findings += n
	}

	s.progress.Clear()
	return s.print(found)
}

// file scans a file. It returns nil if the file is no save.
func (s *scan) file(name string) (*scanned, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, s.visit(name, nil, err)
	}
	defer f.Close()
	found := &scanned{File: filepath.ToSlash(name), Counts: map[findingKind]int{},
		Findings: []finding{}}

	r, err := document.Open(s.progress.Reader(s.Source(f, f), name, files.Length(name)), s.options)
	switch {
	case errors.Is(err, document.ErrUnknown):
		return nil, nil
	case errors.Is(err, savefile.ErrKey):
		s.add(found, finding{Kind: foundLocked,
			Text: "there is no key: give --password-file or --key-file"})

	case err != nil:
		s.add(found, finding{Kind: foundDamaged, Text: s.Explained(err).Error()})
	}

	if err != nil {
		if _, err := f.Seek(0, io.SeekStart); err == nil {
			info, _ := savefile.Inspect(f)
			found.Container = info.String()
		}
		return found, nil
	}

	found.Engine, found.Frame = document.EngineName(r.Dialect()), document.FrameName(r.Framing)
	found.Precision, found.Container = r.Precision().String(), r.Container.String()

	if findings, ok := kinds.Scan(r.Body()); ok {
		found.Records = 1
		s.resource(found, findings)

		return found, nil
	}

	if err := s.records(found, r); err != nil {
		return nil, err
	}

	if found.Counts[foundDamaged] > 0 && r.Container.Format == savefile.Plain &&
		r.Detections[0].Score < leastScore {
		return nil, nil
	}

	return found, nil
}

// leastScore is how much of a damaged plain file must be readable for it to be a save. The first
// bytes of a file of another kind may happen to be a length and a type.
const leastScore = 0.1

// records scans the records of a file.
func (s *scan) records(found *scanned, r *document.Reader) error {
	o := codec.Options{Dialect: r.Dialect()}
	if o.Dialect.Real != variant.RealSingle {
		o.Precision = s.precision
	}

	auditor, err := codec.New(o)
	if err != nil {
		return err
	}

	for record, err := range r.All() {
		found.Records++
		at := finding{}

		if !r.Single() {
			at.Record = &record.Index
		}

		if err != nil {
			s.add(found, finding{Kind: foundDamaged, Record: at.Record,
				Text: s.Explained(err).Error()})
		}

		if record.Value == nil {
			continue
		}

		for path, c := range auditor.Audit(record.Value) {
			if s.wants(found, foundRounded) {
				s.add(found, finding{foundRounded, at.Record, path.String(), c.String()})
			}
		}

		for path, v := range tree.Walk(record.Value) {
			if kind, text := describe(path, v); kind != "" && s.wants(found, kind) {
				s.add(found, finding{kind, at.Record, path.String(), text})
			}
		}
	}

	return nil
}

// resource adds what in a resource runs code.
func (s *scan) resource(found *scanned, findings []resource.Finding) {
	for _, f := range findings {
		if s.wants(found, foundCode) {
			s.add(found, finding{Kind: foundCode, Path: f.Path, Text: findingText(f)})
		}
	}
}

// findingText returns the line of a finding without its path, with the first bytes of a source.
func findingText(f resource.Finding) string {
	return strings.TrimPrefix(f.String(), f.Path+": ")
}

// wants counts a finding, and reports whether it is printed.
func (s *scan) wants(found *scanned, kind findingKind) bool {
	if s.all || found.Counts[kind] < mostFindings {
		return true
	}
	found.Counts[kind]++
	return false
}

func (s *scan) add(found *scanned, f finding) {
	found.Counts[f.Kind]++
	found.Findings = append(found.Findings, f)
}

// describe returns what is to say of a full object.
func describe(path tree.Path, v variant.Variant) (kind findingKind, text string) {
	o, ok := v.(objects.Object)
	if !ok || o.Class == "" {
		return "", ""
	}

	if n := len(path); n > 0 && path[n-1].Kind == variant.StepProperty &&
		path[n-1].Name == "script" {
		return "", "" // part of the object around it
	}

	switch script, _ := o.Get("script"); script := script.(type) {
	case objects.Object: // up to Godot 4.2
		if script.Class == "" {
			break
		}

		from := "in the file"
		if path, ok := script.Get("resource_path"); ok && path != variant.String("") {
			from = "from " + variant.Text(path)
		}

		return foundScript, fmt.Sprintf("%s with a %s %s", o.Class, script.Class, from)

	case variant.String: // since Godot 4.3
		if script != "" {
			return foundScript, fmt.Sprintf("%s with the script %s", o.Class, variant.Text(script))
		}
	}

	return foundObject, o.Class
}

// lines returns a function that prints a line for each finding.
func (s *scan) lines() func(*scanned) error {
	kind := s.paint(s.out, color.FgYellow)

	return func(found *scanned) error {
		w := bufio.NewWriter(s.out)
		printed := map[findingKind]int{}
		for _, f := range found.Findings {
			printed[f.Kind]++
			fmt.Fprintf(w, "%s: %s: ", found.File, kind(string(f.Kind)))

			if f.Record != nil && f.Path != "" {
				fmt.Fprintf(w, "record %d: ", *f.Record)
			}
			if f.Path != "" {
				fmt.Fprintf(w, "%s: ", f.Path)
			}

			fmt.Fprintln(w, f.Text)
		}

		for _, k := range findingKinds {
			if more := found.Counts[k] - printed[k]; more > 0 {
				fmt.Fprintf(w, "%s: %s: %d more (--all prints them)\n", found.File,
					kind(string(k)), more)
			}
		}

		return w.Flush()
	}
}

// json prints a file in one line.
func (s *scan) json(found *scanned) error {
	return json.NewEncoder(s.out).Encode(found)
}
