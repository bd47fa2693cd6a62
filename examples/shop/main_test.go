package main

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/enginetest"
)

func TestRun(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, run(&out, ""))
	require.Equal(t, want, out.String())
}

const want = `As a float:
  godot: encode $["price"]: not exact: 19.99 → ` +
	`double 19.989999999999998436805981327779591083526611328125 ` +
	`(error -0.000000000000001563194018672220408916473388671875); ` +
	`the tags string and scale keep decimals exactly

item          cents       text  single
apple          0.50       0.50  0.5
lamp          19.99      19.99  19.9899997711181640625
boat        1249.90    1249.90  1249.9000244140625
island    167772.17  167772.17  167772.171875

The audit, and the same for the price that was meant:
  $[1]["sold"].x: 19.99 → single 19.9899997711181640625 ` +
	`(error -0.000000228881834374305981327779591083526611328125)
  $[2]["sold"].x: 1249.9 → single 1249.9000244140625 ` +
	`(error 0.00002441406240905052982270717620849609375)
  $[2]["sold"].y: 624.95 → single 624.95001220703125 ` +
	`(error 0.000012207031204525264911353588104248046875)
  $[3]["sold"].x: 167772.17 → single 167772.171875 (error 0.00187499998719431459903717041015625)
  $[3]["sold"].y: 83886.09 → single 83886.09375 (error 0.00375000000349245965480804443359375)
  apple: 0.50 → single exact
  lamp: 19.99 → single 19.9899997711181640625 (error -0.0000002288818359375)
  boat: 1249.90 → single 1249.9000244140625 (error 0.0000244140625)
  island: 167772.17 → single 167772.171875 (error 0.001875)
`

// TestEngineReads makes a real Godot 3 read the prices.
func TestEngineReads(t *testing.T) {
	godot := enginetest.Godot3(t)
	dir := t.TempDir()
	require.NoError(t, run(&bytes.Buffer{}, filepath.Join(dir, "shop.save")))
	lines := godot.Run(t, "testdata/read.gd", dir)
	require.Equal(t, []string{
		"apple 0.5 50 0.50", "True True",
		"lamp 19.99 1999 19.99", "True True",
		"boat 1249.900024 124990 1249.90", "True True",
		"island 167772.171875 16777217 167772.17", "True True",
	}, lines)
}
