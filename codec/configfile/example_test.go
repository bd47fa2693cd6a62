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

// parse returns the File of the settings.
func parse() *configfile.File {
	f, err := configfile.Parse(settings, configfile.Options{})
	if err != nil {
		log.Fatal(err)
	}
	return f
}

func ExampleParse() {
	f, err := configfile.Parse(settings, configfile.Options{})
	fmt.Println(f.Sections(), f.Keys("player"), err)
	_, err = configfile.Parse("[player]\nhp=[1, }", configfile.Options{})
	fmt.Println(err)
	// Output:
	// [player] [name hp] <nil>
	// godot: text at 2:8 in $["player"]["hp"][1]: syntax error: expected a value, found '}'
}

func ExampleNew() {
	f := configfile.New(configfile.Options{})
	fmt.Println(f.Set("player", "at", math.V2(1, 2)))
	fmt.Print(f)
	// Output:
	// <nil>
	// [player]
	//
	// at=Vector2(1, 2)
}

func ExampleFile_Get() {
	v, ok := parse().Get("player", "hp")
	fmt.Println(v, ok)
	// Output:
	// 10 true
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

func ExampleFile_DeleteSection() {
	f := parse()
	fmt.Println(f.DeleteSection("player"))
	fmt.Print(f)
	// Output:
	// true
	// ; settings of the player
}

func ExampleFile_Sections() {
	for _, section := range parse().Sections() {
		fmt.Println(section)
	}
	// Output:
	// player
}

func ExampleFile_Keys() {
	for _, key := range parse().Keys("player") {
		fmt.Println(key)
	}
	// Output:
	// name
	// hp
}

// The settings of an exported game as project.godot.
func ExampleParseBinary() {
	const file = "ECFG\x01\x00\x00\x00" +
		"\x17\x00\x00\x00application/config/name" + "\x0c\x00\x00\x00" +
		"\x04\x00\x00\x00\x04\x00\x00\x00Game"

	f, err := configfile.ParseBinary([]byte(file), codec.MustNew(codec.Options{FullObjects: true}),
		configfile.Options{})
	fmt.Println(err)
	fmt.Print(f)
	// Output:
	// <nil>
	// config_version=5
	//
	// [application]
	//
	// config/name="Game"
}

func ExampleFile_AppendBinary() {
	f := configfile.New(configfile.Options{})
	if err := f.Set("application", "config/name", variant.String("Game")); err != nil {
		log.Fatal(err)
	}
	b, err := f.AppendBinary(nil, nil)
	fmt.Printf("%q %v\n", b, err)
	// Output:
	// "ECFG\x01\x00\x00\x00\x17\x00\x00\x00application/config/name\f\x00\x00\x00\x04\x00\x00\x00\x04\x00\x00\x00Game" <nil>
}
