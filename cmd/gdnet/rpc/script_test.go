package rpc_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/gdnet/rpc"
	"godotvariant/codec/multiplayer"
	"godotvariant/codec/transport"
	"godotvariant/internal/test/enginetest"
	"godotvariant/internal/test/testkit"
)

// TestPrint: the printed text of a script is in the file with the same name. The script old.gd has
// the keywords of Godot 3, and TestGodot3 shows that the engine accepts them.
func TestPrint(t *testing.T) {
	for name, dir := range map[string]string{"odd": "testdata/godot4/", "old": "testdata/"} {
		set, scripts, err := rpc.Load([]string{dir + name + ".gd"})
		require.NoError(t, err)
		require.Len(t, scripts, 1)

		var got strings.Builder
		require.NoError(t, set.Node(scripts[0]).Print(&got))
		require.Equal(t, dir+string(testkit.Read(t, "testdata/"+name+".txt")), got.String())
	}

	_, scripts, err := rpc.Load([]string{"testdata/godot4"})
	require.NoError(t, err)
	require.Len(t, scripts, 5)
	_, _, err = rpc.Load([]string{"testdata/missing.gd"})
	require.ErrorIs(t, err, os.ErrNotExist)
}

// TestGodot3: an engine accepts old.gd.
func TestGodot3(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.gd")
	script := strings.Replace(string(testkit.Read(t, "testdata/old.gd")), "extends Node",
		"extends SceneTree\nfunc _init():\n\tprint(\"taken\")\n\tquit()", 1)
	require.NoError(t, os.WriteFile(file, []byte(script), 0o600))
	require.Contains(t, enginetest.Godot3(t).Run(t, file, ""), "taken")
}

// TestBases: scripts are found by class_name and by path. There are notes about missing scripts and
// unknown statements.
func TestBases(t *testing.T) {
	for _, test := range []struct {
		name, base, source string
		names              []string
		note               string
	}{
		{"by class", "class_name Base\n@rpc func base(): pass",
			"class_name Mine extends Base\n@rpc func own(): pass", []string{"base", "own"}, ""},
		{"by path", "@rpc func base(): pass", `extends "../lib/base.gd"`, []string{"base"}, ""},
		{"by path in the project", "@rpc func base(): pass", `extends "res://lib/base.gd"`,
			[]string{"base"}, ""},
		{"missing", "", "extends \"res://other.gd\"\n@rpc func own(): pass", []string{"own"},
			`a/x.gd: extends "res://other.gd", which is missing`},
		{"inner", "class_name Base\n@rpc func base(): pass", "extends Base.Inner",
			[]string{"base"}, "a/x.gd:1: extends an inner class, whose methods are missing here"},
		{"itself", "extends \"res://a/x.gd\"\nclass_name Base", "extends Base", nil,
			"a/x.gd: extends itself"},
		{"an argument", "", `@rpc("anyone") func own(): pass`, []string{"own"},
			"a/x.gd:1: @rpc has an argument that it can't have: anyone"},
		{"a channel", "", `@rpc("any_peer", "call_local", "reliable", 1 + 2) func own(): pass`,
			[]string{"own"}, "a/x.gd:1: the channel is not a number here: 1 + 2"},
		{"an unknown channel", "",
			"\n@rpc(\"any_peer\", \"call_local\", \"reliable\", NONE) func own(): pass",
			[]string{"own"}, "a/x.gd:2: the channel is not a number here: NONE"},
		{"a config", "", "func _init(): rpc_config(name, {})", nil,
			"a/x.gd:1: a call of rpc_config whose method is not known here"},
		{"foreign configs", "", "func rpc_config(a, b): $X.rpc_config(\"x\", {\"rpc_mode\": 1})",
			nil, ""},
		{"no end", "", "@rpc(\"any_peer\" func a(): \"", nil, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			set := new(rpc.Set)
			set.Add("lib/base.gd", test.base)
			node := set.Node(set.Add("a/x.gd", test.source))
			var names []string
			for _, m := range node.Methods {
				names = append(names, m.Name)
			}
			require.Equal(t, test.names, names)
			require.Equal(t, test.note, strings.Join(node.Notes, "\n"))
		})
	}
}

// TestChannel: the channel of a method is a number, or a constant whose value is a number.
func TestChannel(t *testing.T) {
	for declared, want := range map[string]int{
		"const CHAT = 2": 2, "const CHAT := 3": 3,
		"const CHAT: int = 4": 4, "const CHAT = 1 + 1": 0,
	} {
		set := new(rpc.Set)
		node := set.Node(set.Add("a.gd", declared+
			"\n@rpc(\"any_peer\", \"call_local\", \"reliable\", CHAT) func own(): pass"))
		require.Equal(t, want, node.Methods[0].Channel, declared)
	}
}

// scripts are the scripts of testdata/godot4.
var scripts = []string{"base.gd", "derived.gd", "none.gd", "odd.gd", "windows.gd"}

// read returns the set of all scripts, and the scripts by their names.
func read(t *testing.T) (*rpc.Set, map[string]*rpc.Script) {
	set, all := new(rpc.Set), map[string]*rpc.Script{}
	for _, name := range scripts {
		all[name] = set.Add(name, string(testkit.Read(t, "testdata/godot4/"+name)))
	}
	return set, all
}

// accesses and modes map constants of this library to the numbers that the engine uses for them.
var (
	accesses = map[multiplayer.Access]int{multiplayer.ByAnyPeer: 1, multiplayer.ByAuthority: 2}
	modes    = map[transport.Delivery]int{
		transport.Unreliable: 0, transport.UnreliableOrdered: 1, transport.Reliable: 2,
	}
)

// TestEngineAgrees: for each script an engine has the same methods with the same access, mode and
// channel. The engine sends the same checksum.
func TestEngineAgrees(t *testing.T) {
	set, all := read(t)
	var want []string
	for _, name := range scripts {
		node := set.Node(all[name])
		want = append(want, "script "+name)
		var configured []string
		for _, m := range node.Methods {
			if m.Configured {
				configured = append(configured, m.Name)
				continue
			}
			want = append(want, fmt.Sprintf("%s %d %v %d %d", m.Name, accesses[m.Access],
				m.CallLocal, modes[m.Delivery], m.Channel))
		}
		want = append(want, "configured "+strings.Join(configured, ","))
		if len(node.Methods) > len(configured) {
			want = append(want, "checksum "+node.Signature.Checksum())
		}
	}

	engine := enginetest.Multiplayer4(t)
	got := engine.Play(t, "testdata/godot4", "testdata/rpc4.gd",
		"SCRIPTS="+strings.Join(scripts, ",")).Wait()
	require.Equal(t, want, slices.DeleteFunc(got, func(s string) bool { return s == "" }))
}

// FuzzParse: no text makes Parse panic.
func FuzzParse(f *testing.F) {
	f.Add(string(testkit.Read(f, "testdata/old.gd")))
	f.Add("@rpc(\"any_peer\",\n'call_local') func a(): '''\\")
	f.Fuzz(func(t *testing.T, source string) {
		set := new(rpc.Set)
		set.Node(set.Add("x.gd", source))
	})
}
