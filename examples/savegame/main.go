/*
Savegame changes a save file that a game wrote with store_var: it gives the player coins and an
item. The file keeps its container, and stays a file for the same version of Godot.

It shows how to open a save whose container and engine are not known, change one value, and write
everything else unchanged.

	go run ./examples/savegame slot1.save
	go run ./examples/savegame -coins 500 -item shield slot1.save
	go run ./examples/savegame -password secret -coins 500 slot1.save

The program detects the container (plain, compressed or encrypted) and the version of Godot. The
flag -dialect names the version if it can't be detected. game.gd writes such a save:

	file.store_var({"player": {"name": "Tia", "coins": 5}, "items": ["sword"]})
	file.store_var({"volume": 0.8})

All other records are unchanged. Files that are compressed with Zstandard need a package that is not
in the standard library: import the module codec/savefile/zstd.
*/
package main

import (
	"flag"
	"fmt"
	"io"
	"os"

	"godotvariant/codec/savefile"
	"godotvariant/variant"
)

func main() {
	var e edit
	password := flag.String("password", "", "the password of an encrypted file")
	dialect := flag.String("dialect", "", "the version of Godot, such as godot3; empty: detect it")
	flag.Int64Var(&e.coins, "coins", -1, "the new number of coins; -1: keep the old one")
	flag.StringVar(&e.item, "item", "", "an item to add; empty: none")
	flag.Parse()

	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(3)
	}
	o := savefile.Options{Password: *password}
	if err := run(os.Stdout, flag.Arg(0), *dialect, o, e); err != nil {
		fmt.Fprintln(os.Stderr, "savegame:", err)
		os.Exit(1)
	}
}

// run edits the save, and prints the result.
func run(out io.Writer, path, dialect string, o savefile.Options, e edit) error {
	s, err := open(path, dialect, o)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%v, written by %s\n", s.info, s.dialect.Name())

	if e.coins >= 0 || e.item != "" {
		if err := e.apply(s); err != nil {
			return err
		}
		if err := s.write(path, o); err != nil {
			return err
		}
	}

	for _, record := range s.records {
		fmt.Fprintln(out, variant.Text(record))
	}
	return nil
}
