//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/variant"
)

// TestMemory: a record of many small values takes at most this many times its bytes,
// which README.md states. It prints what it has measured:
//
//	go test ./gdvar -run TestMemory -v
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads 15 MB ten times")
	}

	self, err := os.Executable()
	require.NoError(t, err)
	dir := t.TempDir()
	file := filepath.Join(dir, "large.save")

	length := writeLarge(t, file)

	for _, row := range []struct {
		most int // times the bytes of the file
		args []string
	}{
		{15, []string{"get", file, "hp"}},
		{16, []string{"set", "-n", "--engine", "godot4", file, "hp=11"}},
		{15, []string{"show", file}},
		{15, []string{"json", file}},
		{16, []string{"detect", file}},
		{18, []string{"convert", "--to", "godot3", file, "-o", filepath.Join(dir, "out.save")}},
	} {
		used := peakMemory(t, self, row.args)

		t.Logf("%s: %d MiB, %.1f times the file", row.args[0], used>>20,
			float64(used)/float64(length))
		require.Less(t, used, int64(row.most*length), row.args[0])
	}
}

// peakMemory runs gdvar and returns the most memory that it had at a time, as its process says. The
// figure that is left of an ended process is also that of the process which started it.
func peakMemory(t *testing.T, self string, args []string) int64 {
	cmd := exec.CommandContext(t.Context(), self, args...)
	cmd.Env = append(os.Environ(), "GDVAR_TEST_MAIN=1")
	require.NoError(t, cmd.Start(), args)

	ended := make(chan error)
	go func() { ended <- cmd.Wait() }()

	var most int64
	for {
		select {
		case err := <-ended:
			require.NoError(t, err, args)
			require.NotZero(t, most, args)
			return most
		case <-time.After(2 * time.Millisecond):
			most = max(most, highWater(cmd.Process.Pid))
		}
	}
}

// highWater returns the most memory that a running process had, in bytes, 0 if it has ended.
func highWater(pid int) int64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}

	_, line, _ := strings.Cut(string(status), "VmHWM:")
	var kib int64
	if _, err := fmt.Sscan(line, &kib); err != nil {
		return 0
	}

	return kib << 10
}

// writeLarge writes a save of one record with 2 million values, and returns its length.
func writeLarge(t *testing.T, name string) int {
	t.Helper()
	items := make([]variant.Variant, 200_000)

	for i := range items {
		items[i] = variant.NewDictionary(
			pair("id", variant.Int(i)), pair("n", variant.Int(i%99)),
			pair("name", variant.String("an item")),
			pair("tags", variant.NewArray(variant.Int(1))))
	}

	root := variant.NewDictionary(pair("items", variant.NewArray(items...)),
		pair("hp", variant.Int(10)))
	file, err := os.Create(name)
	require.NoError(t, err)
	defer file.Close()

	c := codec.MustNew(codec.Options{Limits: codec.Limits{MaxFrame: 64 << 20}})
	require.NoError(t, c.NewEncoder(file, codec.FrameU32).Encode(root))
	stat, err := file.Stat()
	require.NoError(t, err)

	return int(stat.Size())
}

func pair(key string, v variant.Variant) variant.Pair {
	return variant.Pair{Key: variant.String(key), Value: v}
}
