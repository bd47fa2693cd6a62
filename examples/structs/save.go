package main

import (
	"time"

	"godotvariant/math"
)

// Save is a player's save. In the game it is a Dictionary with these keys.
type Save struct {
	Version  int             `godot:"version"`
	Player   Player          `godot:"player"`
	Quests   map[string]bool `godot:"quests"` // keys: names; true: done
	Explored []int32         `godot:"explored"`
	Settings *Settings       `godot:"settings"` // null until the player changes a setting
	Played   time.Duration   `godot:"played"`
	SavedAt  time.Time       `godot:"saved_at"`
}

// Player is the character of a save.
type Player struct {
	Vitals
	Name      string       `godot:"name"`
	Position  math.Vector3 `godot:"position"`
	Facing    math.Basis   `godot:"facing"`
	Inventory []Item       `godot:"inventory"`
	Tint      math.Color   `godot:"tint,omitzero"`
}

// Vitals is embedded in another struct, so its keys belong to the Dictionary of the player.
type Vitals struct {
	HP    uint16  `godot:"hp"`
	Speed float64 `godot:"speed"`
}

// An Item is in the player's bag.
type Item struct {
	ID    string   `godot:"id"`
	Count uint8    `godot:"count"`
	Tags  []string `godot:"tags,array,omitempty"` // an Array, as in the game's own saves
}

// Settings are the player's choices.
type Settings struct {
	Volume float32 `godot:"volume"`
	Subs   bool    `godot:"subtitles"`
}

// newSave returns the save of a new game.
func newSave() Save {
	return Save{
		Version: 3,
		Player: Player{
			Vitals:   Vitals{HP: 80, Speed: 4.5},
			Name:     "Tía",
			Position: math.Vector3{X: 1.5, Y: 0, Z: -20.25},
			Facing:   math.BasisIdentity,
			Inventory: []Item{
				{ID: "sword", Count: 1, Tags: []string{"sharp", "old"}},
				{ID: "apple", Count: 12},
			},
			Tint: math.RGB(1, 0.5, 0.25),
		},
		Quests:   map[string]bool{"lighthouse": true, "ferry": false},
		Explored: []int32{3, 5, 8},
		Played:   90 * time.Minute,
		SavedAt:  time.Date(2024, 5, 17, 20, 15, 0, 0, time.UTC),
	}
}
