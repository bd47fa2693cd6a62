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
	"godotvariant/cmd/gdvar/findings"
	"godotvariant/cmd/gdvar/kinds"
	"godotvariant/codec/savefile"
)

func (a *app) scanCommand() *cobra.Command {
	var asJSON, all bool

	c := &cobra.Command{
		Use:   "scan DIR...",
		Short: "Look for rounding, objects and damage in the saves of a folder",
		Long: `scan reads each save file in folders, and prints a line for each thing that it
finds:

  rounded    a number that single precision would change, as in a build of the engine without
             precision=double. --precision double reports only colors, which are always single.
  object     a full object, with its class. An engine that loads it with allow_objects creates it.
  script     a full object with a script, which an engine runs. Don't load one from a stranger.
  code       a part of a resource (.tres, .tscn, .res, .scn) that runs code when a game loads it,
             such as a script, or another file. A resource without findings is only data.
  damaged    The file, or a record in it, can't be read.
  locked     The file is encrypted, and there is no key: see --password-file.

Files of other kinds are counted and skipped. Symbolic links are not followed. The exit code is 1
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
		fmt.Sprintf("print all findings, and not only %d of a kind in a file", findings.Most))

	c.RunE = func(_ *cobra.Command, dirs []string) error {
		o, err := a.options()
		if err != nil {
			return err
		}

		s := &scan{
			app: a, options: o, progress: a.progress(),
			rule: findings.Rule{All: all, Explain: a.Explained},
		}

		if o.Precision != nil {
			s.rule.Precision = *o.Precision
		}

		s.options.Precision = nil // --precision is for the findings and not for reading
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
		a.message("%d files, %d saves, %d findings", s.files, s.saves, s.found)

		switch {
		case s.failed != nil:
			return s.failed
		case s.found > 0:
			return &exit{code: codeFound}
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

	files, saves, found int
	failed              error // error of a folder or file that can't be opened
}

// scanKinds returns the kinds of files to scan besides saves. JSON and text can't hold objects.
func scanKinds(o document.Options) []document.Kind {
	return slices.DeleteFunc(slices.Clone(o.Kinds), func(k document.Kind) bool {
		return k.Name != kinds.Resource
	})
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
		s.found += n
	}

	s.progress.Clear()
	return s.print(found)
}

// file scans a file. It returns nil if the file is not a save.
func (s *scan) file(name string) (*findings.File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, s.visit(name, nil, err)
	}
	defer f.Close()
	found := &findings.File{File: filepath.ToSlash(name), Counts: map[findings.Kind]int{},
		Findings: []findings.Finding{}}

	r, err := document.Open(s.progress.Reader(s.Source(f, f), name, files.Length(name)), s.options)
	switch {
	case errors.Is(err, document.ErrUnknown):
		return nil, nil
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

	found.Engine, found.Frame = document.EngineName(r.Dialect()), document.FrameName(r.Framing)
	found.Precision, found.Container = r.Precision().String(), r.Container.String()

	if inResource, ok := kinds.Scan(r.Body()); ok {
		found.Records = 1
		s.rule.Resource(found, inResource)

		return found, nil
	}

	if err := s.rule.Records(found, r); err != nil {
		return nil, err
	}

	if found.Counts[findings.Damaged] > 0 && r.Container.Format == savefile.Plain &&
		r.Detections[0].Score < leastScore {
		return nil, nil
	}

	return found, nil
}

// leastScore is the part of a damaged file without container that must be readable, or the file is
// not a save. The first bytes of any file may look like a length and a type.
const leastScore = 0.1

// lines returns a function that prints a line for each finding.
func (s *scan) lines() func(*findings.File) error {
	kind := s.paint(s.out, color.FgYellow)

	return func(found *findings.File) error {
		w := bufio.NewWriter(s.out)
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

// json prints a file in one line.
func (s *scan) json(found *findings.File) error {
	return json.NewEncoder(s.out).Encode(found)
}
