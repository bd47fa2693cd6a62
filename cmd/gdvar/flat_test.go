package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/gdvar/edits"
	"godotvariant/variant"
)

// TestFlat: the lines of show --flat make the value of the file again when they are set one after
// another.
func TestFlat(t *testing.T) {
	chdirSaves(t)
	files, err := filepath.Glob("godot*/*")
	require.NoError(t, err)
	require.Len(t, files, 23)

	for _, file := range files {
		t.Run(file, func(t *testing.T) {
			password := " --password-file password.txt"
			if filepath.Base(file) == "key.save" {
				password = " --key-file key.hex"
			}

			r := gdvar(t, "", "gdvar show --flat"+password+" "+file)
			require.Zero(t, r.code, r.err)
			a := testApp()
			require.NoError(t, a.root().ParseFlags(strings.Fields(password)))
			d, err := a.Read(file)
			require.NoError(t, err)

			var root variant.Variant = variant.Nil{}
			for line := range strings.Lines(r.out) {
				e, err := edits.ParseAssignment(line)
				require.NoError(t, err)
				root, err = e.Apply(d, root, &strings.Builder{})
				require.NoError(t, err, line)
			}

			require.True(t, variant.Equal(d.Root(), root), root)
		})
	}
}
