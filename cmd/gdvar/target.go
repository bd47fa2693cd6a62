package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"godotvariant/cmd/internal/console"
	"godotvariant/cmd/internal/program"
	"godotvariant/codec/convert"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
)

// An outputFile is the output of a command, with the flags -o and --force.
type outputFile struct {
	output string
	force  bool
}

// addOutput adds the flags.
func (o *outputFile) addOutput(c *cobra.Command, usual string) {
	f := c.Flags()
	f.StringVarP(&o.output, "output", "o", usual, "the `file` to write, - for standard output")
	f.BoolVar(&o.force, "force", false, "replace the file of -o, if there is one")
}

// free returns an error if the output exists and --force is missing.
func (o *outputFile) free() error {
	if o.force || o.output == program.Stdin {
		return nil
	}
	// writing to a device such as /dev/null needs no --force
	if info, err := os.Stat(o.output); err != nil || !info.Mode().IsRegular() {
		return nil
	}

	return fmt.Errorf("%s exists already: --force replaces it", o.output)
}

// freeBeside is like free, for a command that also reads the file with the given name. The output
// must not be this file.
func (o *outputFile) freeBeside(name string) error {
	if o.output != program.Stdin && sameFile(name, o.output) {
		return fmt.Errorf("%s is the input file: name another file", o.output)
	}
	return o.free()
}

// sameFile reports whether both names lead to the same file.
func sameFile(a, b string) bool {
	if a == program.Stdin || b == program.Stdin {
		return false
	}

	fileA, errA := os.Stat(a)
	fileB, errB := os.Stat(b)

	return errA == nil && errB == nil && os.SameFile(fileA, fileB)
}

// notToTerminal returns an error if the output is a terminal, because the file has bytes that a
// terminal can't show.
func (o *outputFile) notToTerminal(out io.Writer) error {
	if o.output == program.Stdin && console.Terminal(out) != nil {
		return errors.New("a terminal can't show the file: name a file with -o")
	}
	return nil
}

// noOutput returns the error of a command line that does not name the new file. The error suggests
// a name: for the old file a.save and the argument "repaired", it is a.repaired.save.
func noOutput(command, name, what string) error {
	extension := filepath.Ext(name)
	other := strings.TrimSuffix(name, extension) + "." + what + extension

	return fmt.Errorf("the name of the new file is missing: %s %s -o %s", command, name, other)
}

// A target is a file to write, with its container.
type target struct {
	outputFile
	container, compression string
	layer                  string // for the command pack

	containers []string // names that --container accepts
}

// containerSame is the value of --container that keeps the container of the old file.
const containerSame = "same"

var (
	containers   = []string{containerSame, "plain", "compressed", "encrypted"}
	compressions = []string{"fastlz", "deflate", "zstd", "gzip"}
)

// savefileCompressions has the values of package savefile for the names in the variable
// compressions, in the same order.
var savefileCompressions = []savefile.Compression{
	savefile.FastLZ, savefile.Deflate, savefile.Zstandard, savefile.Gzip,
}

// addContainer adds the flags that choose the container. The argument preset is the default
// container.
func (t *target) addContainer(c *cobra.Command, preset string) {
	t.containers = containers

	if preset != containerSame {
		t.containers = containers[1:]
	}

	f := c.Flags()
	f.StringVar(&t.container, "container", preset,
		"the `container` to write: "+strings.Join(t.containers, ", "))
	f.StringVar(&t.compression, "compression", compressions[0],
		"the `compression` of --container compressed: "+strings.Join(compressions, ", "))

	fixed := func(names []string) cobra.CompletionFunc {
		return cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp)
	}

	_ = c.RegisterFlagCompletionFunc("container", fixed(t.containers))
	_ = c.RegisterFlagCompletionFunc("compression", fixed(compressions))
}

// save returns the options to write the container for an engine. The argument o has the key, the
// password and the compressors.
func (t *target) save(a *app, c *cobra.Command, engine *variant.Dialect,
	o savefile.Options) (savefile.Options, error) {
	if err := program.OneOf("container", t.container, t.containers); err != nil {
		return o, err
	}
	if err := program.OneOf("compression", t.compression, compressions); err != nil {
		return o, err
	}
	if c.Flags().Changed("compression") && t.container != "compressed" {
		return o, errors.New("--compression is for --container compressed")
	}

	out := savefile.Options{Compressors: o.Compressors}
	switch t.container {
	case "plain":
		out.Container = savefile.Plain

	case "compressed":
		out.Container = savefile.Compressed
		out.Compression = savefileCompressions[slices.Index(compressions, t.compression)]

	case "encrypted":
		out.Container = convert.Encryption(engine)
		out.Key = o.Key
		out.Password = o.Password

		if out.Key == nil && out.Password == "" {
			var err error
			out.Password, err = a.Ask("Password to encrypt with: ")
			if err != nil {
				return out, a.Explained(savefile.ErrKey)
			}
		}
	}

	return out, nil
}

// writeFile writes a file in one step. After an error the old file is unchanged. The name - is
// standard output. If that is a terminal, writeFile escapes the control characters of the file.
func (a *app) writeFile(name string, write func(io.Writer) error) error {
	if name == program.Stdin {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			return err
		}
		_, err := a.Data.Write(b.Bytes())
		return err
	}

	if stat, err := os.Stat(name); err == nil && !stat.Mode().IsRegular() && !stat.IsDir() {
		return writeDevice(name, write)
	}

	f, err := savefile.Create(name, savefile.Options{Container: savefile.Plain})
	if err != nil {
		return err
	}
	defer f.Abort() // does nothing after Close

	if err := write(f); err != nil {
		return err
	}

	return f.Close()
}

// writeDevice writes to a pipe or a device such as /dev/null. Such a file is never replaced.
func writeDevice(name string, write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}

	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}

	_, err = f.Write(b.Bytes())
	return errors.Join(err, f.Close())
}
