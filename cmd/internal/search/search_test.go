package search_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/outline"
	"godotvariant/cmd/internal/search"
	"godotvariant/codec/text"
)

// TestSearch: each query finds the expected places, in the order of the tree.
func TestSearch(t *testing.T) {
	root, err := text.Parse(`{"hp": 10, "Name": "Old Tia", "bag": [{"id": 7, "n": 2.5}, {"id": 8}],
		"c": Color(1, 0, 0, 1), "at": Vector2(1, 2), "ids": PackedInt32Array(7, 20)}`, nil)
	require.NoError(t, err)

	for query, want := range map[string]string{
		"tia":                     "[1]",
		`"old tia"`:               "[1]",
		"old hp":                  "",
		"key:id":                  "[2 0 0] [2 1 0] [5]",
		"value:7":                 "[2 0 0] [5 0]",
		"type:color":              "[3]",
		"type:vector":             "[4]",
		">9":                      "[0] [5 1]",
		">=2.5 <10":               "[2 0 0] [2 0 1] [2 1 0] [5 0]",
		"=10":                     "[0]",
		"<=2.5":                   "[2 0 1]",
		"=old":                    "",
		"tia:x":                   "",
		"changed":                 "",
		`="old tia"`:              "[1]",
		`!="old tia" type:string`: "",
		"type:vector2":            "[4]",
		"type:int":                "[0] [2 0 0] [2 1 0] [5 0] [5 1]",
		`name`:                    "[1]",
		"#ff0000":                 "[3]",
		"=#ff0000ff":              "",
		`">9"`:                    "",
		"changed:":                "",
	} {
		q, err := search.Parse(query)
		require.NoError(t, err, query)
		require.False(t, q.Empty())

		if strings.Contains(query, "changed") {
			continue
		}

		s := search.New(q, nil)
		for !s.Ended {
			before := s.Count
			s.Run(root)
			require.LessOrEqual(t, s.Count-before, search.Step+1)
		}

		var got []string
		for _, p := range s.Found {
			got = append(got, fmt.Sprint(p))
			require.True(t, s.Has(p))
		}
		require.Equal(t, want, strings.Join(got, " "), query)
		require.False(t, s.Has(outline.Place{99}))
	}

	var none *search.Search
	require.False(t, none.Has(nil))

	q, err := search.Parse("  ")
	require.NoError(t, err)
	require.True(t, q.Empty())

	_, err = search.Parse(">many")
	require.ErrorContains(t, err, ">many needs a number")
}
