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
		var records []byte
		for _, v := range liveRecords {
			records = live.Frame(records, testkit.Encode(t, e.Codec(false), v))
		}

		foreign := map[*variant.Dialect]Format{codec.Godot3: Encrypted4,
			codec.Godot4: Encrypted3}[e.Dialect]
		all := map[string]Options{}

		dir := t.TempDir()
		write := func(form, what string, plain []byte) {
			require.NoError(t, WriteFile(filepath.Join(dir, "go-"+form+"-"+what), plain, all[form]))
		}

		for name, o := range forms() {
			if o.Format == foreign {
				continue
			}

			form := strings.ReplaceAll(name, " ", "-")
			all[form] = o
			for _, n := range sizes {
				write(form, strconv.Itoa(n), content(n))
			}

			write(form, "var", records)
		}

		list := strings.Join(slices.Collect(maps.Keys(all)), ",")
		sizeList := strings.ReplaceAll(strings.Trim(fmt.Sprint(sizes), "[]"), " ", ",")
		lines := e.Run(t, e.Script("testdata/live"), dir, "FORMS="+list, "SIZES="+sizeList)

		count := 0
		for form, o := range all {
			check := func(what string, plain []byte) {
				t.Run(form+"/"+what, func(t *testing.T) {
					assert.Contains(t, lines, form+" "+what+" same", "the engine reads our file")
					file, err := os.ReadFile(filepath.Join(dir, "engine-"+form+"-"+what))
					require.NoError(t, err)
					checkLiveFile(t, file, plain, o)
					count++
				})
			}

			for _, n := range sizes {
				check(strconv.Itoa(n), content(n))
			}

			check("var", records)
		}

		t.Logf("%d files of %d forms each way", count, len(all))
	})
}

// checkLiveFile requires that an engine's file is of the format, and has the contents.
func checkLiveFile(t *testing.T, file, plain []byte, o Options) {
	inspected, err := Inspect(bytes.NewReader(file))
	require.NoError(t, err)
	assert.Equal(t, o.Format, inspected.Format)
	assert.Equal(t, o.Compression, inspected.Compression)

	if o.Compression == Zstandard {
		_, info, err := Unpack(file, Options{})
		assert.ErrorIs(t, err, ErrUnsupported)
		assert.ErrorContains(t, err, "github.com/klauspost/compress/zstd")
		assert.Equal(t, int64(len(plain)), info.Size)
		return
	}

	got, info := mustUnpack(t, file, Options{Key: o.Key, Password: o.Password, Strict: true})
	assert.True(t, bytes.Equal(plain, got), "contents differ")
	assert.Equal(t, inspected, info)
	assert.Equal(t, o.BigEndian, info.BigEndian)

	random := o.Format == Encrypted4 && o.IV == nil
	if o.Compression != Deflate && o.Compression != Gzip && !random {
		ours := mustPack(t, got, o)
		assert.True(t, bytes.Equal(file, ours), "we write the engine's file")
	}
}

// TestFastLZIsThatOfTheEngine: our FastLZ gives the engine's bytes for runs, words,
// records and noise.
func TestFastLZIsThatOfTheEngine(t *testing.T) {
	live.Each(t, checkLiveFastLZ)
}

func checkLiveFastLZ(t *testing.T, e live.Engine) {
	dir := t.TempDir()
	const count = 200

	random := rand.New(rand.NewPCG(5, 6))
	for i := range count {
		n := random.IntN(9000)
		var plain []byte
		for len(plain) < n {
			switch i % 4 {
			case 0:
				plain = append(plain, bytes.Repeat([]byte{byte(random.Uint32())},
					1+random.IntN(600))...)

			case 1:
				word := random.IntN(300)
				plain = append(plain, fmt.Sprintf("%x ", word*word*word)...)

			case 2:
				plain = binary.LittleEndian.AppendUint32(plain, uint32(random.IntN(40)))
			case 3:
				plain = append(plain, byte(random.Uint32())>>(i%8))
			}
		}

		require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("plain-%d", i)), plain,
			0o666))
	}

	e.Run(t, e.Script("testdata/pack"), dir, fmt.Sprintf("COUNT=%d", count))
	for i := range count {
		plain, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("plain-%d", i)))
		require.NoError(t, err)
		want, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("packed-%d", i)))
		require.NoError(t, err)
		got := mustPack(t, plain, Options{Format: Compressed})
		assert.True(t, bytes.Equal(want, got), "input %d", i)
	}
}
