package session

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRevertAll: each change can be taken back, in any order, with any edits before and after it.
// In the end all values have their old names and places.
func TestRevertAll(t *testing.T) {
	const value = `{"a":1,"b":2,"c":{"d":3,"e":4,"f":5},"g":6,"h":7}`
	random := rand.New(rand.NewPCG(1, 2))

	for range 300 {
		p := newPage(t)
		p.open("a.json", []byte(value))
		before := p.text()
		var done []string

		for range 1 + random.IntN(6) {
			path := []string{"a", "b", "c", "g", "h", "c.d", "c.e", "c.f"}[random.IntN(8)]
			edit := []string{
				fmt.Sprintf(`{"op":"move","path":%q,"to":%d}`, path, random.IntN(4)),
				fmt.Sprintf(`{"op":"remove","path":%q}`, path),
				fmt.Sprintf(`{"op":"set","path":%q,"text":"%d"}`, path, random.IntN(100)),
				fmt.Sprintf(`{"op":"rename","path":%q,"key":"n%d"}`, path, random.IntN(100)),
				fmt.Sprintf(`{"op":"insert","path":"$","key":"i%d","text":"1"}`, random.IntN(100)),
			}[random.IntN(5)]
			if _, _, err := p.try("edit", edit, nil); err == nil {
				done = append(done, edit)
			}
		}

		for range 20 {
			list := p.call("changes", `{}`)["changes"].([]any)
			if len(list) == 0 {
				break
			}
			c := list[random.IntN(len(list))].(object)
			revert := fmt.Sprintf(`{"path":%q,"kind":%q}`, c["path"], c["kind"])
			_, _, err := p.try("revert", revert, nil)
			require.Nil(t, err, "%v: %s", done, revert)
			done = append(done, revert)
		}

		require.Equal(t, before, p.text(), "%v", done)
	}
}
