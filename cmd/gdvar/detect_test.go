package main

import "testing"

func TestDetect(t *testing.T) {
	golden(t, "detect",
		"gdvar detect godot3/plain.save godot3/two.save godot3/big.save godot3/packet.bin godot3/deflate.save",
		"gdvar detect godot4/plain.save godot4/two.save godot4/big.save godot4/packet.bin godot4/zstd.save",
		"GDVAR_PASSWORD=secret gdvar detect godot3/secret.save godot4/secret.save",
		"gdvar detect --engine docsgodot32 godot3/plain.save",
		"gdvar detect --engine godot43 --precision double godot4/plain.save",
		"gdvar detect --precision double godot3/plain.save",
		"gdvar detect damaged/cut.save damaged/cutbig.save damaged/text.save",
		"gdvar detect --engine godot5 godot3/plain.save",
		"gdvar detect --frame udp godot3/plain.save",
		"gdvar detect --precision half godot3/plain.save",
		"gdvar detect --color red godot3/plain.save",
	)
}
