// Command inspect prints what is in a file of Godot values: the tree with types and
// offsets, or, with -dump, every field with its bytes.
//
//	go run ./examples/inspect FILE
//	go run ./examples/inspect -dialect godot3 -dump FILE
//	go run ./examples/inspect -password secret save.dat
//	echo 05000000cdcccc3d00000040 | go run ./examples/inspect -hex -
//
// FILE is a bare packet (var_to_bytes, a datagram) or the records that store_var
// writes; it finds out which, and the engine too, as far as that can be told. Compressed and
// encrypted saves are unpacked first, but for Zstandard.
//
// The exit status is 0, 2 for bad input, whose error says offset and path, or 3
// for a bad command line.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
)

const (
	statusBadInput = 2
	statusUsage    = 3
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// settings are the command line.
type settings struct {
	file      string
	dialect   string
	precision string
	framing   string
	mode      string
	hex, dump bool
	objects   bool
	password  string
}

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	s, err := parse(args, stderr)
	if err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(stderr, "inspect:", err)
		}
		return statusUsage
	}
	if err := s.inspect(stdin, stdout); err != nil {
		fmt.Fprintln(stderr, "inspect:", err)
		return statusBadInput
	}
	return 0
}

func parse(args []string, stderr io.Writer) (*settings, error) {
	s := &settings{}
	f := flag.NewFlagSet("inspect", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.Usage = func() {
		fmt.Fprintln(stderr, "usage: inspect [options] FILE   (- is standard input)")
		f.PrintDefaults()
	}
	f.StringVar(&s.dialect, "dialect", "auto", "the engine: "+dialectNames()+", or auto to guess")
	f.StringVar(&s.precision, "precision", "single", "single or double; only the Docs dialects need it")
	f.StringVar(&s.framing, "framing", "auto", "packet, records, or auto to find out")
	f.StringVar(&s.mode, "mode", "default", "strict, default or lenient")
	f.StringVar(&s.password, "password", "", "of an encrypted save")
	f.BoolVar(&s.hex, "hex", false, "the input is hexadecimal text")
	f.BoolVar(&s.dump, "dump", false, "print every field with its bytes")
	f.BoolVar(&s.objects, "objects", true, "accept full objects; they are only printed")
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	if f.NArg() != 1 {
		f.Usage()
		return nil, errors.New("one file, please")
	}
	s.file = f.Arg(0)
	for _, choice := range []struct{ name, value, of string }{
		{"precision", s.precision, "single double"},
		{"framing", s.framing, "packet records auto"},
		{"mode", s.mode, "strict default lenient"},
	} {
		if !strings.Contains(" "+choice.of+" ", " "+choice.value+" ") {
			return nil, fmt.Errorf("-%s %s: it is one of %s", choice.name, choice.value, choice.of)
		}
	}
	if s.dialect != "auto" && codec.DialectByName(s.dialect) == nil {
		return nil, fmt.Errorf("-dialect %s: it is one of %s", s.dialect, dialectNames())
	}
	return s, nil
}

func dialectNames() string {
	var names []string
	for _, d := range codec.Dialects() {
		names = append(names, strings.ToLower(d.Name))
	}
	return strings.Join(names, ", ")
}

// inspect reads the input and prints it.
func (s *settings) inspect(stdin io.Reader, w io.Writer) error {
	data, err := s.read(stdin)
	if err != nil {
		return err
	}
	plain, info, err := savefile.Unpack(data, savefile.Options{Password: s.password})
	if err != nil {
		return err
	}
	if info.Format != savefile.Plain {
		fmt.Fprintln(w, "#", info)
	}
	options := codec.Options{FullObjects: s.objects}
	options.Mode = map[string]codec.Mode{"strict": codec.Strict, "lenient": codec.Lenient}[s.mode]
	if s.precision == "double" {
		options.Precision = variant.Double
	}
	options.Dialect = codec.DialectByName(s.dialect)
	framing, known := s.known(plain, &options, w)
	c, err := codec.New(options)
	if err != nil {
		return err
	}
	if !known {
		framing = guessFraming(c, plain)
	}
	if s.dump {
		return codec.Dump(w, plain, codec.DumpOptions{Codec: c, Frames: framing == codec.FrameU32})
	}
	return printAll(w, c, framing, plain)
}
