package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/internal/enginetest"
	"godotvariant/math"
	"godotvariant/variant"
)

// TestMain runs the command itself in a test that starts it as a program.
func TestMain(m *testing.M) {
	if os.Getenv("GDVAR_TEST_MAIN") != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// store writes values as Godot 4 does.
func store(t *testing.T, name string, values ...variant.Variant) {
	t.Helper()
	f, err := os.Create(name)
	require.NoError(t, err)
	defer f.Close()
	c := codec.MustNew(codec.Options{Limits: codec.Limits{MaxFrame: 1 << 30}})
	enc := c.NewEncoder(f, codec.FrameU32)
	for _, v := range values {
		require.NoError(t, enc.Encode(v))
	}
}

func TestDiff(t *testing.T) {
	hp, items := variant.KV("hp", variant.Int(10)), variant.KV("items",
		variant.NewArray(variant.Int(1), variant.Int(2)))
	turned := variant.KV("items", variant.NewArray(variant.Int(2), variant.Int(1)))

	goldenAfter(t, "diff", func() {
		store(t, "a.save", variant.NewDictionary(hp, items))
		store(t, "b.save", variant.NewDictionary(variant.KV("hp", variant.Float(10)), items,
			variant.KV("at", math.V2(1, 2))))
		store(t, "keys.save", variant.NewDictionary(items, hp))
		store(t, "items.save", variant.NewDictionary(hp, turned))
	},
		"gdvar diff godot3/plain.save godot3/zstd.save",
		"gdvar diff -v godot3/plain.save godot3/zstd.save",
		"gdvar diff godot3/plain.save godot3/two.save",
		"gdvar diff godot3/two.save godot3/plain.save",
		"gdvar diff -v godot3/plain.save godot4/plain.save",
		"GDVAR_PASSWORD=secret gdvar diff godot3/secret.save godot4/secret.save",
		"gdvar diff a.save b.save",
		"gdvar diff -q a.save b.save",
		"gdvar diff -q a.save a.save",
		"gdvar diff --color always b.save a.save",
		"gdvar diff a.save keys.save",
		"gdvar diff --ignore-key-order a.save keys.save",
		"gdvar diff a.save items.save",
		"gdvar diff --ignore-item-order a.save items.save",
		"gdvar diff godot3/plain.save damaged/cut.save",
		"gdvar diff godot3/plain.save none.save",
		"gdvar diff godot3/plain.save godot3/secret.save",
		"gdvar diff godot3/plain.save",
	)
}

// TestGitDiff: git prints the changes of a save through show, as the help of diff says.
func TestGitDiff(t *testing.T) {
	program, err := exec.LookPath("git")
	if err != nil {
		enginetest.Missing(t, err)
	}

	self, err := os.Executable()
	require.NoError(t, err)

	dir := t.TempDir()
	git := func(args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), program, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GDVAR_TEST_MAIN=1", "HOME="+dir, "GIT_CONFIG_NOSYSTEM=1",
			"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a",
			"GIT_COMMITTER_EMAIL=a@b")
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		return string(out)
	}

	plain, _, err := savefile.ReadFile("testdata/saves/godot3/plain.save", savefile.Options{})
	require.NoError(t, err)
	c := codec.MustNew(codec.Options{Dialect: codec.Godot3})
	v, err := c.Decode(plain[4:])
	require.NoError(t, err)
	save := filepath.Join(dir, "player.save")
	require.NoError(t, savefile.WriteFile(save, plain,
		savefile.Options{Format: savefile.Compressed}))
	require.NoError(t, os.WriteFile(filepath.Join(dir, ".gitattributes"),
		[]byte("*.save diff=gdvar\n"), 0o666))
	git("init", "-q")
	git("config", "diff.gdvar.textconv", "'"+filepath.ToSlash(self)+"' show --flat")
	git("add", ".")
	git("commit", "-qm", "saves")

	d, ok := variant.As[variant.Dictionary](v)
	require.True(t, ok)
	d.Set(variant.String("hp"), variant.Int(11))
	f, err := os.Create(save)
	require.NoError(t, err)
	require.NoError(t, c.NewEncoder(f, codec.FrameU32).Encode(d))
	require.NoError(t, f.Close())
	out := git("diff", "-U0")
	require.Contains(t, out, "\n-$[\"hp\"] = 10\n+$[\"hp\"] = 11\n")
	require.NotContains(t, out, "\n-$[\"name\"]")
}
