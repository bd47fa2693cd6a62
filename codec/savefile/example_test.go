package savefile_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"

	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A file that Godot 4.6 wrote with open_encrypted_with_pass(path, FileAccess.WRITE, "pässword").
var encrypted = filepath.Join("..", "..", "testdata", "containers-4.6", "gdec4-pass-var.bin")

func ExampleOpen() {
	f, err := savefile.Open(encrypted, savefile.Options{Password: "pässword"})
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	plain, err := io.ReadAll(f)
	if err != nil {
		log.Fatal(err)
	}

	fmt.Println(f.Info())
	fmt.Println(len(plain), "plain bytes, the first record has", plain[0])
	// Output:
	// GDEC (encrypted, Godot 4): 220 bytes
	// 220 plain bytes, the first record has 216
}

// An edited save keeps its container.
func ExampleOptions_Like() {
	path := filepath.Join(os.TempDir(), "example-like.save")
	defer os.Remove(path)
	gzipped := savefile.Options{Container: savefile.Compressed, Compression: savefile.Gzip}
	fmt.Println(savefile.WriteFile(path, []byte("plain bytes"), gzipped))

	options := savefile.Options{Password: "if it has one"}
	plain, info, err := savefile.ReadFile(path, options)
	if err != nil {
		log.Fatal(err)
	}
	plain = append(plain, '!')
	fmt.Println(savefile.WriteFile(path, plain, options.Like(info)))

	plain, info, err = savefile.ReadFile(path, options)
	fmt.Printf("%v\n%s %v\n", info, plain, err)
	// Output:
	// <nil>
	// <nil>
	// GCPF (compressed): Gzip, 12 bytes, blocks: 1
	// plain bytes! <nil>
}

// This changes one number of a save. The container and the other records of the file stay.
func ExampleEdit() {
	path := filepath.Join(os.TempDir(), "example-edit.save")
	defer os.Remove(path)
	save := variant.NewDictionary(variant.KV("player",
		variant.NewDictionary(variant.KV("gold", variant.Int(7)))))
	packet, err := codec.Encode(save)
	if err != nil {
		log.Fatal(err)
	}
	compressed := savefile.Options{Container: savefile.Compressed}
	err = savefile.WriteFile(path, codec.FrameU32.Append(nil, packet), compressed)
	if err != nil {
		log.Fatal(err)
	}

	err = savefile.Edit(path, savefile.Options{}, func(plain []byte) ([]byte, error) {
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
	})
	fmt.Println(err)

	plain, info, err := savefile.ReadFile(path, savefile.Options{})
	if err != nil {
		log.Fatal(err)
	}
	v, err := codec.Decode(plain[4:])
	fmt.Println(info.Container, v, err)
	// Output:
	// <nil>
	// GCPF (compressed) {"player": {"gold": 500}} <nil>
}

func ExampleNewWriter() {
	var file bytes.Buffer
	w, err := savefile.NewWriter(&file, savefile.Options{Container: savefile.Compressed})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Fprint(w, "tick tick tick tick tick tick tick")
	fmt.Println(w.Close())
	fmt.Printf("%q and %d bytes\n", file.Next(4), file.Len())
	// Output:
	// <nil>
	// "GCPF" and 33 bytes
}

func ExampleCreate() {
	path := filepath.Join(os.TempDir(), "example-create.save")
	defer os.Remove(path)

	save := func() error {
		f, err := savefile.Create(path, savefile.Options{Container: savefile.Encrypted4,
			Password: "secret"})
		if err != nil {
			return err
		}
		defer f.Abort() // does nothing after Close
		if _, err := io.WriteString(f, "plain bytes"); err != nil {
			return err
		}
		return f.Close()
	}

	fmt.Println(save())
	// Output:
	// <nil>
}

// editSave changes a save, unless the game writes it meanwhile.
func editSave(path string, edit func(plain []byte) ([]byte, error)) error {
	sum, err := savefile.SumFile(path) // before the file is read
	if err != nil {
		return err
	}

	plain, info, err := savefile.ReadFile(path, savefile.Options{})
	if err != nil {
		return err
	}

	plain, err = edit(plain)
	if err != nil {
		return err
	}

	return savefile.WriteFileIf(path, sum, plain, savefile.Options{}.Like(info))
}

func ExampleWriteFileIf() {
	path := filepath.Join(os.TempDir(), "example-if.save")
	defer os.Remove(path)

	if err := savefile.WriteFile(path, []byte("old"), savefile.Options{}); err != nil {
		log.Fatal(err)
	}

	fmt.Println(editSave(path, func(plain []byte) ([]byte, error) {
		return append(plain, " and new"...), nil
	}))

	err := editSave(path, func([]byte) ([]byte, error) {
		return []byte("edited"), os.WriteFile(path, []byte("of the game"), 0o600)
	})

	fmt.Println(errors.Is(err, savefile.ErrChanged))
	// Output:
	// <nil>
	// true
}

// The program asks for a password only if the file needs one.
func ExampleInspect() {
	file, err := os.Open(encrypted)
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	info, err := savefile.Inspect(file)
	fmt.Println(info, err)
	fmt.Println(info.Container.Encrypted())
	// Output:
	// GDEC (encrypted, Godot 4): 220 bytes <nil>
	// true
}
