package session

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSlices: long work is divided into slices of few items. Between two slices the functions that
// only look at the file are answered.
func TestSlices(t *testing.T) {
	var items strings.Builder
	for i := range 10_000 {
		items.WriteString(`{"id": ` + strconv.Itoa(i) + `, "name": "item"}, `)
	}

	other := pageOfText(t, `{"items": [`+items.String()+`{"id": 7}], "hp": 10}`).session.file.source.data
	p := pageOfText(t, `{"items": [`+items.String()+`], "hp": 10}`)
	for _, test := range []struct {
		call, args string
		most       int64 // done in a slice
		slices     int
	}{
		{"bytes", `{"from":0,"count":200}`, 100_000, 1},
		{"where", `{"path":"$.hp"}`, 100_000, 14},
		{"at", `{"offset":100}`, 0, 0}, // the index has it
		{"compare", `{"name":"other"}`, 100_000, 40},
		{"save", `{"engine":"godot4","container":"same"}`, 100_000, 20},
		{"table", `{"path":"$.items","count":10}`, 512, 19},
		{"table", `{"path":"$.items","count":10,"sort":"\"id\"","desc":true}`, 4096, 42},
	} {
		if test.call == "save" {
			p.call("edit", `{"op":"set","path":"$.hp","text":"7"}`)
		}

		slices := 0
		done := int64(0)
		p.session.Progress = func(at Progress) {
			slices++
			require.LessOrEqual(t, at.Done, at.Total, test.call)
			if at.Done > done {
				require.LessOrEqual(t, at.Done-done, test.most, test.call)
			}
			done = at.Done

			rows := p.call("rows", `{"from":0,"count":3}`)
			require.Len(t, rows["rows"], 3)
		}

		_, _, err := p.try(test.call, test.args, other)
		require.Nil(t, err, test.call)
		p.session.Progress = nil
		require.Equal(t, test.slices, slices, test.call)
	}
}
