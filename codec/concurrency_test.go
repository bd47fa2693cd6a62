package codec_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/testkit"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// concurrently runs f in several goroutines at once.
func concurrently(f func(i int)) {
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			f(i)
		}()
	}
	wg.Wait()
}

// TestConcurrentCodec uses one codec, its packets and its decoded values in several
// goroutines, which is allowed. It is meant for the race detector.
func TestConcurrentCodec(t *testing.T) {
	for _, s := range []settings{{codec.Godot4, variant.Double, true},
		{codec.DocsGodot3, variant.Single, false}} {
		c := s.in(codec.Strict)
		random := rand.New(rand.NewPCG(1, 9))
		var packets [][]byte
		var values []variant.Variant

		for len(packets) < 60 {
			v := newGenerator(s, randomBytes(random, 1200)).value()
			if packet, err := c.Encode(v); err == nil { // strict mode rejects NUL in text
				packets = append(packets, packet)
				values = append(values, v)
			}
		}

		concurrently(func(g int) {
			var buf []byte
			for i := range packets {
				i = (i + g*7) % len(packets)
				v, err := c.Decode(packets[i])
				if !assert.NoError(t, err) {
					return
				}

				assert.True(t, variant.Equal(v, values[i]))
				buf, _ = c.Append(buf[:0], values[i])
				assert.Equal(t, packets[i], buf)
				assert.NoError(t, c.Valid(packets[i]))
				assert.Error(t, c.Valid(packets[i][:len(packets[i])-1]))
				assert.NotEmpty(t, fmt.Sprintf("%v%#v", values[i], values[i]))
				lookUpKeys(t, values[i])
			}
		})
	}
}

// lookUpKeys looks up every key of every dictionary in v. Objects never equal each other.
func lookUpKeys(t *testing.T, v variant.Variant) {
	for _, part := range tree.Walk(v) {
		d, _ := part.(variant.Dictionary)
		for key, want := range d.All() {
			got, ok := d.Get(key)
			assert.True(t, ok && variant.Equal(want, got) || testkit.HoldsObject(key))
		}
	}
}

// numberedType is a user's type for registering.
type numberedType struct{ typ variant.Type }

func (v numberedType) Type() variant.Type             { return v.typ }
func (v numberedType) Encode(w *variant.Writer) error { return w.Err() }
func (v numberedType) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, v)
}

// TestConcurrentRegistry registers types while other goroutines make codecs of the same
// registry.
func TestConcurrentRegistry(t *testing.T) {
	r := codec.NewRegistry()
	concurrently(func(i int) {
		v := numberedType{variant.TypeCustom + variant.Type(i)}
		assert.NoError(t, r.Register(v, uint8(100+i)))
		assert.Error(t, r.Register(v, uint8(150+i)))
		assert.NoError(t, r.Replace(variant.Int(0)))

		c, err := codec.New(codec.Options{Registry: r})
		if !assert.NoError(t, err) {
			return
		}

		packet, err := c.Encode(v)
		assert.NoError(t, err)
		assert.Equal(t, word(100+i), packet)
		got, err := c.Decode(packet)
		assert.NoError(t, err)
		assert.Equal(t, v, got)
	})

	c := codec.MustNew(codec.Options{Registry: r})
	for i := range 8 {
		require.NoError(t, c.Valid(word(100+i)))
	}
}
