package console

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPrefix: each line begins with the text of the Prefix once, even if the line is written in
// pieces.
func TestPrefix(t *testing.T) {
	var out strings.Builder
	p := NewPrefix(&out, "a.save:")

	for _, part := range []string{"hp", "", " = 1\nmp = 2\n", "\n", "end"} {
		n, err := p.Write([]byte(part))
		require.NoError(t, err)
		require.Equal(t, len(part), n)
	}

	require.Equal(t, "a.save:hp = 1\na.save:mp = 2\na.save:\na.save:end", out.String())
}
