// Command structs writes and reads the save of a game for Godot 3 as Go structs.
//
// It shows how a Dictionary becomes a Go struct: tags, nested structs, slices, maps and durations.
//
//	go run ./examples/structs write player.save
//	go run ./examples/structs show player.save
//
// The file is one record of store_var(save): the length of the packet in 4 bytes, and the packet.
// In Godot: var save = file.get_var()
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"godotvariant/codec"
)

// game is the codec for the engine of the game.
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

	command, file := args[0], args[1]
	switch command {
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
		return fmt.Errorf("no such command: %s", command)
	}
}

func write(file string, save Save) error {
	var record bytes.Buffer
	if err := game.NewEncoder(&record, codec.FrameU32).Marshal(&save); err != nil {
		return err
	}
	return os.WriteFile(file, record.Bytes(), 0o644)
}

func read(file string) (Save, error) {
	var save Save
	data, err := os.ReadFile(file)
	if err != nil {
		return save, err
	}

	rest := bytes.NewReader(data)
	if err := game.NewDecoder(rest, codec.FrameU32).Unmarshal(&save); err != nil {
		return save, err
	}
	if rest.Len() > 0 {
		return save, fmt.Errorf("%d bytes follow the record", rest.Len())
	}
	return save, nil
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
