package session

import (
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/webpage/session/journal"
	"godotvariant/packed"
)

// TestHasMark: a value that was edited has a mark, and other values have none.
func TestHasMark(t *testing.T) {
	p := pageOfText(t, `{"a": 1, "b": 2}`)
	p.call("edit", `{"op":"set","path":"a","text":"5"}`)

	for path, want := range map[string]bool{`$["a"]`: true, `$["b"]`: false} {
		require.Equal(t, want, must(p.session.file.Value(PathArgs{path})).HasMark, path)
	}
}

// TestEmptySearch: a search without terms has ended and finds nothing.
func TestEmptySearch(t *testing.T) {
	p := pageOfText(t, `{"a": 1}`)
	require.Equal(t, Found{Done: true}, must(p.session.file.Search(SearchArgs{Query: "  "})))
}

// TestCappedSearch: a search counts the values that it does not keep.
func TestCappedSearch(t *testing.T) {
	const n = 200_005
	p := pageOfText(t, "{}")
	p.session.file.value = packed.PackedByteArray(make([]byte, n))

	found := must(p.session.file.Search(SearchArgs{Query: "=0", Slice: 1}))
	for !found.Done {
		found = must(p.session.file.More(SearchArgs{Slice: 1000}))
	}
	require.Equal(t, n, found.Count)
	require.True(t, found.Capped)
}

// TestGrids: the grid of an array is a square, or as wide as the user says. In the grid of a
// dictionary, each key is the position of a cell, whatever width the user says.
func TestGrids(t *testing.T) {
	p := pageOfText(t, `{
		"list": PackedInt32Array(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
		"cells": {Vector2i(3, 5): 1, Vector2i(5, 5): 2, Vector2i(4, 7): 3, Vector2i(3, 6): 4}}`)

	for _, c := range []struct {
		args          GridArgs
		width, height int
		at            []int
	}{
		{GridArgs{Path: "list"}, 4, 4, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}},
		{GridArgs{Path: "list", Width: 9}, 9, 2,
			[]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, -1, -1}},
		{GridArgs{Path: "cells"}, 3, 3, []int{0, -1, 1, 3, -1, -1, -1, 2, -1}},
		{GridArgs{Path: "cells", Width: 9}, 3, 3, []int{0, -1, 1, 3, -1, -1, -1, 2, -1}},
	} {
		g := must(p.session.file.Grid(c.args))
		require.Equal(t, []int{c.width, c.height}, []int{g.Width, g.Height}, c.args)
		require.Equal(t, c.at, g.At, c.args)
	}
}

// TestReplayCounts: a replay counts the edits that it has made, and those that it can't make.
func TestReplayCounts(t *testing.T) {
	p := pageOfText(t, `{"a": 1}`)
	five := "5"
	edits := []Logged{
		{EditArgs: journal.EditArgs{Op: "set", Path: "a", Text: &five}},
		{EditArgs: journal.EditArgs{Op: "remove", Path: "none"}},
	}

	out := must(p.session.file.Replay(ReplayArgs{edits}))
	require.Equal(t, 1, out.Applied)
	require.Len(t, out.Failed, 1)
	require.Equal(t, `{"a": 5}`, p.text())
}

// TestBrokenText: a file that begins like another kind of file, but is not valid, is opened as text
// with a warning.
func TestBrokenText(t *testing.T) {
	p := newPage(t)
	o := p.open("notes.txt", []byte("[a]\n= no key\n"))
	warnings := o["warnings"].([]any)
	require.Len(t, warnings, 1)
	require.Equal(t, "warn.text", warnings[0].(object)["key"])
}
