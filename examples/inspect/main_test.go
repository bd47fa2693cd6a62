package main

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/variant"
)

func inspect(t *testing.T, input string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, problems bytes.Buffer
	status = run(append(args, "-"), strings.NewReader(input), &out, &problems)
	return status, out.String(), problems.String()
}

func packet(t *testing.T, v variant.Variant) []byte {
	t.Helper()
	b, err := codec.MustNew(codec.Options{FullObjects: true}).Encode(v)
	require.NoError(t, err)
	return b
}

var level = variant.NewDictionary(
	variant.KV("name", variant.String("Harbour")),
	variant.Pair{Key: variant.NewArray(variant.Int(7)), Value: math.Vector2{X: 1, Y: 2}},
	variant.KV("list", variant.NewArray(variant.Nil{}, variant.NewDictionary())),
	variant.KV("timer", objects.NewObject("Timer", objects.Prop("wait_time", variant.Float(2.5)))),
)

const levelTree = `       0  Dictionary
      20    "name": String "Harbour"
      52    [7]: Vector2(1, 2)
      76    "list": Array
      84      [0]: Nil null
      88      [1]: Dictionary
     112    "timer": Object
     148      .wait_time: float 2.5
`

func TestPacket(t *testing.T) {
	status, out, problems := inspect(t, string(packet(t, level)), "-dialect", "godot4")
	require.Equal(t, 0, status, problems)
	require.Equal(t, levelTree, out)
}

func TestRecordsAreFoundOut(t *testing.T) {
	var file bytes.Buffer
	e := codec.MustNew(codec.Options{Dialect: codec.Godot3}).NewEncoder(&file, codec.FrameU32)
	require.NoError(t, e.Encode(variant.NewDictionary(variant.KV("a", variant.Int(1)))))
	require.NoError(t, e.Encode(variant.NewArray(variant.Bool(true))))
	status, out, problems := inspect(t, file.String())
	require.Equal(t, 0, status, problems)
	require.Contains(t, out, "# Godot3, single precision, 2 records")
	require.Contains(t, out, "record 1: 16 bytes\n      36  Array\n      44    [0]: bool true\n")
}

func TestHexAndDump(t *testing.T) {
	status, out, problems := inspect(t, "0500 0000 cdcccc3d\n00000040", "-hex", "-dump", "-dialect", "godot3")
	require.Equal(t, 0, status, problems)
	require.Contains(t, out, "Vector2 = Vector2(0.1, 2)")
}

// TestBadInput: the error has offset and path, and what could be read is printed.
func TestBadInput(t *testing.T) {
	b := packet(t, variant.NewDictionary(variant.KV("hp", variant.Int(10)), variant.KV("name", variant.String("Tia"))))
	status, out, problems := inspect(t, hex.EncodeToString(b[:len(b)-4]), "-hex", "-dialect", "godot4")
	require.Equal(t, statusBadInput, status)
	require.Contains(t, out, `"hp": int 10`)
	require.Equal(t, "inspect: godot: decode $[\"name\"] (String) at offset 44: unexpected end of data\n", problems)

	const cut = "\x08\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x09\x00\x00\x00"
	status, _, problems = inspect(t, cut, "-dialect", "godot4", "-framing", "records")
	require.Equal(t, statusBadInput, status)
	require.Contains(t, problems, "record 1 at offset 12")

	status, _, problems = inspect(t, "GCPF", "-dialect", "godot4")
	require.Equal(t, statusBadInput, status)
	require.NotEmpty(t, problems)
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{{"-dialect", "godot5"}, {"-mode", "odd"}, {"-framing", "udp"}, {"-nonsense"}, {"another"}} {
		status, _, problems := inspect(t, "", args...)
		require.Equal(t, statusUsage, status, args)
		require.NotEmpty(t, problems)
	}
}
