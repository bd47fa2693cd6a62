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

// A Save is the value that a game stores with store_var: a Dictionary with the keys name, at,
// max_hp and bag.
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

	if err := storeSave(path, "secret"); err != nil {
		log.Fatal(err)
	}
	save, err := loadSave(path, "secret")
	fmt.Printf("%+v %v\n", save, err)
	// Output:
	// {Name:Tia At:Vector3(1, 2.5, 3) MaxHP:30 Bag:[{ID:lamp Count:2}]} <nil>
}

// storeSave writes a save as the game does.
func storeSave(path, password string) error {
	secret := savefile.Options{Container: savefile.Encrypted4, Password: password}
	f, err := savefile.Create(path, secret)
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

// loadSave reads the save of a game.
func loadSave(path, password string) (save Save, err error) {
	f, err := savefile.Open(path, savefile.Options{Password: password})
	if err != nil {
		return save, err
	}
	defer f.Close()

	err = codec.NewDecoder(f, codec.FrameU32).Unmarshal(&save)
	return save, err
}
