package configfile_test

import (
	"fmt"
	"log"

	"godotvariant/codec"
	"godotvariant/codec/configfile"
	"godotvariant/math"
	"godotvariant/variant"
)

const settings = `; settings of the player
[player]

name="Tia"
hp=10 ; of 20
`

// parse returns a File with the text of the constant settings.
func parse() *configfile.File {
	f, err := configfile.Parse(settings, nil)
	if err != nil {
		log.Fatal(err)
	}
	return f
}

func ExampleParse() {
	f, err := configfile.Parse(settings, nil)
	fmt.Println(f.Sections(), f.Keys("player"), err)
	fmt.Println(f.Get("player", "hp"))

	_, err = configfile.Parse("[player]\nhp=[1, }", nil)
	fmt.Println(err)
	// Output:
	// [player] [name hp] <nil>
	// 10 true
	// godot: parse $["player"]["hp"][1] at 2:8: syntax error: expected a value, found '}'
}

func ExampleNew() {
	f := configfile.New(nil)
	fmt.Println(f.Set("player", "at", math.V2(1, 2)))
	fmt.Print(f)
	// Output:
	// <nil>
	// [player]
	//
	// at=Vector2(1, 2)
}

func ExampleFile_Set() {
	f := parse()
	fmt.Println(f.Set("player", "hp", variant.Int(20)),
		f.Set("player", "tags", variant.NewArray(variant.String("new"))))
	fmt.Print(f)
	// Output:
	// <nil> <nil>
	// ; settings of the player
	// [player]
	//
	// name="Tia"
	// hp=20 ; of 20
	// tags=["new"]
}

func ExampleFile_Delete() {
	f := parse()
	fmt.Println(f.Delete("player", "name"), f.Delete("player", "none"))
	fmt.Print(f)
	// Output:
	// true false
	// ; settings of the player
	// [player]
	//
	// hp=10 ; of 20
}

// DecodeProject reads the settings of an exported game as a project.godot, and AppendProject writes
// them back.
func ExampleDecodeProject() {
	const file = "ECFG\x01\x00\x00\x00" +
		"\x17\x00\x00\x00application/config/name" + "\x0c\x00\x00\x00" +
		"\x04\x00\x00\x00\x04\x00\x00\x00Game"

	c := codec.MustNew(codec.Options{FullObjects: true})
	f, err := configfile.DecodeProject([]byte(file), c)
	fmt.Println(err)
	fmt.Print(f)

	binary, err := f.AppendProject(nil)
	fmt.Println(string(binary) == file, err)
	// Output:
	// <nil>
	// config_version=5
	//
	// [application]
	//
	// config/name="Game"
	// true <nil>
}

// A tool lists the code in an exported game before an engine opens the game and runs the code.
func ExampleScanBinary() {
	const file = "ECFG\x01\x00\x00\x00" +
		"\x03\x00\x00\x00a/b" + "\x14\x00\x00\x00" +
		"\x18\x00\x00\x00\x05\x00\x00\x00Timer\x00\x00\x00\x00\x00\x00\x00"

	found, err := configfile.ScanBinary([]byte(file), nil)
	fmt.Println(err)
	for _, finding := range found {
		fmt.Println(finding)
	}
	// Output:
	// <nil>
	// $["a"]["b"]: inline object: Timer
}

// A server that stores settings for players refuses settings that run code. Even codecs that refuse
// objects accept the script of a typed array, which an engine loads.
func ExampleFile_Scan() {
	c := codec.MustNew(codec.Options{FullObjects: true})
	f, err := configfile.Parse(`[player]

bag=Array[Resource("res://item.gd")]([])
pet={"kind": Object(Timer), "kind": "cat"}
`, c)
	if err != nil {
		log.Fatal(err)
	}

	for _, finding := range f.Scan() {
		fmt.Println(finding)
	}
	// Output:
	// $["player"]["bag"]: inline file: res://item.gd
	// $["player"]["pet"]["kind"]: inline object: Timer
}
