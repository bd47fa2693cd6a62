/*
Savegame changes the save of a game in place: it reads what FileAccess.store_var (in Godot 3 File.store_var) has written,
gives the player coins and an item, and puts the file back in the same container, for the same version of Godot.

	go run ./examples/savegame slot1.save
	go run ./examples/savegame -coins 500 -item shield slot1.save
	go run ./examples/savegame -password secret -coins 500 slot1.save

The container, be it plain, compressed or encrypted, is found out from the file, and so is the version of Godot from the
values in it; -dialect says it instead. The save is one that game.gd writes, in GDScript

	file.store_var({"player": {"name": "Tia", "coins": 5, "at": Vector2(1.5, -2)}, "items": ["sword"]})
	file.store_var({"volume": 0.8})

and whatever else is in the records stays as it is. Files that are compressed with Zstandard need a compressor from outside of
the standard library: examples/extras/zstd has the few lines that lend one to package savefile.
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
	password := flag.String("password", "", "of an encrypted file")
	dialect := flag.String("dialect", "", "the version of Godot, godot3 or godot4, say; empty: guess")
	flag.Int64Var(&e.coins, "coins", -1, "how many coins the player has from now on; -1: as many as before")
	flag.StringVar(&e.item, "item", "", "what the player finds in the bag besides")
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(3)
	}
	if err := run(os.Stdout, flag.Arg(0), *dialect, savefile.Options{Password: *password}, e); err != nil {
		fmt.Fprintln(os.Stderr, "savegame:", err)
		os.Exit(1)
	}
}

// run prints the save, changed if e changes anything, which is then written.
func run(out io.Writer, path, dialect string, o savefile.Options, e edit) error {
	s, err := open(path, dialect, o)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%v, written by %s\n", s.info, s.dialect.Name)
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
