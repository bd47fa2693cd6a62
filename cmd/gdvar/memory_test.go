//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/program"
	"godotvariant/cmd/internal/programtest"
	"godotvariant/codec"
	"godotvariant/internal/test/testkit"
	"godotvariant/math"
	"godotvariant/variant"
)

// TestMemory: gdvar needs little more memory than the bytes of a save with one large record. It
// holds the bytes once to look at a save, and twice to change or compare saves. The test prints the
// measured memory and the speed of the decoder. The long test has the record of 90 MB of README.md:
//
//	LONG_TESTS=1 go test ./gdvar -run TestMemory -v
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads a large save many times")
	}

	size := 18_000_000 // about the length of the file, in bytes
	if testkit.Long() {
		size = 90_000_000
	}

	self := must(os.Executable())
	dir := t.TempDir()
	file := filepath.Join(dir, "large.save")
	other := filepath.Join(dir, "other.save")

	store(t, file, largeValue(size))
	store(t, other, largeValue(size))

	packet := programtest.Content(t, file)[4:]
	start := time.Now()
	must(codec.MustNew(codec.Options{
		Limits: codec.Limits{MaxFrame: 1 << 30, MaxSize: 1 << 30},
	}).Decode([]byte(packet)))
	t.Logf("the decoder: %s", speed(len(packet), start))

	const rest = 32 << 20 // what a program in Go needs besides, in bytes
	for _, row := range []struct {
		copies float64 // how often the bytes of the save are in memory
		args   []string
	}{
		{2, []string{"set", other, "hp=11", "items[50000].n=5", "fresh=[1, 2]"}},
		{2, []string{"set", "--delete", "items[7]", other, "hp+=1"}},
		{2, []string{"diff", file, other}},
		{1, []string{"get", file, "items[-1].id"}},
		{1, []string{"show", file}},
		{1, []string{"json", file}},
		{1, []string{"edit", "--dry-run", file}},
		{1, []string{"detect", file}},
		{1, []string{"check", file}},
	} {
		start := time.Now()
		used := peakMemory(t, self, row.args)

		t.Logf("%s: %d MiB, %s", row.args[0], used>>20, speed(size, start))
		require.Less(t, used, int64(1.15*row.copies*float64(size))+rest, row.args)
	}
}

// speed returns the speed of handling n bytes, as text.
func speed(n int, start time.Time) string {
	return fmt.Sprintf("%.0f MB/s", float64(n)/1e6/time.Since(start).Seconds())
}

// peakMemory runs gdvar and returns its peak memory. It reads the figure while the process runs,
// because the figure of an ended process includes the memory of the process that started it.
func peakMemory(t *testing.T, self string, args []string) int64 {
	cmd := exec.CommandContext(t.Context(), self, args...)
	cmd.Env = append(programtest.Environment(), "EDITOR=true")
	require.NoError(t, cmd.Start(), args)

	ended := make(chan error)
	go func() { ended <- cmd.Wait() }()

	var most int64
	for {
		select {
		case err := <-ended:
			if cmd.ProcessState.ExitCode() != program.CodeFound { // exit code of diff
				require.NoError(t, err, args)
			}
			require.NotZero(t, most, args)
			return most
		case <-time.After(2 * time.Millisecond):
			most = max(most, highWater(cmd.Process.Pid))
		}
	}
}

// highWater returns the greatest memory that a running process has had, in bytes. It returns 0 if
// the process has ended.
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

// largeValue returns a value with the same thousand items again and again. Its packet has about
// size bytes.
func largeValue(size int) variant.Variant {
	items := make([]variant.Variant, 1000)

	for i := range items {
		items[i] = variant.NewDictionary(
			pair("id", variant.Int(i)), pair("n", variant.Int(i%99)),
			pair("name", variant.String(fmt.Sprintf("an item of the kind %d", i%7))),
			pair("at", math.Vector2{X: float64(i), Y: 1}),
			pair("notes", variant.String(strings.Repeat("something to read ", 4))),
			pair("tags", variant.NewArray(variant.Int(1))))
	}

	times := size / len(must(codec.Encode(variant.NewArray(items...))))
	all := variant.NewArray(slices.Repeat(items, times)...)

	return variant.NewDictionary(pair("items", all), pair("hp", variant.Int(10)))
}

func pair(key string, v variant.Variant) variant.Pair {
	return variant.Pair{Key: variant.String(key), Value: v}
}
