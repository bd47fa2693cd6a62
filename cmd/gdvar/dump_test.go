package main

import "testing"

func TestDump(t *testing.T) {
	golden(t, "dump",
		"gdvar dump godot3/packet.bin",
		"gdvar dump --frames godot3/two.save godot4/big.save",
		"gdvar dump --max-fields 3 godot4/big.save",
		"GDVAR_PASSWORD=secret gdvar dump --max-fields 1 godot4/secret.save godot4/zstd.save",
		"gdvar dump damaged/cut.save",
		"gdvar dump --frames damaged/first.save damaged/length.save",
		"gdvar dump --engine godot4 --frame u32 damaged/prefix.save",
	)
}
