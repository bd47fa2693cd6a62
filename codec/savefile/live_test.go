package savefile

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/internal/live"
	"godotvariant/internal/testkit"
	"godotvariant/math"
	"godotvariant/variant"
)

// liveRecords are the records that the scripts store, too.
var liveRecords = []variant.Variant{
	variant.NewDictionary(
		variant.KV("name", variant.String("Ünïté")), variant.KV("level", variant.Int(42)),
		variant.KV("pos", math.V3(1.5, -2, 3.25)),
	),
	variant.NewArray(variant.Int(1), variant.String("two")),
}

// TestEnginesReadEveryFile: engines read what this package writes, and the reverse.
func TestEnginesReadEveryFile(t *testing.T) {
	live.Each(t, func(t *testing.T, e live.Engine) {
		plain := map[string][]byte{}
		var sizeList []string
		for _, n := range sizes {
			plain[strconv.Itoa(n)] = content(n)
			sizeList = append(sizeList, strconv.Itoa(n))
		}
		for _, v := range liveRecords {
			plain["var"] = live.Frame(plain["var"], testkit.Encode(t, e.Codec(false), v))
		}

		foreign := map[*variant.Dialect]Format{codec.Godot3: Encrypted4,
			codec.Godot4: Encrypted3}[e.Dialect]
		dir := t.TempDir()
		all := map[string]Options{}
		for name, o := range forms() {
			if o.Format == foreign {
				continue
			}

			form := strings.ReplaceAll(name, " ", "-")
			all[form] = o
			for what, data := range plain {
				path := filepath.Join(dir, "go-"+form+"-"+what)
				require.NoError(t, WriteFile(path, data, o))
			}
		}

		list := strings.Join(slices.Collect(maps.Keys(all)), ",")
		lines := e.Run(t, e.Script("testdata/live"), dir, "FORMS="+list,
			"SIZES="+strings.Join(sizeList, ","))
		for form, o := range all {
			for what, data := range plain {
				t.Run(form+"/"+what, func(t *testing.T) {
					assert.Contains(t, lines, form+" "+what+" same", "the engine reads our file")
					file := load(t, filepath.Join(dir, "engine-"+form+"-"+what))
					checkEngineFile(t, data, file, o)
				})
			}
		}
	})
}

// TestFastLZIsThatOfTheEngine: our FastLZ gives the engine's bytes for runs, words,
// records and noise.
func TestFastLZIsThatOfTheEngine(t *testing.T) {
	live.Each(t, checkLiveFastLZ)
}

func checkLiveFastLZ(t *testing.T, e live.Engine) {
	dir := t.TempDir()
	path := func(kind string, i int) string { return filepath.Join(dir, fmt.Sprint(kind, "-", i)) }
	const count = 200

	random := rand.New(rand.NewPCG(5, 6))
	var inputs [][]byte
	for i := range count {
		n := random.IntN(9000)
		var plain []byte
		for len(plain) < n {
			plain = appendPiece(plain, random, i)
		}
		inputs = append(inputs, plain)
		require.NoError(t, os.WriteFile(path("plain", i), plain, 0o600))
	}

	e.Run(t, e.Script("testdata/pack"), dir, fmt.Sprintf("COUNT=%d", count))
	for i, plain := range inputs {
		got := mustPack(t, plain, Options{Format: Compressed})
		assert.True(t, bytes.Equal(load(t, path("packed", i)), got), "input %d", i)
	}
}

// appendPiece appends a run, a word, a small number or noise.
func appendPiece(plain []byte, random *rand.Rand, i int) []byte {
	switch i % 4 {
	case 0:
		run := []byte{byte(random.Uint32())}
		return append(plain, bytes.Repeat(run, 1+random.IntN(600))...)
	case 1:
		word := random.IntN(300)
		return fmt.Appendf(plain, "%x ", word*word*word)
	case 2:
		return binary.LittleEndian.AppendUint32(plain, uint32(random.IntN(40)))
	}
	return append(plain, byte(random.Uint32())>>(i%8))
}
