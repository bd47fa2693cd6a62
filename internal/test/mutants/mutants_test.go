package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestChanges: changesOf changes each operator, number, bool and statement of a function.
func TestChanges(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.go")
	require.NoError(t, os.WriteFile(file, []byte(`package a

func (l *list[T]) add(n int) bool {
	l.n = n
	l.grow()
	return n+1 < 9 && !l.full
}
`), 0o600))

	changes, err := changesOf(file)
	require.NoError(t, err)
	var texts []string
	for _, c := range changes {
		texts = append(texts, c.text)
	}
	require.Equal(t, []string{
		"list.add: [l.n = n→]",
		"list.add: [l.grow()→]",
		"list.add: return n+1 < 9 [&&→||] !l.full",
		"list.add: return n+1 [<→<=] 9 && !l.full",
		"list.add: return n[+→-]1 < 9 && !l.full",
		"list.add: return n+[1→2] < 9 && !l.full",
		"list.add: return n+1 < [9→10] && !l.full",
		"list.add: return n+1 < 9 && [!→]l.full",
	}, texts)

	overlay, err := writeOverlay(t.TempDir(), &pkg{Dir: filepath.Dir(file), Name: "a"}, changes)
	require.NoError(t, err)
	require.FileExists(t, overlay)
	changed, err := os.ReadFile(filepath.Join(filepath.Dir(overlay), "a.go"))
	require.NoError(t, err)
	require.Contains(t, string(changed), "case 4:\n//line mutant4.go:1\n\n\tl.n = n\n\tl.grow()\n"+
		"\treturn n+1 <= 9 && !l.full\n")
	require.Contains(t, string(changed), "default:\n//line a.go:3\n\n\tl.n = n\n\tl.grow()\n"+
		"\treturn n+1 < 9 && !l.full\n")
}
