package savefile_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/math"
)

// A Save is what a game stores with store_var: a Dictionary with the keys name, at, max_hp and bag.
type Save struct {
	Name  string
	At    math.Vector3
	MaxHP int
	Bag   []Item
}

// An Item is a Dictionary with the keys id and count.
type Item struct {
	ID    string
	Count int
}

// A save as a struct. In the game:
//
//	var file = FileAccess.open_encrypted_with_pass(path, FileAccess.READ, "secret")
//	var save = file.get_var()
func Example() {
	path := filepath.Join(os.TempDir(), "example-struct.save")
	defer os.Remove(path)
	secret := savefile.Options{Container: savefile.Encrypted4, Password: "secret"}

	if err := storeSave(path, secret); err != nil {
		log.Fatal(err)
	}

	f, err := savefile.Open(path, savefile.Options{Password: "secret"})
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()

	var save Save
	err = codec.NewDecoder(f, codec.FrameU32).Unmarshal(&save)
	fmt.Println(f.Info().Container, err)
	fmt.Printf("%+v\n", save)
	// Output:
	// GDEC (encrypted, Godot 4) <nil>
	// {Name:Tia At:Vector3(1, 2.5, 3) MaxHP:30 Bag:[{ID:lamp Count:2}]}
}

// storeSave writes a save as the game does.
func storeSave(path string, o savefile.Options) error {
	f, err := savefile.Create(path, o)
	if err != nil {
		return err
	}
	defer f.Abort() // does nothing after Close

	tia := Save{Name: "Tia", At: math.V3(1, 2.5, 3), MaxHP: 30, Bag: []Item{{"lamp", 2}}}
	if err := codec.NewEncoder(f, codec.FrameU32).Marshal(tia); err != nil {
		return err
	}

	return f.Close()
}
