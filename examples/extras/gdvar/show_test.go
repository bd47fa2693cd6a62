package main

import "testing"

func TestShow(t *testing.T) {
	golden(t, "show",
		"gdvar show godot3/plain.save",
		"gdvar show godot4/two.save godot4/packet.bin",
		"gdvar show godot3/objects.save godot4/objects.save",
		"gdvar show --flat godot4/plain.save",
		"gdvar show --flat godot3/two.save",
		"gdvar show --flat godot4/objects.save",
		"gdvar show --json godot4/plain.save",
		"gdvar show --json=relaxed godot4/two.save",
		"gdvar show --str godot3/plain.save",
		"gdvar show --str godot4/plain.save",
		"gdvar show --color always godot4/packet.bin",
		"gdvar show --engine godot3 godot4/packet.bin",
		"gdvar show --frame none godot4/plain.save",
		"gdvar show --json=yaml godot4/plain.save",
		"gdvar show --json --flat godot4/plain.save",
	)
}

func TestShowContainers(t *testing.T) {
	golden(t, "show-containers",
		"gdvar show godot3/fastlz.save godot3/deflate.save godot3/zstd.save godot3/gzip.save godot3/big.save",
		"gdvar show godot4/fastlz.save godot4/deflate.save godot4/zstd.save godot4/gzip.save godot4/big.save",
		"GDVAR_PASSWORD=secret gdvar show godot3/secret.save godot4/secret.save godot4/plain.save",
		"OTHER=secret gdvar show --password-env OTHER --str godot3/secret.save",
		"gdvar show --password-file password.txt --str godot4/secret.save",
		"gdvar show --key-file key.hex --str godot3/key.save godot4/key.save",
		"gdvar show --key-file key.hex --password-file password.txt godot4/key.save",
		"gdvar show --key-file password.txt godot4/key.save",
		"GDVAR_PASSWORD=wrong gdvar show godot3/secret.save godot4/secret.save",
	)
}

func TestShowDamaged(t *testing.T) {
	golden(t, "show-damaged",
		"gdvar show damaged/cut.save",
		"gdvar show damaged/type.save",
		"gdvar show --flat damaged/first.save",
		"gdvar show damaged/length.save",
		"gdvar show damaged/packet.bin",
		"gdvar show --str damaged/trailing.bin",
		"gdvar show --lenient --str damaged/trailing.bin",
		"GDVAR_PASSWORD=secret gdvar show damaged/compressed.save damaged/encrypted.save damaged/empty.save damaged/text.save godot4",
		"gdvar show nowhere.save",
	)
}
