package variant_test

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// TestLongPathsAreCut: a path of 32 steps is complete, and a longer one has its first and last 16.
func TestLongPathsAreCut(t *testing.T) {
	text := func(from, to int) string {
		var b strings.Builder
		for i := from; i < to; i++ {
			fmt.Fprintf(&b, "[%d]", i)
		}
		return b.String()
	}

	path := func(n int) tree.Path {
		p := make(tree.Path, n)
		for i := range p {
			p[i].Index = i
		}
		return p
	}

	assert.Equal(t, "$"+text(0, 32), short(t, path(32)))
	assert.Equal(t, "$"+text(0, 16)+"…"+text(17, 33), short(t, path(33)))
	assert.Equal(t, "$"+text(0, 16)+"…"+text(84, 100), short(t, path(100)))
	assert.Equal(t, "$"+text(0, 1000), path(1000).String())
}

// short returns the path as an error has it.
func short(t *testing.T, p tree.Path) string {
	_, err := tree.ParsePath(p.String() + "[")
	var e *variant.Error
	require.ErrorAs(t, err, &e)
	return e.Path
}

// TestLongKeysAreCut: in an error a name or key of 64 bytes is complete, and a longer one is cut
// before a character that would be split.
func TestLongKeysAreCut(t *testing.T) {
	whole := strings.Repeat("x", 64)
	for name, want := range map[string]string{
		whole: whole, whole + "y": whole + "…", whole[1:] + "é": whole[1:] + "…",
	} {
		for step, want := range map[*variant.Step]string{
			{Kind: variant.StepProperty, Name: name}:                  "." + want,
			{Kind: variant.StepKey, Key: str(name)}:                   `["` + want + `"]`,
			{Kind: variant.StepKey, Key: variant.StringName(name)}:    `[&"` + want + `"]`,
			{Kind: variant.StepKey, Key: variant.NewArray(str(name))}: `[["` + name[:62] + `…]`,
		} {
			assert.Equal(t, "$"+want, short(t, tree.Path{*step}))
			assert.Contains(t, step.String(), name)
		}
	}

	assert.Equal(t, "[?]", variant.Step{Kind: variant.StepKey, Key: (*variant.Int)(nil)}.String(),
		"a key that is none")
}

// TestLogsAreShort: one value puts at most so much into a log.
func TestLogsAreShort(t *testing.T) {
	ints := func(n int) []variant.Variant {
		items := make([]variant.Variant, n)
		for i := range items {
			items[i] = variant.Int(i)
		}
		return items
	}

	keys := func(v slog.Value) (keys []string) {
		for _, a := range v.Group() {
			keys = append(keys, a.Key)
		}
		return keys
	}

	more := func(v slog.Value) any {
		attrs := v.Group()
		if last := attrs[len(attrs)-1]; last.Key == "(more)" {
			return last.Value.Int64()
		}
		return nil
	}

	t.Run("entries", func(t *testing.T) {
		v := variant.NewArray(ints(32)...).LogValue()
		assert.Len(t, v.Group(), 32)
		assert.Nil(t, more(v))
		v = variant.NewArray(ints(34)...).LogValue()
		assert.Len(t, v.Group(), 33)
		assert.Equal(t, int64(2), more(v))
		v = variant.LogValue(variant.NewArray(ints(33)...), slog.String("a", "b"),
			slog.String("c", "d"))
		assert.Equal(t, []string{"a", "c", "0", "1"}, keys(v)[:4],
			"extra attributes take no entry's place")
		assert.Len(t, v.Group(), 2+32+1)
		assert.Equal(t, int64(1), more(v))
	})

	t.Run("values", func(t *testing.T) {
		// 5 lists of 30: 128 values in all, the lists themselves counted.
		items := make([]variant.Variant, 5)
		for i := range items {
			items[i] = variant.NewArray(ints(30)...)
		}

		v := variant.NewArray(items...).LogValue().Group()
		total := 0
		for _, a := range v {
			total++
			for _, inner := range a.Value.Group() {
				if inner.Key != "(more)" {
					total++
				}
			}
		}

		assert.Equal(t, 128, total)
		assert.Len(t, v[3].Value.Group(), 30)
		assert.Equal(t, []string{"0", "1", "2", "(more)"}, keys(v[4].Value))
		assert.Equal(t, int64(27), more(v[4].Value))
	})

	t.Run("depth", func(t *testing.T) {
		deep := variant.NewArray()
		for range 4 {
			deep = variant.NewArray(deep)
		}

		v := deep.LogValue()
		for range 3 {
			v = v.Group()[0].Value
		}
		assert.Equal(t, "Array(…)", v.Group()[0].Value.String())
	})

	t.Run("text", func(t *testing.T) {
		whole := strings.Repeat("x", 256)
		v := variant.NewArray(str(whole), str(whole+"y"), variant.StringName(whole[4:]),
			variant.StringName(whole)).LogValue().Group()
		assert.Equal(t, whole, v[0].Value.String())
		assert.Equal(t, whole+"…", v[1].Value.String())
		assert.Equal(t, `&"`+whole[4:]+`"`, v[2].Value.String(), "not quite as long")
		assert.Equal(t, `&"`+whole[2:]+"…", v[3].Value.String())
	})

	t.Run("keys", func(t *testing.T) {
		long := strings.Repeat("k", 65)
		d := variant.NewDictionary(
			pair(variant.StringName("name"), one), pair(variant.Int(-3), one),
			pair(variant.Float(0.5), one), pair(variant.NewArray(), one),
			variant.KV(long, one), pair(nil, one),
		)
		assert.Equal(t, []string{"name", "-3", "0.5", "[]", long[:64] + "…", "null"},
			keys(d.LogValue()))
	})
}

// TestTextEqualsTextAlone: text as a key equals text alone.
func TestTextEqualsTextAlone(t *testing.T) {
	for _, text := range []variant.Variant{str(""), variant.StringName("")} {
		for _, other := range []variant.Variant{nil, null, variant.Int(0), variant.Bool(false),
			variant.NewArray(), variant.NewArray(text)} {
			assert.False(t, variant.KeyEqual(text, other), "%#v and %#v", text, other)
			assert.False(t, variant.KeyEqual(other, text), "%#v and %#v", text, other)
		}
	}
}
