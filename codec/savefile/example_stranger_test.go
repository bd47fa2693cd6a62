package savefile_test

import (
	"bytes"
	"fmt"
	"io"
	"log"

	"godotvariant/codec"
	"godotvariant/codec/savefile"
)

// A Character is the part of a player's save that a server keeps.
type Character struct {
	Name  string `godot:",required,max=20"`
	Level uint8
}

// readUpload reads the first value of a save that a player has sent. The save may have any
// container.
func readUpload(upload io.Reader) (Character, error) {
	var c Character
	limits := savefile.Limits{MaxSize: 1 << 20} // the limit for the plain bytes
	f, err := savefile.NewReader(upload, savefile.Options{Limits: limits})
	if err != nil {
		return c, err
	}
	defer f.Close()

	strangers := codec.MustNew(codec.Untrusted()) // no NaN, at most 64 levels and 64 KiB
	err = strangers.NewDecoder(f, codec.FrameU32).Unmarshal(&c)
	return c, err
}

// A server reads saves that players have sent, within limits.
func Example_stranger() {
	for _, save := range []map[string]any{
		{"name": "Tia", "level": 7},
		{"name": "Tia", "level": 700},
		{"level": 7},
	} {
		fmt.Println(readUpload(upload(save)))
	}

	long := make([]byte, 2<<20)
	_, err := readUpload(bytes.NewReader(compressed(long)))
	fmt.Println(err)
	// Output:
	// {Tia 7} <nil>
	// { 0} godot: decode $["level"] (int) at offset 28: out of range: 700 into a Go uint8
	// { 7} godot: decode $ (Dictionary) at offset 4: not found: the key "name" is required
	// godot: read GCPF (compressed) at offset 12: over the limit: 2097152 plain bytes, Limits.MaxSize is 1048576
}

// upload returns a save as a game writes it with open_compressed.
func upload(save map[string]any) io.Reader {
	packet, err := codec.Marshal(save)
	if err != nil {
		log.Fatal(err)
	}
	return bytes.NewReader(compressed(codec.FrameU32.Append(nil, packet)))
}

func compressed(plain []byte) []byte {
	file, err := savefile.Encode(plain, savefile.Options{Container: savefile.Compressed})
	if err != nil {
		log.Fatal(err)
	}
	return file
}
