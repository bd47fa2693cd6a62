package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRun(t *testing.T) {
	var out strings.Builder
	run(&out)

	require.Equal(t, `Vector3(2, 1, -8): seen at a distance of 8.25
Vector3(7, 1, -9): behind the pillar, whose face is hit at Vector3(3.11, 1, -4)
Vector3(1, 1, 6): 171 degrees off, unseen
the ball bounces at Vector3(1.55, 0, -0.77)
the ball bounces at Vector3(2.65, 0, -1.32)
heading   0.0 degrees, color #4682b4
heading  22.4 degrees, color #5476a2
heading  89.5 degrees, color #7c526b
heading 156.6 degrees, color #a52e34
heading 179.0 degrees, color #b22222
`, out.String())
}
