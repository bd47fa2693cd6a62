package document

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// literals are what literalLength finds, as a pattern.
var literals = regexp.MustCompile(strings.Join([]string{
	`[&^]?"(?:[^"\\]|\\(?s:.))*"`, `[&^]?'(?:[^'\\]|\\(?s:.))*'`,
	`\b0[xX][0-9a-fA-F_]+\b`, `\b0[bB][01_]+\b`, `\b[0-9][0-9_]*_[0-9_]*`,
	`\bColor\(\s*["'][^"'()]*["']\s*\)`, `\bColor\(\s*[^(),"'\s][^(),"']*(?:,[^(),"']+){2}\)`,
	`\b[A-Z]\w*\.[A-Z]\w*\b`, `-?\b(?:INF|NAN|PI|TAU)\b`,
}, "|"))

// TestLiteralsAreThoseOfThePattern: in random text of pieces of GDScript, the pattern finds the
// same literals.
func TestLiteralsAreThoseOfThePattern(t *testing.T) {
	pieces := append(strings.Fields(`" ' \ & ^ 0x 1f 0b 01 _ 12 g Color( ) ( , red Color . RED `+
		"Vector2 ZERO - INF PI TAU NAN a é #ff0000"), " ")
	r := rand.New(rand.NewPCG(1, 2))

	for range 200_000 {
		var b strings.Builder
		for range 1 + r.IntN(9) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}

		s := b.String()
		require.Equal(t, literals.ReplaceAllStringFunc(s, literalText), constructorText(s), "%q", s)
	}
}
