package docs

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/math"
	"godotvariant/packed"
)

// A move is a message of one player, and a state is where all players are.
type (
	move struct {
		Type string       `godot:"type" json:"type"`
		Dir  math.Vector2 `godot:"dir" json:"-"`
		XY   [2]float32   `godot:"-" json:"dir"`
	}
	player struct {
		ID int          `godot:"id" json:"id"`
		At math.Vector2 `godot:"at" json:"-"`
		HP int          `godot:"hp" json:"hp"`
		XY [2]float32   `godot:"-" json:"at"`
	}
	state struct {
		Tick    int      `godot:"tick" json:"tick"`
		Players []player `godot:"players" json:"players"`
	}
	packedState struct {
		Tick int                       `godot:"tick"`
		IDs  packed.PackedInt32Array   `godot:"ids"`
		At   packed.PackedVector2Array `godot:"at"`
		HP   packed.PackedByteArray    `godot:"hp"`
	}
)

// positionally is a move as an Array: ["move", Vector2(0.6, -0.8)].
type positionally struct {
	_    struct{} `godot:"array"`
	Name string
	Dir  math.Vector2
}

// varint returns the length of a number in protobuf.
func varint(n int) int {
	size := 1
	for ; n > 127; n >>= 7 {
		size++
	}
	return size
}

// protoField is the length of a field of protobuf: its tag of one byte and its value. A message or a
// list in it has its length before it.
func protoField(value int) int { return 1 + value }

func protoNested(length int) int { return protoField(varint(length) + length) }

// TestReadmeSizes: the README's table of lengths is that of these messages, in bytes. The lengths
// of protobuf are by its specification, with float for x and y and a number for the message's name.
func TestReadmeSizes(t *testing.T) {
	const players = 8

	dir := math.Vector2{X: 0.6, Y: -0.8}
	small := move{Type: "move", Dir: dir, XY: [2]float32{0.6, -0.8}}
	vector := protoNested(2 * protoField(4))

	snapshot := state{Tick: 1200}
	arrays := packedState{Tick: 1200}
	protoState := protoField(varint(snapshot.Tick))

	for i := range players {
		p := player{ID: 100 + i, At: math.Vector2{X: 12.5 * float64(i), Y: 640.25}, HP: 90}
		p.XY = [2]float32{float32(p.At.X), float32(p.At.Y)}
		snapshot.Players = append(snapshot.Players, p)

		arrays.IDs = append(arrays.IDs, int32(p.ID))
		arrays.At = append(arrays.At, p.At)
		arrays.HP = append(arrays.HP, byte(p.HP))
		protoState += protoNested(protoField(varint(p.ID)) + vector + protoField(varint(p.HP)))
	}

	row := func(name string, dictionary, compact, inJSON any, proto int) string {
		return fmt.Sprintf("| %s | %d | %d | %d | %d |", name, packetLength(t, dictionary),
			packetLength(t, compact), jsonLength(t, inJSON), proto)
	}
	rows := []string{
		row("a move", small, positionally{Name: "move", Dir: dir}, small, protoField(1)+vector),
		row("where 8 players are", snapshot, arrays, snapshot, protoState),
	}

	require.Contains(t, read(t, "README.md"), strings.Join(rows, "\n"))
}

func packetLength(t *testing.T, v any) int {
	packet, err := codec.Marshal(v)
	require.NoError(t, err)
	return len(packet)
}

func jsonLength(t *testing.T, v any) int {
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return len(text)
}
