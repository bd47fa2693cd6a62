package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// A command is a command line of gdvar that is measured.
type command struct {
	name string
	args string // FILE is the save, COPY its copy, OTHER the changed save, {} a path in the save
	env  string // a variable of the environment, or ""
}

// commands are measured in this order.
var commands = []command{
	{name: "show", args: "show FILE"},
	{name: "show --flat", args: "show --flat FILE"},
	{name: "json", args: "json FILE"},
	{name: "json --relaxed", args: "json --relaxed FILE"},
	{name: "get", args: "get FILE {}.n"},
	{name: "set", args: "set COPY {}.n+=1"},
	{name: "diff", args: "diff FILE OTHER"},
	{name: "convert", args: "convert --to godot3 --force -o OUT FILE"},
	{name: "check", args: "check FILE"},
	{name: "detect", args: "detect FILE"},
	{name: "rename", args: "rename -n --max-values 8 FILE {}.n count"},
	{name: "set [*]", args: "set --max-values 8 COPY ALL.n+=1"},
	{name: "patch", args: "patch -n --max-values 8 FILE DIFF"},
	{name: "edit", args: "edit -n --max-values 8 FILE", env: "EDITOR=true"},
	{name: "query", args: "query --max-values 8 FILE .|length"},
}

// A usage has the speed and the memory of a process.
type usage struct {
	speed  float64 // MB of input for each second of processor time
	memory int64   // the peak, in bytes
}

func (u usage) String() string { return fmt.Sprintf("%.0f MB/s | %d MiB", u.speed, u.memory>>20) }

// least runs the command on a save several times, and returns the figures of the fastest run.
func (c command) least(program, dir string, f save, times int) (least usage, err error) {
	name := filepath.Join(dir, f.name)
	copied := name + ".copy"
	defer os.Remove(copied)

	if strings.Contains(c.args, "COPY") {
		if err := run("cp", name, copied); err != nil {
			return least, err
		}
	}

	args := strings.NewReplacer("FILE", name, "COPY", copied, "OTHER", name+".other",
		"DIFF", name+".diff", "OUT", filepath.Join(dir, "out"), "{}", f.path, "ALL", f.all,
	).Replace(c.args)

	for range times {
		u, err := c.once(program, strings.Fields(args), size(name))
		if err != nil {
			return least, err
		}
		if u.speed > least.speed {
			least = u
		}
	}

	return least, nil
}

// once runs the command once, and returns its speed and its memory. The argument size is the length
// of the save.
func (c command) once(program string, args []string, size int64) (u usage, err error) {
	run := exec.Command(program, args...)
	run.Stderr = os.Stderr
	if !strings.HasPrefix(c.name, "show") && !strings.HasPrefix(c.name, "json") {
		run.Stderr = nil // discards the summary of convert and edit
	}
	if c.env != "" {
		run.Env = append(os.Environ(), c.env)
	}

	err = run.Run()
	if state := run.ProcessState; state != nil && state.ExitCode() == differs {
		err = nil
	}
	if err != nil {
		return u, err
	}

	spent := run.ProcessState.UserTime() + run.ProcessState.SystemTime()
	u.speed = float64(size) / 1e6 / spent.Round(time.Microsecond).Seconds()

	if r, ok := run.ProcessState.SysUsage().(*syscall.Rusage); ok {
		u.memory = int64(r.Maxrss) << 10
	}

	return u, nil
}

// size returns the length of a file.
func size(name string) int64 {
	stat, err := os.Stat(name)
	if err != nil {
		return 0
	}
	return stat.Size()
}

// differs is the exit code of diff for files that differ.
const differs = 1
