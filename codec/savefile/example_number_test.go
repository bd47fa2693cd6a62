package savefile_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// One number of a save is changed. The container stays, and so do the other records of the file.
func Example_oneNumber() {
	path := filepath.Join(os.TempDir(), "example-number.save")
	defer os.Remove(path)

	packet, err := codec.Encode(variant.NewDictionary(variant.KV("player",
		variant.NewDictionary(variant.KV("gold", variant.Int(7))))))
	if err != nil {
		log.Fatal(err)
	}
	compressed := savefile.Options{Container: savefile.Compressed}
	err = savefile.WriteFile(path, codec.FrameU32.Append(nil, packet), compressed)
	if err != nil {
		log.Fatal(err)
	}

	fmt.Println(editSave(path, func(plain []byte) ([]byte, error) {
		packet, rest, missing := codec.FrameU32.Cut(plain)
		if missing > 0 {
			return nil, variant.ErrTruncated
		}

		v, err := codec.Decode(packet)
		if err != nil {
			return nil, err
		}

		v, err = tree.Set(v, "player.gold", variant.Int(500))
		if err != nil {
			return nil, err
		}

		packet, err = codec.Encode(v)
		return append(codec.FrameU32.Append(nil, packet), rest...), err
	}))

	f, err := savefile.Open(path, savefile.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()

	v, err := codec.NewDecoder(f, codec.FrameU32).Decode()
	fmt.Println(f.Info().Container, v, err)
	// Output:
	// <nil>
	// GCPF (compressed) {"player": {"gold": 500}} <nil>
}
