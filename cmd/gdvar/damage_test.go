package main

import (
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDamagedFiles: a file of any kind with wrong bytes is read or refused. No command panics, and
// what is not written stays.
func TestDamagedFiles(t *testing.T) {
	chdirSaves(t)
	write(t, "a.cfg", settingsText)
	write(t, "a.json", `{"hp": 10, "bag": [1, 2.5, "x", {"a": null}]}`)
	write(t, "a.tres", scriptTres)
	write(t, "b.save", content(t, "godot4/gzip.save"))
	fine(t, "gdvar unpack godot4/gzip.save -o plain.save")
	fine(t, "gdvar pack --layer gzip plain.save -o c.save")
	fine(t, "gdvar pack --layer base64 plain.save -o d.save")
	write(t, "e.save", "SAVE"+content(t, "godot3/plain.save"))

	rounds := 400
	if testing.Short() {
		rounds = 25
	}

	random := rand.New(rand.NewPCG(1, 2))
	for _, name := range []string{"a.cfg", "a.json", "a.tres", "b.save", "c.save", "d.save", "e.save",
		"projects/godot4.binary", "game.tap"} {
		whole := content(t, name)

		for range rounds {
			b := []byte(whole)
			for range 1 + random.IntN(3) {
				b[random.IntN(len(b))] = byte(random.Uint32())
			}
			require.NoError(t, os.WriteFile("damaged.file", b[:len(b)-random.IntN(2)], 0o666))
			before := content(t, "damaged.file")

			for _, args := range [][]string{{"show"}, {"show", "--flat"}, {"json", "--relaxed"},
				{"check"}, {"detect"}, {"tail"}, {"set", "-n"}, {"unpack"}} {
				args = append(args, "damaged.file")
				if args[0] == "set" {
					args = append(args, "hp=1")
				}
				runArgs(t, args...)
			}

			require.Equal(t, before, content(t, "damaged.file"))
		}
	}
}
