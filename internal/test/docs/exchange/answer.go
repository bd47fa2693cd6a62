// Package exchange draws the picture at the top of the README, in which a Godot game and a Go
// program exchange a Dictionary. The test runs the real programs. The script game.gd runs in Godot
// 4, the function below answers its packet, and the game prints the answer.
//
//	go test ./internal/test/docs/exchange           # checks that the picture is up to date
//	go test ./internal/test/docs/exchange -write   # draws it again
package exchange

import (
	"godotvariant/codec"
	"godotvariant/math"
)

// A Player is the Dictionary of the game as a Go struct.
type Player struct {
	Name string       `godot:"name"`
	HP   int          `godot:"hp"`
	At   math.Vector2 `godot:"at"`
}

// heal returns the answer to the packet of a player.
func heal(packet []byte) ([]byte, error) {
	var p Player
	if err := codec.Unmarshal(packet, &p); err != nil {
		return nil, err
	}
	p.HP += 5
	p.At = p.At.MoveToward(math.V2(0, 4), 1)
	return codec.Marshal(p)
}
