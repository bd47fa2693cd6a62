// Command structs keeps a player's save as Go structs: it writes one that a game
// made with Godot 3 opens, and reads what that game has made of it.
//
//	go run ./examples/structs write player.save
//	go run ./examples/structs show player.save
//
// The file is one record as Godot's store_var(save) writes it: the length of the
// packet in 4 bytes, and the packet. In the game: var save = file.get_var()
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"godotvariant/codec"
)

// game speaks to the engine that the saves are for.
var game = codec.MustNew(codec.Options{Dialect: codec.Godot3})

func main() {
	if err := run(os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "structs:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, args []string) error {
	if len(args) != 2 {
		return errors.New("usage: structs write|show FILE")
	}
	switch verb, file := args[0], args[1]; verb {
	case "write":
		return write(file, newSave())
	case "show":
		save, err := read(file)
		if err != nil {
			return err
		}
		show(w, save)
		return nil
	default:
		return fmt.Errorf("no such command: %s", verb)
	}
}

func write(file string, save Save) error {
	var record bytes.Buffer
	if err := game.NewEncoder(&record, codec.FrameU32).Marshal(&save); err != nil {
		return err
	}
	return os.WriteFile(file, record.Bytes(), 0o644)
}

func read(file string) (save Save, err error) {
	record, err := os.ReadFile(file)
	if err != nil {
		return save, err
	}
	rest := bytes.NewReader(record)
	err = game.NewDecoder(rest, codec.FrameU32).Unmarshal(&save)
	if err == nil && rest.Len() > 0 {
		err = fmt.Errorf("%d bytes follow the record", rest.Len())
	}
	return save, err
}

func show(w io.Writer, s Save) {
	p := s.Player
	fmt.Fprintf(w, "%s has %d hp at %v and played %v\n", p.Name, p.HP, p.Position, s.Played)
	for _, item := range p.Inventory {
		fmt.Fprintf(w, "  %d × %s %v\n", item.Count, item.ID, item.Tags)
	}
	for _, quest := range []string{"ferry", "lighthouse"} {
		fmt.Fprintf(w, "  quest %s done: %t\n", quest, s.Quests[quest])
	}
	if s.Settings != nil {
		fmt.Fprintf(w, "  volume %v, subtitles %t\n", s.Settings.Volume, s.Settings.Subs)
	}
}
