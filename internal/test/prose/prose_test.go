package prose

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestWrap: long lines of prose are wrapped. Rows of tables and code are not.
func TestWrap(t *testing.T) {
	row := "| " + strings.Repeat("cell ", 40) + "|\n"
	code := "```sh\n" + strings.Repeat("go ", 40) + "\n```\n"
	long := strings.Repeat("word ", 30) + "\n"
	wrapped := strings.Repeat("word ", 19) + "word\n" + strings.Repeat("word ", 9) + "word\n"

	assert.Equal(t, row+"\n"+wrapped+code+wrapped, Wrap(row+"\n"+long+code+long))
}
