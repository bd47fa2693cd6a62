package main

import "testing"

func TestGet(t *testing.T) {
	golden(t, "get",
		"gdvar get godot3/plain.save bag[0].id",
		"gdvar get godot3/plain.save pos.x",
		"gdvar get godot4/plain.save '[&\"scores\"][-1]'",
		"gdvar get godot4/two.save [1]",
		"gdvar get godot4/plain.save name",
		"gdvar get --raw godot4/plain.save name",
		"gdvar get --raw godot4/plain.save tint",
		"gdvar get --json godot4/plain.save pos",
		"gdvar get --json=relaxed godot4/plain.save pos",
		"gdvar get godot4/objects.save timer.wait_time",
		"gdvar get godot3/plain.save nothing",
		"gdvar get godot3/plain.save hp.more",
		"gdvar get godot4/two.save name",
		"gdvar get godot4/two.save [2].name",
		"gdvar get godot3/plain.save 'bag['",
		"gdvar get --json=yaml godot3/plain.save hp",
		"gdvar get godot3/plain.save",
		"gdvar get damaged/length.save [0].hp",
		"gdvar get damaged/length.save [1][0]",
	)
}
