package savefile_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/enginetest"
	"godotvariant/math"
)

// TestGameChangesTheSave: a game opens the save of the Example, and the program reads what the game
// has stored.
func TestGameChangesTheSave(t *testing.T) {
	godot := enginetest.Godot4(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "slot1.save")
	require.NoError(t, storeSave(path, "secret"))

	require.Equal(t, []string{"Tia has 1 item and 30 hp at most"},
		godot.Run(t, "testdata/slot4.gd", dir))

	save, err := loadSave(path, "secret")
	require.NoError(t, err)
	require.Equal(t, Save{"Tia", math.V3(1, 2.5, 3), 30, []Item{{"lamp", 2}, {"torch", 1}}}, save)
}
