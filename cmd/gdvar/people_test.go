package main

import (
	"runtime"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAssignments: what set takes, and what becomes of the value.
func TestAssignments(t *testing.T) {
	chdirSaves(t)

	for _, row := range []struct{ edit, get, want string }{
		{"hp=0x10", "hp", "16"}, {"hp=1_000", "hp", "1000"}, {"hp=0b101", "hp", "5"},
		{"hp=-0x10", "hp", "-16"}, {"hp+=5", "hp", "15"}, {"hp-=20", "hp", "-10"},
		{"hp*=3", "hp", "30"}, {"name='Bo'", "name", `"Bo"`}, {"name+=\"!\"", "name", `"Tia!"`},
		{"pos=Vector2.ZERO", "pos", "Vector2(0, 0)"},
		{"tint=Color.RED", "tint", "Color(1, 0, 0, 1)"},
		{`tint=Color("blue")`, "tint", "Color(0, 0, 1, 1)"},
		{"tint=Color(1,0,0)", "tint", "Color(1, 0, 0, 1)"},
		{"speed=INF", "speed", "inf"}, {"speed=-INF", "speed", "-inf"}, {"speed=5", "speed", "5.0"},
		{"home=\"a/b\"", "home", `NodePath("a/b")`}, {"home=^\"a/c\"", "home", `NodePath("a/c")`},
		{"tags=[\"x\"]", "tags", `PackedStringArray("x")`},
		{"bag[*].count=99", "bag[1].count", "99"},
		{"bag[*].count+=1", "bag[0].count", "3"}, {"bag+=[5]", "bag[2]", "5"},
		{"pos.*=7", "pos.y", "7.0"}, {"[&\"scores\"]=[1, 2]", "[&\"scores\"]",
			"Array[int]([1, 2])"},
		{"cell=Vector2i.MAX", "cell.x", "2147483647"},
	} {
		plain := content(t, "godot4/plain.save")
		r := runArgs(t, "set", "godot4/plain.save", row.edit)
		require.Zero(t, r.code, "%s: %s", row.edit, r.err)
		got := runArgs(t, "get", "godot4/plain.save", row.get)
		require.Equal(t, row.want+"\n", got.out, row.edit)
		write(t, "godot4/plain.save", plain)
	}
}

// TestAssignmentsRefused: a number that has no room, a place that is not there.
func TestAssignmentsRefused(t *testing.T) {
	chdirSaves(t)
	before := content(t, "godot4/plain.save")
	for edit, want := range map[string]string{
		"hp=9223372036854775808": "out of range", "speed=1e400": "out of range",
		"hp*=9223372036854775807": "out of range", "cell.x=2147483648": "",
		"a.b.c=1": "--parents", "name+=1": "wrong type", "nothing[*]=1": "not found",
		"hp[*]=1": "no parts", "hp=0x8000000000000000": "out of range",
	} {
		r := runArgs(t, "set", "godot4/plain.save", edit)
		require.Equal(t, codeBad, r.code, edit)
		require.Contains(t, r.err, want, edit)
	}

	require.Equal(t, before, content(t, "godot4/plain.save"))

	require.Equal(t, "$.a.b[0].c: 1 added\n",
		runArgs(t, "set", "-p", "godot4/plain.save", "a.b[0].c=1").out)
	require.Equal(t, "$.speed: 1.5 → 5 (float → int)\n",
		runArgs(t, "set", "--retype", "godot4/plain.save", "speed=5").out)
}

// TestDelete: all paths are those of the file before.
func TestDelete(t *testing.T) {
	chdirSaves(t)
	require.Equal(t, "$.bag[0]: {\"id\": 7, \"count\": 2} deleted\n$.bag[-1]: {\"id\": 9, \"count\": 1} deleted\n",
		fine(t, "gdvar delete godot3/plain.save bag[0] bag[-1]"))
	require.Equal(t, "[]\n", fine(t, "gdvar get godot3/plain.save bag"))

	fine(t, "gdvar delete godot4/plain.save 'bag[*].count'")
	require.Equal(t, "[{\"id\": 7}, {\"id\": 9}]\n", fine(t, "gdvar get godot4/plain.save bag"))
	require.Equal(t, codeBad, gdvar(t, "", "gdvar delete godot4/plain.save nobody").code)
}

// TestRename: a key keeps its value, its place and its type.
func TestRename(t *testing.T) {
	chdirSaves(t)
	require.Equal(t, "$.name: now \"title\"\n",
		fine(t, "gdvar rename godot4/plain.save name title"))
	require.Contains(t, fine(t, "gdvar show godot4/plain.save"),
		"    \"title\": String \"Tia\"\n      52    \"hp\": int 10\n")
	require.Equal(t, "$.scores: now &\"points\"\n",
		fine(t, "gdvar rename godot4/plain.save scores points"))
	r := gdvar(t, "", "gdvar rename godot4/plain.save title hp")
	require.Equal(t, codeBad, r.code)
	require.Contains(t, r.err, "there is a key")
}

// TestSeveralFiles: set changes all files, or none if one can't be changed.
func TestSeveralFiles(t *testing.T) {
	chdirSaves(t)
	fine(t, "gdvar set godot3/plain.save godot4/plain.save hp=50")
	require.Equal(t, "50\n", fine(t, "gdvar get godot4/plain.save hp"))
	r := gdvar(t, "", "gdvar set godot3/plain.save godot4/plain.save cell.x=1")
	require.Equal(t, codeBad, r.code)
	require.Equal(t, "3\n", fine(t, "gdvar get godot4/plain.save cell.x"))
}

// TestPatch: what diff prints makes the second file of the first.
func TestPatch(t *testing.T) {
	chdirSaves(t)
	write(t, "b.save", content(t, "godot4/plain.save"))
	fine(t, `gdvar set b.save hp=1 bag[2]=7 new=[1] --delete name`)
	r := gdvar(t, "", "gdvar diff godot4/plain.save b.save")
	write(t, "changes.txt", r.out)
	fine(t, "gdvar patch godot4/plain.save changes.txt")
	require.Equal(t, "", fine(t, "gdvar diff godot4/plain.save b.save"))

	again := gdvar(t, "", "gdvar patch godot4/plain.save changes.txt")
	require.Equal(t, codeBad, again.code, "the old values are others now")
}

// TestQuery: a program of jq filters and changes a file. What it did not change keeps its types.
func TestQuery(t *testing.T) {
	chdirSaves(t)
	require.Equal(t, "7\n", fine(t,
		"gdvar query godot4/plain.save '.bag[] | select(.count > 1) | .id'"))
	require.Equal(t, "Tia\n", fine(t, "gdvar query -r godot4/plain.save .name"))

	fine(t, "gdvar query -w godot4/plain.save '.bag |= map(select(.id != 7)) | .hp += 10 | .pos.x = 3 | .scores += [9]'")
	require.Equal(t, "20\n", fine(t, "gdvar get godot4/plain.save hp"))
	require.Equal(t, "[{\"id\": 9, \"count\": 1}]\n", fine(t, "gdvar get godot4/plain.save bag"))
	require.Equal(t, "Vector2(3, 2)\n", fine(t, "gdvar get godot4/plain.save pos"))
	require.Equal(t, "Array[int]([3, 5, 9])\n", fine(t, "gdvar get godot4/plain.save scores"))
	require.Equal(t, "NodePath(\"level/door\")\n", fine(t, "gdvar get godot4/plain.save home"))

	before := content(t, "godot3/plain.save")
	fine(t, "gdvar query -w godot3/plain.save .")
	require.Equal(t, before, content(t, "godot3/plain.save"))
	require.Equal(t, codeBad, gdvar(t, "", "gdvar query godot3/plain.save '.['").code)
}

// TestFIFO: a file that is not a regular one is refused before it is read.
func TestFIFO(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no FIFO there")
	}
	t.Chdir(t.TempDir())
	require.NoError(t, syscall.Mkfifo("pipe", 0o600))
	r := gdvar(t, "", "gdvar set pipe hp=1")
	require.Equal(t, codeBad, r.code)
	require.Contains(t, r.err, "not a regular file")
}

// TestDraftLost: an editor that removes the draft leaves no promise of it.
func TestDraftLost(t *testing.T) {
	chdirSaves(t)
	t.Setenv("TMPDIR", t.TempDir())
	r := gdvar(t, "", "EDITOR='sh -c \"echo x > $1; rm $1\" sh' gdvar edit godot3/plain.save")
	require.Equal(t, codeBad, r.code)
	require.NotContains(t, r.err, "your text is in")
}
