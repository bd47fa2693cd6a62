// Package tree has tools for values with parts: it finds, changes, copies, compares and merges
// dictionaries, arrays and objects at any depth, with parts of all types.
//
//	hp, err := tree.Get[variant.Int](player, "hp")
//	id, err := tree.Lookup(save, "player.bag[0].id")
//	save, err = tree.Set(save, "player.at.x", variant.Float(5))
//	save, err = tree.Delete(save, "player.bag[2]")
//
//	for path, v := range tree.Walk(save) { … }
//	for step, v := range tree.Parts(item) { … }
//	found, err := tree.Match(save, "player.bag[*].id")
//
// # Paths
//
// A [variant.Path] leads from a value to one of its parts. [variant.ParsePath] reads its text, such
// as player.bag[0] or $["two words"][1.5]: a name is a key or a property, and brackets have an
// index or another key. [variant.Path.String] returns text that leads to the same part. [Lookup],
// [Set] and [Delete] accept a path or its text, and also the path of a [variant.Error].
//
// # Values are not changed
//
// [Set], [Delete] and [Patch.Apply] return a new value. They copy the containers on the path, and
// share all other parts with the old value. [Clone] returns a copy that shares no memory with the
// old value.
//
// # Differences
//
// [Diff] returns the changes from one value to another as a [Patch]. [Patch.Apply] makes these
// changes in the first value, or in any value that has the same old values at the changed places.
// The text of a patch has three lines for each change:
//
//	@ $["player"]["hp"]
//	- 10
//	+ 7
//
// [Compare] is a total order, for sorted keys. [EqualApprox] compares numbers within a tolerance.
//
// # Limits
//
// All functions end for every value, even for a value that contains itself. They go to a depth of
// 1024. Time and memory grow linearly with the size of the values, even for keys that an attacker
// has chosen. The search for one key examines all pairs of its dictionary.
//
// # Types of your own
//
// The functions of this package find the parts of your type if it implements [variant.Container].
// They change its parts if it also implements [variant.PartSetter]. If your type is a
// [variant.Constructible], EqualApprox compares its values number by number.
package tree
