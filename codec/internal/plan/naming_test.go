package plan_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/internal/plan"
	"godotvariant/internal/test/enginetest"
	"godotvariant/internal/test/testkit"
	"godotvariant/variant"
)

// A fieldName is the name of a field in Go, with the keys that two engines make from it.
type fieldName struct{ name, godot4, godot3 string }

// namesOf reads testdata/names.txt.
func namesOf(t *testing.T) (all []fieldName) {
	t.Helper()
	data, err := os.ReadFile("testdata/names.txt")
	require.NoError(t, err)

	for line := range strings.Lines(string(data)) {
		words := strings.Fields(line)
		if words[0] == "#" {
			continue
		}
		all = append(all, fieldName{words[0], words[1], words[len(words)-1]})
	}

	require.Len(t, all, 400)
	return all
}

// TestSnake: the keys are the same as those of Godot 4.6 for 400 names. Godot 3.2.3 gives 84 of
// these names other keys. Most of these names have digits between letters, or one lower case letter
// behind upper case letters, and the others have letters that are not ASCII.
func TestSnake(t *testing.T) {
	others := 0
	for _, n := range namesOf(t) {
		assert.Equal(t, n.godot4, plan.Snake(n.name))
		if n.godot3 != n.godot4 {
			others++
		}
	}

	require.Equal(t, 84, others)
	require.Empty(t, plan.Snake(""))
}

// TestLiveSnake: for the names in testdata/names.txt, the engines of this machine make the keys in
// this file. For other names, Godot 4 makes the same keys as Snake. These names have the letters
// and digits below U+0600, such as those of Greek and Cyrillic.
func TestLiveSnake(t *testing.T) {
	recorded := namesOf(t)

	t.Run("Godot 4", func(t *testing.T) {
		var names, want []string
		for _, n := range recorded {
			names = append(names, n.name)
			want = append(want, n.godot4)
		}

		for c := rune('A'); c < 0x600; c++ {
			if !unicode.IsLetter(c) && !unicode.IsDigit(c) {
				continue
			}
			for _, form := range []string{"A%cb", "a%cb", "A1%cb", "AB%c", "A%c2"} {
				name := fmt.Sprintf(form, c)
				names = append(names, name)
				want = append(want, plan.Snake(name))
			}
		}

		require.Equal(t, want, snakes(t, enginetest.Godot4(t), "testdata/names4.gd", names))
	})

	t.Run("Godot 3", func(t *testing.T) {
		var names, want []string
		for _, n := range recorded {
			names = append(names, n.name)
			want = append(want, n.godot3)
		}

		require.Equal(t, want, snakes(t, enginetest.Godot3(t), "testdata/names3.gd", names))
	})
}

// snakes runs a script in an engine. The script prints the snake_case of each name, and snakes
// returns the printed texts.
func snakes(t *testing.T, e *enginetest.Engine, script string, names []string) []string {
	t.Helper()
	dir := t.TempDir()
	list := strings.Join(names, "\n") + "\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "names"), []byte(list), 0o600))

	lines := e.Run(t, script, dir)
	require.Len(t, lines, len(names))

	var all []string
	for i, line := range lines {
		words := strings.Fields(line)
		require.Equal(t, names[i], words[0])
		all = append(all, words[1])
	}
	return all
}

// byField is the codec with the option FieldName.
var byField = codec.MustNew(codec.Options{Naming: codec.FieldName})

type (
	stats   struct{ MaxHP, X1 int }
	goStats struct {
		_     struct{} `godot:"names=field"`
		MaxHP int
		Tag   int `godot:"my_Tag"`
	}
	snakeStats struct {
		_     struct{} `godot:"names=snake,keys=stringname"`
		MaxHP int
	}
)

// TestNaming: the option decides the keys of fields at every depth, and the tag of a blank field
// decides the keys of its struct. A name in the tag of a field has priority over both.
func TestNaming(t *testing.T) {
	type all struct {
		Stats stats
		Own   goStats
		Snake snakeStats
		Any   any
		List  []stats
		*stats
	}
	in := all{stats{1, 2}, goStats{MaxHP: 3, Tag: 4}, snakeStats{MaxHP: 5}, stats{6, 7},
		[]stats{{8, 9}}, &stats{10, 11}}

	for _, x := range []struct {
		c    *codec.Codec
		want string
	}{
		{standard, `{"stats": {"max_hp": 1, "x_1": 2}, "own": {"MaxHP": 3, "my_Tag": 4}, ` +
			`"snake": {&"max_hp": 5}, "any": {"max_hp": 6, "x_1": 7}, ` +
			`"list": [{"max_hp": 8, "x_1": 9}], "max_hp": 10, "x_1": 11}`},
		{byField, `{"Stats": {"MaxHP": 1, "X1": 2}, "Own": {"MaxHP": 3, "my_Tag": 4}, ` +
			`"Snake": {&"max_hp": 5}, "Any": {"MaxHP": 6, "X1": 7}, ` +
			`"List": [{"MaxHP": 8, "X1": 9}], "MaxHP": 10, "X1": 11}`},
	} {
		packet := marshal(t, x.c, in)
		v := testkit.Decode(t, standard, packet)
		require.Equal(t, x.want, variant.Text(v))

		converted, err := x.c.ToVariant(in)
		require.NoError(t, err)
		require.Equal(t, x.want, variant.Text(converted))

		for _, read := range []func(*all) error{
			func(out *all) error { return x.c.Unmarshal(packet, out) },
			func(out *all) error { return x.c.FromVariant(v, out) },
		} {
			out := all{stats: new(stats)}
			require.NoError(t, read(&out))
			out.Any = in.Any // reading makes a Dictionary, and not the struct in in.Any
			require.Equal(t, in, out)
		}
	}
}

// TestNamingOfOneKey: if two fields of a struct get the same key, reading and writing return an
// error. With different keys there is no error.
func TestNamingOfOneKey(t *testing.T) {
	type same struct{ MaxHP, MaxHp int }
	type tagged struct {
		HP int
		Hp int `godot:"points"`
	}
	type taken struct {
		HP int
		X  int `godot:"hp"`
	}

	for want, in := range map[string]any{
		"field max_hp: two fields have this key": &same{},
		"field hp: two fields have this key":     &taken{},
	} {
		_, err := codec.Marshal(in)
		require.ErrorIs(t, err, codec.ErrGoType)
		require.ErrorContains(t, err, want)
		require.ErrorIs(t, codec.Unmarshal(testkit.Encode(t, standard, dict()), in),
			codec.ErrGoType)
	}

	require.Equal(t, dict(kv("MaxHP", Int(1)), kv("MaxHp", Int(2))),
		testkit.Decode(t, standard, marshal(t, byField, same{1, 2})))
	comesBack(t, standard, dict(kv("hp", Int(1)), kv("points", Int(2))), tagged{1, 2})
}

// TestNamingOption: a number that is not a Naming is refused.
func TestNamingOption(t *testing.T) {
	_, err := codec.New(codec.Options{Naming: 2})
	require.ErrorContains(t, err, "Options.Naming is 2")
	require.Equal(t, "snake case, field name, Naming(2)",
		fmt.Sprintf("%v, %v, %v", codec.SnakeCase, codec.FieldName, codec.Naming(2)))
}
