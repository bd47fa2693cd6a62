package main

import (
	"context"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"godotvariant/cmd/gdnet/proxy"
	"godotvariant/cmd/internal/program"
	"godotvariant/cmd/internal/programtest"
	"godotvariant/codec"
	"godotvariant/internal/test/testkit"
)

// TestMain runs gdnet if a test has started the test binary as gdnet. Otherwise it runs the tests.
func TestMain(m *testing.M) { programtest.Main(m, main) }

// tested is the command.
var tested = &programtest.Program{Name: "gdnet", Run: run, Files: "testdata/captures"}

// TestScripts: command lines print the output in the files of testdata/golden.
func TestScripts(t *testing.T) {
	tested.Scripts(t, map[string]func(t *testing.T){
		"usage": func(t *testing.T) {
			store(t, "tcp.tap", "tcp")
			store(t, "sctp.tap", "sctp")
		},
	})
}

// store writes a capture of one connection over a transport.
func store(t *testing.T, name, transport string) {
	t.Helper()
	f := testkit.Must(os.Create(name))
	defer f.Close()
	c := codec.MustNew(codec.Options{})
	enc := c.NewEncoder(f, codec.FrameU32)

	for _, v := range []any{
		proxy.Header{Tap: 1, Transport: transport, Dialect: codec.Godot4.Name()},
		proxy.Record{Conn: 1, From: "client", Kind: "open"},
	} {
		require.NoError(t, enc.Encode(testkit.Must(c.ToVariant(v))))
	}
}

// TestReadme: the command lines in README.md print the output that README.md shows.
func TestReadme(t *testing.T) { tested.Readme(t) }

// TestReadmeTable: the README lists every command, and the tests that the README names exist.
func TestReadmeTable(t *testing.T) { tested.ReadmeTable(t, testRoot()) }

// TestHelpFits: the help fits a screen, and names every command.
func TestHelpFits(t *testing.T) { tested.HelpFits(t, testRoot()) }

// testRoot returns the command gdnet.
func testRoot() *cobra.Command {
	a := &app{Run: program.New(context.Background(), "gdnet", program.Streams{}, os.Getenv)}
	return a.root()
}

// TestClosedPipe: if the reader closes the pipe, gdnet ends without an error. After any other error
// of writing its output, gdnet fails.
func TestClosedPipe(t *testing.T) {
	tested.Chdir(t)
	tested.Closed(t, "tail game.tap", "tail --totals chat/game.tap", "rpc chat/chat.gd", "help")
}

// TestTailDamaged: no command panics for a damaged capture.
func TestTailDamaged(t *testing.T) {
	tested.Chdir(t)
	whole := programtest.Content(t, "game.tap")
	rounds := 400
	if testing.Short() {
		rounds = 25
	}
	random := rand.New(rand.NewPCG(1, 2))

	for range rounds {
		b := []byte(whole)
		for range 1 + random.IntN(3) {
			b[random.IntN(len(b))] = byte(random.Uint32())
		}

		programtest.Write(t, "damaged.tap", string(b[:len(b)-random.IntN(2)]))
		tested.Line(t, "", "gdnet tail damaged.tap")
	}
}
