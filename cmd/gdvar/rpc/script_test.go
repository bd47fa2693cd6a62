package rpc_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/gdvar/rpc"
	"godotvariant/internal/enginetest"
)

// printed returns what Print prints of a script.
func printed(t *testing.T, set *rpc.Set, script *rpc.Script) string {
	var b strings.Builder
	require.NoError(t, set.Node(script).Print(&b))
	return b.String()
}

func TestPrint(t *testing.T) {
	set, scripts, err := rpc.Load([]string{filepath.Join("testdata", "godot4", "odd.gd")})
	require.NoError(t, err)
	require.Len(t, scripts, 1)
	require.Equal(t, strings.Join([]string{
		scripts[0].Path + "  checksum 65741bc198f7e9927e6e384ff79d300e",
		"  0x8000  also    by rpc_config",
		"  0x8001  set_up  by rpc_config",
		"       0  Upper   any_peer   call_remote  reliable    channel 0",
		"       1  again   any_peer   call_remote  unreliable  channel 0",
		"       2  broken  authority  call_remote  unreliable  channel 0",
		"       3  kept    authority  call_remote  reliable    channel 0",
		"       4  plain   any_peer   call_remote  reliable    channel 0",
		"",
	}, "\n"), printed(t, set, scripts[0]))

	_, scripts, err = rpc.Load([]string{filepath.Join("testdata", "godot4")})
	require.NoError(t, err)
	require.Len(t, scripts, 5)
	_, _, err = rpc.Load([]string{filepath.Join("testdata", "missing.gd")})
	require.ErrorIs(t, err, os.ErrNotExist)
}

// Keywords of Godot 3. The engine takes this script, see TestGodot3.
const script3 = `tool
extends Node
remote func a(): pass
remotesync func b(_x = "(", _y = [1,
2]): pass
master func c(): pass
mastersync func d(): pass
puppet func e(): pass
puppetsync func f(): pass
sync func g(): pass
slave func h(): pass
static func i(): pass
puppet var j = 1
export(int, "remote func") remote var k
onready var l = 1
var m = """
remote func n(): pass
"""
func remote(): pass
`

func TestKeywords(t *testing.T) {
	set := new(rpc.Set)
	require.Equal(t, `old.gd  of Godot 3: names go over the wire
  func  a  remote
  func  b  remotesync
  func  c  master
  func  d  mastersync
  func  e  puppet
  func  f  puppetsync
  func  g  remotesync
  func  h  puppet
  var   j  puppet
  var   k  remote
`, printed(t, set, set.Add("old.gd", script3)))
}

// TestGodot3: an engine takes the script of TestKeywords, so that it is not about something else.
func TestGodot3(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.gd")
	require.NoError(t, os.WriteFile(file, []byte(strings.Replace(script3, "extends Node",
		"extends SceneTree\nfunc _init():\n\tprint(\"taken\")\n\tquit()", 1)), 0o600))
	require.Contains(t, enginetest.Godot3(t).Run(t, file, ""), "taken")
}

// TestBases: scripts are found by class_name and by path. What is missing or not understood is
// noted.
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
			[]string{"own"}, "a/x.gd:1: a channel that is no number here: 1 + 2"},
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

// FuzzParse: no text is too much.
func FuzzParse(f *testing.F) {
	f.Add(script3)
	f.Add("@rpc(\"any_peer\",\n'call_local') func a(): '''\\")
	f.Fuzz(func(t *testing.T, source string) {
		set := new(rpc.Set)
		set.Node(set.Add("x.gd", source))
	})
}
