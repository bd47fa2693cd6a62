package savefile

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// liveScript writes a file in every form and size, and compares the files that are there already with what they should hold.
const liveScript = `extends SceneTree

var content = PoolByteArray()

func open(form, path, mode):
	var key = PoolByteArray()
	for i in range(32):
		key.append(i)
	var f = File.new()
	var err = OK
	match form:
		"plain": err = f.open(path, mode)
		"FastLZ": err = f.open_compressed(path, mode, File.COMPRESSION_FASTLZ)
		"Deflate": err = f.open_compressed(path, mode, File.COMPRESSION_DEFLATE)
		"zstd": err = f.open_compressed(path, mode, File.COMPRESSION_ZSTD)
		"Gzip": err = f.open_compressed(path, mode, File.COMPRESSION_GZIP)
		"gdec3-key": err = f.open_encrypted(path, mode, key)
		"gdec3-pass": err = f.open_encrypted_with_pass(path, mode, "pässword")
		"gdec3-big":
			f.endian_swap = true
			err = f.open_encrypted(path, mode, key)
	return f if err == OK else null

func _init():
	for i in range(100000):
		content.append(((i * 7) ^ (i >> 5)) & 255 if i >> 9 & 1 == 1 else (i >> 3) & 15)
	for form in OS.get_environment("FORMS").split(","):
		for size in OS.get_environment("SIZES").split(","):
			var want = content.subarray(0, int(size) - 1) if int(size) > 0 else PoolByteArray()
			var f = open(form, "go-%s-%s" % [form, size], File.READ)
			var got = f.get_buffer(f.get_len()) if f != null else null
			print("%s %s %s" % [form, size, "same" if got == want else "different"])
			f = open(form, "engine-%s-%s" % [form, size], File.WRITE)
			f.store_buffer(want)
			f.close()
	quit(0)
`

// godot3 finds the engine, or skips the test.
func godot3(t *testing.T) string {
	t.Helper()
	name := os.Getenv("GODOT3")
	if name == "" {
		name = "godot3-server"
	}
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("needs a headless Godot 3: install Debian's godot3-server or set GODOT3 (%v)", err)
	}
	return path
}

// run runs a script in dir and returns what it printed.
func run(t *testing.T, engine, dir, script string, env ...string) string {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "x.gd"), []byte(script), 0o666))
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, engine, "--no-window", "-s", "x.gd")
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "LANG=en_US.UTF-8"), env...)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

// Godot 3 reads what this package writes, and the other way round.
func TestLive(t *testing.T) {
	engine := godot3(t)
	dir := t.TempDir()
	all := forms()
	var list, sizeList []string
	for name, o := range all {
		if o.Format == Encrypted4 {
			continue // another engine's
		}
		name = strings.ReplaceAll(name, " ", "-")
		list = append(list, name)
		for _, n := range sizes {
			require.NoError(t, WriteFile(filepath.Join(dir, fmt.Sprintf("go-%s-%d", name, n)), content(n), o))
		}
	}
	for _, n := range sizes {
		sizeList = append(sizeList, fmt.Sprint(n))
	}
	out := run(t, engine, dir, liveScript, "FORMS="+strings.Join(list, ","), "SIZES="+strings.Join(sizeList, ","))
	for name, o := range all {
		if o.Format == Encrypted4 {
			continue
		}
		form := strings.ReplaceAll(name, " ", "-")
		for _, n := range sizes {
			t.Run(fmt.Sprintf("%s/%d", form, n), func(t *testing.T) {
				assert.Contains(t, out, fmt.Sprintf("%s %d same\n", form, n), "the engine reads our file")
				file, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("engine-%s-%d", form, n)))
				require.NoError(t, err)
				if o.Compression == Zstandard {
					_, info, err := Unpack(file, Options{})
					assert.ErrorIs(t, err, ErrUnsupported)
					assert.ErrorContains(t, err, "github.com/klauspost/compress/zstd")
					assert.Equal(t, int64(n), info.Size)
					return
				}
				got, info, err := Unpack(file, Options{Key: o.Key, Password: o.Password, Strict: true})
				require.NoError(t, err, "we read the engine's file")
				assert.True(t, bytes.Equal(content(n), got), "contents differ")
				assert.Equal(t, o.Format, info.Format)
				assert.Equal(t, o.BigEndian, info.BigEndian)
				if o.Compression == FastLZ { // neither Deflate nor Gzip
					ours, err := Pack(got, o)
					require.NoError(t, err)
					assert.True(t, bytes.Equal(file, ours), "we write the engine's file")
				}
			})
		}
	}
}

const packScript = `extends SceneTree

func _init():
	for i in range(int(OS.get_environment("COUNT"))):
		var f = File.new()
		f.open("plain-%d" % i, File.READ)
		var b = f.get_buffer(f.get_len())
		f.close()
		f.open_compressed("packed-%d" % i, File.WRITE, File.COMPRESSION_FASTLZ)
		f.store_buffer(b)
		f.close()
	quit(0)
`

// Our FastLZ makes the engine's choices whatever the data: runs, words, records, noise.
func TestLiveFastLZ(t *testing.T) {
	engine := godot3(t)
	dir := t.TempDir()
	const count = 200
	random := rand.New(rand.NewPCG(5, 6))
	for i := range count {
		n := random.IntN(9000)
		var plain []byte
		for len(plain) < n {
			switch i % 4 {
			case 0:
				plain = append(plain, bytes.Repeat([]byte{byte(random.Uint32())}, 1+random.IntN(600))...)
			case 1:
				word := random.IntN(300)
				plain = append(plain, fmt.Sprintf("%x ", word*word*word)...)
			case 2:
				plain = binary.LittleEndian.AppendUint32(plain, uint32(random.IntN(40)))
			case 3:
				plain = append(plain, byte(random.Uint32())>>(i%8))
			}
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("plain-%d", i)), plain, 0o666))
	}
	run(t, engine, dir, packScript, fmt.Sprintf("COUNT=%d", count))
	for i := range count {
		plain, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("plain-%d", i)))
		require.NoError(t, err)
		want, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("packed-%d", i)))
		require.NoError(t, err)
		got, err := Pack(plain, Options{Format: Compressed})
		require.NoError(t, err)
		assert.True(t, bytes.Equal(want, got), "input %d", i)
	}
}
