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

// TestFilesOfEnginesAreRead: a file of Godot 4.6 has the plain bytes that Godot wrote, and only the
// right key opens it.
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

// The engine's FastLZ output is ours, byte for byte.
func TestFastLZHasTheBytesOfTheEngine(t *testing.T) {
	for _, n := range []int{0, 12, 4095, 4096, 4097, 8192, 100000} {
		got := mustPack(t, content(n), Options{Format: Compressed})
		assert.True(t, bytes.Equal(sample(t, fmt.Sprintf("gcpf-fastlz-%d.bin", n)), got),
			"%d bytes", n)
	}
	o := Options{Format: Compressed}
	plain, _ := mustUnpack(t, sample(t, "gcpf-fastlz-var.bin"), o)
	got := mustPack(t, plain, o)
	assert.Equal(t, sample(t, "gcpf-fastlz-var.bin"), got)
}

// TestEncryptedFilesHaveTheBytesOfTheEngine: the same key and IV give the same bytes.
func TestEncryptedFilesHaveTheBytesOfTheEngine(t *testing.T) {
	for _, n := range []int{0, 5, 16, 100} {
		want := sample(t, fmt.Sprintf("gdec4-key-%d.bin", n))
		got := mustPack(t, content(n), Options{Format: Encrypted4, Key: countingKey(),
			IV: want[28:44]})
		assert.Equal(t, want, got, "%d bytes", n)
	}
	want := sample(t, "gdec4-pass-var.bin")
	o := Options{Format: Encrypted4, Password: "pässword", IV: want[28:44]}
	plain, _ := mustUnpack(t, want, o)
	got := mustPack(t, plain, o)
	assert.Equal(t, want, got)
}

const (
	// store_var({"a": 1}) in 3.2.3
	record3 = "1c000000 12000000 01000000 04000000 01000000 61000000 02000000 01000000"
	// and in 4.6
	record4 = "1c000000 1b000000 01000000 04000000 01000000 61000000 02000000 01000000"
)

// engineBytes are files that Godot 3.2.3 and 4.6 wrote.
var engineBytes = []struct {
	name, plain, file string
	options           Options
	readOnly          bool // valid streams, but which ones depends on the compressor
}{
	{"3.2.3 plain", record3, record3, Options{Format: Plain}, false},
	{"4.6 plain", record4, record4, Options{Format: Plain}, false},
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
	{"4.6 FastLZ", record4,
		"474350460000000000100000200000001f000000081c0000001b0000000120030004200340070b61" +
			"000000020000000100000047435046",
		Options{Format: Compressed}, false},
	{"4.6 Deflate", record4,
		"4743504601000000001000002000000019000000789c9361606090066246206681d28940cc046503" +
			"000bac00a247435046",
		Options{Format: Compressed, Compression: Deflate}, true},
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
	{"4.6 key", record4,
		"47444543 bf6778d3c7fb128b3dfd6ed3095411f3 2000000000000000" +
			"000102030405060708090a0b0c0d0e0f" +
			"466e045713fb7196f12e553d06c3a6928166973b647d769dfa2a633d1f5c9c8c",
		Options{Format: Encrypted4, Key: countingKey(), IV: countingKey()[:16]}, false},
	{"4.6 password", record4,
		"47444543 bf6778d3c7fb128b3dfd6ed3095411f3 2000000000000000" +
			"49babc3e248559ce38f9fa7d3c508c56" +
			"720ad60e38a1338b276502d79bd3227dd1e25e4dd16ff9a88e2aa3a5d2a490d7",
		Options{Format: Encrypted4, Password: "pässword",
			IV: []byte("\x49\xba\xbc\x3e\x24\x85\x59\xce\x38\xf9\xfa\x7d\x3c\x50\x8c\x56")}, false},
	{"4.6 key, empty", "",
		"47444543d41d8cd98f00b204e9800998ecf8427e0000000000000000000102030405060708090a0b0c0d0e0f",
		Options{Format: Encrypted4, Key: countingKey(), IV: countingKey()[:16]}, false},
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
