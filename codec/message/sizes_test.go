package message_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/jsonvar"
	"godotvariant/codec/message"
	"godotvariant/math"
)

// The messages of the table of sizes in examples/README.md.
type (
	sizedMove struct {
		Dir math.Vector2 `godot:"dir"`
	}
	sizedPlayer struct {
		ID int          `godot:"id"`
		At math.Vector2 `godot:"at"`
		HP int          `godot:"hp"`
	}
	sizedSnapshot struct {
		Tick    int           `godot:"tick"`
		Players []sizedPlayer `godot:"players"`
	}
	sizedPacked struct {
		Tick int            `godot:"tick"`
		IDs  []int32        `godot:"ids"`
		At   []math.Vector2 `godot:"at"`
		HP   []byte         `godot:"hp"`
	}
	sizedArray struct {
		_    struct{} `godot:"array"`
		Tick int
		IDs  []int32
		At   []math.Vector2
		HP   []byte
	}
)

// protoBytes returns the length of a protobuf field: a tag, the length of the content, and the
// content.
func protoBytes(content int) int { return 2 + content }

// protoVector is the length of a Vector2 in protobuf: a message of two fixed 32-bit floats.
const protoVector = 5 + 5

// TestSizes: the sizes in the table of examples/README.md and in README.md are the measured sizes.
// The sizes of protobuf are computed from its encoding: a tag takes one byte, and a length or an
// int below 128 takes one byte.
func TestSizes(t *testing.T) {
	mux := message.New[int](message.Options{})
	message.Declare[sizedMove](mux, "move")
	message.Declare[sizedSnapshot](mux, "state")
	message.Declare[sizedPacked](mux, "packed")
	message.Declare[sizedArray](mux, "list")

	snapshot := sizedSnapshot{Tick: 100}
	packed := sizedPacked{Tick: 100}
	for i := range 8 {
		p := sizedPlayer{ID: i + 1, At: math.V2(float64(i)+0.25, 12.5), HP: 100}
		snapshot.Players = append(snapshot.Players, p)
		packed.IDs = append(packed.IDs, int32(p.ID))
		packed.At = append(packed.At, p.At)
		packed.HP = append(packed.HP, byte(p.HP))
	}

	size := func(m any) int {
		packet, err := mux.Append(nil, m)
		require.NoError(t, err)
		return len(packet)
	}
	jsonSize := func(name string, m any) int { // a vector is {"x":0.5,"y":-0.25}
		v, err := codec.ToVariant(m)
		require.NoError(t, err)
		b, err := jsonvar.Relaxed.Format(v, nil)
		require.NoError(t, err)
		return len(b) + len(fmt.Sprintf(`"type":%q,`, name))
	}

	// In protobuf, both messages are fields of a oneof.
	move := sizedMove{math.V2(0.5, -0.25)}
	protoMove := protoBytes(protoBytes(protoVector))
	moves := fmt.Sprintf("%d | %d |\n", jsonSize("move", move), protoMove)
	snapshots := fmt.Sprintf("%d | %d |\n", jsonSize("state", snapshot),
		3+2+8*protoBytes(2+protoBytes(protoVector)+2))
	list := sizedArray{Tick: 100, IDs: packed.IDs, At: packed.At, HP: packed.HP}

	page, err := os.ReadFile("../../examples/README.md")
	require.NoError(t, err)
	require.Contains(t, string(page),
		"| message | Dictionary | packed arrays | the same as an Array | JSON | protobuf |\n"+
			"| --- | --- | --- | --- | --- | --- |\n"+
			fmt.Sprintf("| a move: one vector | %d | – | – | ", size(move))+moves+
			fmt.Sprintf("| a snapshot of 8 players: ID, position, health | %d | %d | %d | ",
				size(snapshot), size(packed), size(list))+snapshots)

	page, err = os.ReadFile("../../README.md")
	require.NoError(t, err)
	require.Contains(t, strings.Join(strings.Fields(string(page)), " "), fmt.Sprintf(
		"A move has %d bytes here and %d in protobuf.", size(move), protoMove))
}
