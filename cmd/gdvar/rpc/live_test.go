package rpc_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/gdvar/rpc"
	"godotvariant/codec/multiplayer"
	"godotvariant/internal/enginetest"
)

// scripts are those of testdata/godot4.
var scripts = []string{"base.gd", "derived.gd", "none.gd", "odd.gd", "windows.gd"}

// read returns the set of the scripts, and each of them.
func read(t *testing.T) (*rpc.Set, map[string]*rpc.Script) {
	set, all := new(rpc.Set), map[string]*rpc.Script{}
	for _, name := range scripts {
		source, err := os.ReadFile(filepath.Join("testdata", "godot4", name))
		require.NoError(t, err)
		all[name] = set.Add(name, string(source))
	}
	return set, all
}

// The numbers of the engine.
var (
	accesses = map[multiplayer.Access]int{multiplayer.ByAnyPeer: 1, multiplayer.ByAuthority: 2}
	modes    = map[multiplayer.Mode]int{
		multiplayer.Unreliable: 0, multiplayer.UnreliableOrdered: 1, multiplayer.Reliable: 2,
	}
)

// TestEngineAgrees: an engine has the same methods of each script, with the same access, mode and
// channel, and sends the same checksum.
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
				m.CallLocal, modes[m.Mode], m.Channel))
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
