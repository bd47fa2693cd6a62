package variant_test

import (
	"bytes"
	"log/slog"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"godotvariant/variant"
)

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

// TestLogScalars: a scalar is logged as the Go value that it holds, alone and in a container.
func TestLogScalars(t *testing.T) {
	attrs := []any{
		"int", variant.Int(5), "float", variant.Float(0.5), "nan", variant.Float(math.NaN()),
		"bool", variant.Bool(true),
		"text", variant.String("a b"), "name", variant.StringName("n"), "long",
		variant.String(strings.Repeat("x", 1000)),
		"in", variant.NewArray(variant.Float(math.Inf(-1)), variant.Int(1)),
	}

	want := `"int":5,"float":0.5,"nan":"nan","bool":true,"text":"a b","name":"&\"n\"",` +
		`"long":"` + strings.Repeat("x", 256) + `…","in":{"0":"-inf","1":1}}`
	var b bytes.Buffer
	slog.New(slog.NewJSONHandler(&b, nil)).Info("", attrs...)
	assert.Contains(t, b.String(), want)
}
