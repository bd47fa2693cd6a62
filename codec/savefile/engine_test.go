package savefile

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/testkit"
)

// TestFilesOfEnginesAreRead: a file of Godot 4.6 has the plain bytes that Godot wrote, and is
// written again with the same bytes.
func TestFilesOfEnginesAreRead(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "containers-4.6", "*.bin"))
	require.NoError(t, err)
	require.Len(t, files, 39)
	plainVar := sample(t, "plain-var.bin")

	twoRecords := len(plainVar) - 4 -
		int(binary.LittleEndian.Uint32(plainVar[records(t, plainVar)[2]:]))
	for _, path := range files {
		name := strings.TrimSuffix(filepath.Base(path), ".bin")
		t.Run(name, func(t *testing.T) {
			kind, rest, _ := strings.Cut(name, "-")
			how, what, _ := strings.Cut(rest, "-")
			o := Options{Strict: true}
			want := Info{Format: Plain, Size: -1}

			var plain []byte
			switch {
			case what == "var" && how == "pass":
				plain = plainVar[:records(t, plainVar)[1]]
			case what == "var":
				plain = plainVar[:twoRecords]
			case kind == "plain":
				plain = sample(t, name+".bin")

			default:
				var n int
				_, err := fmt.Sscan(what, &n)
				require.NoError(t, err)
				plain = content(n)
			}

			switch kind {
			case "gcpf":
				mode := map[string]Compression{"fastlz": FastLZ, "deflate": Deflate,
					"zstd": Zstandard, "gzip": Gzip}[how]
				want = Info{Format: Compressed, Compression: mode, BlockSize: 4096,
					Blocks: len(plain)/4096 + 1, Size: int64(len(plain))}

			case "gdec4":
				want = Info{Format: Encrypted4, Size: int64(len(plain))}
				if how == "key" {
					o.Key = countingKey()
				} else {
					o.Password = "pässword"
				}
			}

			f, err := os.Open(path)
			require.NoError(t, err)
			defer f.Close()
			info, err := Inspect(f)
			require.NoError(t, err)
			assert.Equal(t, want, info)

			got, info, err := ReadFile(path, o)
			assert.Equal(t, want, info)

			if how == "zstd" {
				require.ErrorIs(t, err, ErrUnsupported)
				assert.ErrorContains(t, err, "import github.com/klauspost/compress/zstd")
				assert.ErrorContains(t, err, "Options.Compressors[savefile.Zstandard]")
				return
			}

			require.NoError(t, err)
			assert.True(t, bytes.Equal(plain, got), "contents differ")

			if how == "deflate" || how == "gzip" {
				return // which stream depends on the compressor
			}

			file := sample(t, name+".bin")
			write := o.Like(info)
			if kind == "gdec4" {
				write.IV = file[28:44]
			}
			assert.Equal(t, file, mustPack(t, got, write), "written as the engine does")
		})
	}
}

// records lists where the store_var records of plain bytes begin.
func records(t *testing.T, b []byte) (starts []int) {
	for at := 0; at < len(b); {
		require.LessOrEqual(t, at+4, len(b))
		starts = append(starts, at)
		at += 4 + int(binary.LittleEndian.Uint32(b[at:]))
	}
	return starts
}

// record3 is store_var({"a": 1}) in Godot 3.2.3.
const record3 = "1c000000 12000000 01000000 04000000 01000000 61000000 02000000 01000000"

// engineBytes are files that Godot 3.2.3 wrote.
var engineBytes = []struct {
	name, plain, file string
	options           Options
	readOnly          bool // valid streams, but which ones depends on the compressor
}{
	{"3.2.3 plain", record3, record3, Options{Format: Plain}, false},
	{"3.2.3 FastLZ", record3,
		"474350460000000000100000200000001f000000081c000000120000000120030004200340070b61" +
			"000000020000000100000047435046",
		Options{Format: Compressed}, false},
	{"3.2.3 Deflate", record3,
		"4743504601000000001000002000000019000000789c9361606010026246206681d28940cc046503" +
			"000ab0009947435046",
		Options{Format: Compressed, Compression: Deflate}, true},
	{"3.2.3 Zstandard", record3,
		"474350460200000000100000200000002900000028b52ffd20200101001c00000012000000010000" +
			"00040000000100000061000000020000000100000047435046",
		Options{Format: Compressed, Compression: Zstandard, Compressors: stored}, false},
	{"3.2.3 Gzip", record3,
		"47435046030000000010000020000000250000001f8b080000000000000393616060100262462066" +
			"81d28940cc04650300406137a62000000047435046",
		Options{Format: Compressed, Compression: Gzip}, true},
	{"FastLZ, empty", "",
		"474350460000000000100000000000000a000000010000e002010200000047435046",
		Options{Format: Compressed}, false},
	{"3.2.3 password", record3,
		"47444543010000007a1c1cc5a602a459e37b690f7e4240452000000000000000ee78fb9c78c9cb85" +
			"a793fe12efcbb09707f77bfd6aed13f0dbbfa28a3b01cfa1",
		Options{Format: Encrypted3, Password: "pässword"}, false},
	{"3.2.3 key", record3,
		"47444543010000007a1c1cc5a602a459e37b690f7e424045200000000000000014d5a9d88814213a" +
			"f556add142876583634db6ff7d356ca00390ceab2143615b",
		Options{Format: Encrypted3, Key: countingKey()}, false},
	{"3.2.3 key, five bytes", "0102030405",
		"47444543010000007cfdd07889b3295d6a550914ab35e0680500000000000000a2f9b72c46ecbe41" +
			"70bcb8b416865d0f",
		Options{Format: Encrypted3, Key: countingKey()}, false},
	{"3.2.3 key, empty", "",
		"4744454301000000d41d8cd98f00b204e9800998ecf8427e0000000000000000",
		Options{Format: Encrypted3, Key: countingKey()}, false},
}

// TestHeadersHaveTheBytesOfTheEngine: in both formats and byte orders.
func TestHeadersHaveTheBytesOfTheEngine(t *testing.T) {
	for _, c := range engineBytes {
		t.Run(c.name, func(t *testing.T) {
			plain, file := testkit.Unhex(t, c.plain), testkit.Unhex(t, c.file)
			o := c.options
			o.Format = Auto
			o.Strict = true
			got, info := mustUnpack(t, file, o)
			assert.Equal(t, plain, got)
			assert.Equal(t, c.options.Format, info.Format)
			assert.Equal(t, c.options.Compression, info.Compression)

			if c.readOnly {
				return
			}

			again := mustPack(t, plain, c.options)
			assert.Equal(t, file, again)
		})
	}
}

// The keys are what md5sum prints. (openssl enc -aes-256-cfb and -aes-256-ecb encrypt to
// the same bytes as the engines.)
func TestKeysOfPasswords(t *testing.T) {
	assert.Equal(t, "8e1843033a0f6ee52e2f618aa8ebbef4", string(PasswordKey("pässword")))
	assert.Equal(t, "d41d8cd98f00b204e9800998ecf8427e", string(PasswordKey("")))
}
