package codec_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/variant"
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
