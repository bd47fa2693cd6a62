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
	"strings"

	"github.com/fatih/color"
	"github.com/spf13/cobra"

	"godotvariant/cmd/gdvar/files"
	"godotvariant/cmd/gdvar/findings"
	"godotvariant/cmd/internal/console"
	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/kinds"
	"godotvariant/cmd/internal/probe"
	"godotvariant/cmd/internal/program"
	"godotvariant/codec/savefile"
)

func (a *app) scanCommand() *cobra.Command {
	var asJSON, all bool

	c := &cobra.Command{
		Use:   "scan DIR...",
		Short: "Look for code and damage",
		Long: `scan reads each save, resource and ConfigFile in folders, and prints a line for each
thing that it finds:

  rounded    a number that single precision would change, as in a build of the engine without
             precision=double. --precision double reports only colors, which are always single.
  object     a full object, with its class. An engine that loads it with allow_objects creates it.
  script     a full object with a script, which an engine runs. Don't load one from a stranger.
  code       a part of a resource (.tres, .tscn, .res, .scn) or of a ConfigFile (.cfg, .godot,
             .import, .remap) that runs code when a game loads it, such as a script, an object, or
             another file. A resource or ConfigFile without findings is only data.
  damaged    The file, or a record in it, can't be read as what its name or its first bytes say. An
             engine may read it nevertheless.
  locked     The file is encrypted, and there is no key: see --password-file.

A file with another name is read as what its first bytes say; --kind reads each file as one kind.
Files of no kind that scan knows, such as images, and symbolic links are not looked at. Their number
is printed, and with --all their names.

The exit code is
  0  scan looked at all files and found nothing
  1  something was found
  2  a folder or a file can't be opened
  3  nothing was found, and there are files that were not looked at`,
		Example: `  gdvar scan saves
  gdvar scan --json saves | jq 'select(.counts.script)'
  gdvar scan --password-file password.txt --precision single saves`,
		Args: program.Takes("DIR..."),
	}

	f := c.Flags()
	f.BoolVar(&asJSON, "json", false,
		"print a line of JSON for each file, also for those without findings")
	f.BoolVar(&all, "all", false,
		fmt.Sprintf("print all findings, and not only %d of a kind in a file, and the files that\n"+
			"were not looked at", findings.Most))

	c.RunE = func(_ *cobra.Command, dirs []string) error {
		o, err := a.options()
		if err != nil {
			return err
		}

		s := &scan{
			app: a, options: o, progress: a.Progress(),
			rule: findings.Rule{All: all, Explain: a.Explained},
		}

		if o.Precision != nil {
			s.rule.Precision = *o.Precision
		}

		s.options.Precision = nil // --precision applies to the findings and not to reading
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
		a.Message("%s", s.summary())

		switch {
		case s.failed != nil:
			return s.failed
		case s.found > 0:
			return &program.Exit{Code: program.CodeFound}
		case s.skipped > 0:
			return &program.Exit{Code: codeSkipped}
		}

		return nil
	}

	return c
}

// A scan is a run of the command scan.
type scan struct {
	*app
	options  document.Options
	rule     findings.Rule
	print    func(*findings.File) error
	progress *console.Progress

	files, skipped, found int
	failed                error // error of a folder or file that can't be opened
}

// summary returns the last line of the output. If scan has skipped files, the line says so.
func (s *scan) summary() string {
	line := fmt.Sprintf("files: %d; findings: %d", s.files, s.found)
	if s.skipped > 0 {
		line = fmt.Sprintf("files: %d; not looked at: %d; findings in the others: %d", s.files,
			s.skipped, s.found)
	}
	return line
}

// isLeftover reports whether a file is a temporary file of a program that was killed.
func isLeftover(name string) bool {
	base := filepath.Base(name)
	return strings.HasPrefix(base, ".save-") && strings.HasSuffix(base, ".tmp")
}

// visit scans one file of the folder.
func (s *scan) visit(name string, entry fs.DirEntry, err error) error {
	switch {
	case err != nil:
		if s.failed != nil {
			s.progress.Clear()
			s.Message("%v", s.failed)
		}
		s.failed = err
		return nil

	case entry.IsDir():
		return nil
	}

	s.files++
	s.progress.Show("files: %d; findings: %d; %s", s.files, s.found, name)

	found, err := s.file(name, entry)
	if err := s.Context.Err(); err != nil {
		return err
	}

	if err != nil || found == nil {
		return err
	}
	if found.Skipped != "" {
		s.skipped++
	}

	for _, n := range found.Counts {
		s.found += n
	}

	s.progress.Clear()
	return s.print(found)
}

// skipped returns the result for a file that scan does not look at, with the reason.
func skipped(name, why string) *findings.File {
	f := findings.New(name)
	f.Skipped = why
	return f
}

// file scans a file. It returns nil if the file can't be opened.
func (s *scan) file(name string, entry fs.DirEntry) (*findings.File, error) {
	switch {
	case !entry.Type().IsRegular():
		return skipped(name, "it is not a regular file"), nil
	case isLeftover(name):
		return skipped(name, "it is a temporary file of gdvar"), nil
	}

	f, err := os.Open(name)
	if err != nil {
		return nil, s.visit(name, nil, err)
	}
	defer f.Close()

	found := findings.New(name)
	o := s.options
	switch s.Flags.Kind {
	case "auto":
		o = kinds.ToScan(name, o)
	case files.KindSave:
	default:
		o = kinds.AsItIs(o)
	}

	r, err := document.Open(s.progress.Reader(s.Source(f, f), name, files.Length(name)), o)
	switch {
	case errors.Is(err, probe.ErrUnknown):
		return skipped(name, "it is neither a save nor a resource nor a ConfigFile"), nil
	case errors.Is(err, savefile.ErrKey):
		found.Add(findings.Finding{Kind: findings.Locked,
			Text: "there is no key: give --password-file or --key-file"})

	case err != nil:
		found.Add(findings.Finding{Kind: findings.Damaged, Text: s.Explained(err).Error()})
	}

	if err != nil {
		if _, err := f.Seek(0, io.SeekStart); err == nil {
			info, _ := savefile.Inspect(f)
			found.Container = info.String()
		}
		return found, nil
	}

	found.Engine, found.Frame = probe.EngineName(r.Dialect()), r.Framing.String()
	found.Precision, found.Container = r.Precision().String(), r.Container.String()

	if body, ok := r.Body().(kinds.Scanner); ok {
		found.Records = 1
		s.rule.Body(found, body.Scan())

		return found, nil
	}

	if err := s.rule.Records(found, r); err != nil {
		return nil, err
	}

	if found.Counts[findings.Damaged] > 0 && r.Container.Container == savefile.Plain &&
		r.Detections[0].Score < leastScore {
		return skipped(name, "only its first bytes look like a save"), nil
	}

	return found, nil
}

// leastScore is the lowest score of a damaged save without a container. A file with a lower score
// is not a save: only its first bytes look like a length and a type, which happens in any file.
const leastScore = 0.1

// lines returns a function that prints a line for each finding.
func (s *scan) lines() func(*findings.File) error {
	kind := s.Paint(s.Out, color.FgYellow)

	return func(found *findings.File) error {
		w := bufio.NewWriter(s.Out)
		if found.Skipped != "" && s.rule.All {
			fmt.Fprintf(w, "%s: not looked at: %s\n", found.File, found.Skipped)
		}

		printed := map[findings.Kind]int{}
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

		for _, k := range findings.Kinds() {
			if more := found.Counts[k] - printed[k]; more > 0 {
				fmt.Fprintf(w, "%s: %s: %d more (--all prints them)\n", found.File,
					kind(string(k)), more)
			}
		}

		return w.Flush()
	}
}

// json prints the findings in a file as JSON, in one line.
func (s *scan) json(found *findings.File) error {
	return json.NewEncoder(s.Out).Encode(found)
}
