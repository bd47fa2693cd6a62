package view

import (
	"encoding/binary"
	"hash/maphash"
	"slices"

	"godotvariant/cmd/internal/values"
	"godotvariant/codec"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A Comparison finds the differences of large values, in slices of work. It compares the parts of a
// container by their hashes. Only parts with different hashes are compared as values.
type Comparison struct {
	// Options say which differences count.
	Options tree.DiffOptions
	// Watch, if it is not nil, is called after each slice of work. Its argument is the number of
	// bytes that were compared so far.
	Watch func(done int)

	codec  *codec.Codec // writes values to hash them
	seed   maphash.Seed
	hashes map[identity][]uint64 // for each container with many values, the hashes of its parts
	packet []byte
	values int // number of values that were hashed as a whole
	done   int // number of bytes that were compared
}

// An identity says where the parts of a container are in memory, and how many there are. Containers
// with the same identity have the same parts.
type identity struct {
	first any // a pointer to the first part
	n     int
}

// NewComparison returns a Comparison of values that a codec can write.
func NewComparison(c *codec.Codec, o tree.DiffOptions) *Comparison {
	exact := c.Options()
	exact.Precision = codec.Double
	if wide, err := codec.New(exact); err == nil {
		c = wide
	}

	return &Comparison{
		Options: o, codec: c, seed: maphash.MakeSeed(), hashes: map[identity][]uint64{},
	}
}

// Diff returns the changes that turn a into b. In large values it matches the items of arrays as
// [DiffRecords] does, and calls [tree.Diff] only for parts of them. So the limits of tree.Diff hold
// for each part alone. For small values, and for values that the codec can't write, Diff returns
// the result of tree.Diff for the whole values. With Options.AnyItemOrder it does so, too.
func (c *Comparison) Diff(a, b variant.Variant) (tree.Patch, error) {
	if c.Options.AnyItemOrder || values.Few(a) && values.Few(b) || !isList(a) || !isList(b) ||
		!variant.Equal(Emptied(a), Emptied(b)) {
		return tree.Diff(a, b, c.Options)
	}

	hashesA, err := c.hashesOf(a)
	if err != nil {
		return tree.Diff(a, b, c.Options)
	}

	hashesB, err := c.hashesOf(b)
	if err != nil {
		return tree.Diff(a, b, c.Options)
	}

	if _, ok := a.(variant.Array); ok {
		return c.items(values.Of(a), values.Of(b), hashesA, hashesB)
	}
	return c.pairs(a.(variant.Dictionary), b.(variant.Dictionary), hashesA, hashesB)
}

// items returns the differences between the items of two arrays.
func (c *Comparison) items(
	a, b values.Parts, hashesA, hashesB []uint64,
) (patch tree.Patch, err error) {
	for _, r := range runsOf(hashesA, hashesB) {
		known := map[variant.Int]variant.Variant{}
		mask := func(parts values.Parts, hashes []uint64, from, to int) variant.Variant {
			items := make([]variant.Variant, to-from)
			for i := range items {
				items[i] = masked(known, hashes[from+i], parts, from+i)
			}
			return variant.NewArray(items...)
		}

		before, after := mask(a, hashesA, r.a, r.endA), mask(b, hashesB, r.b, r.endB)
		changes, err := tree.Diff(before, after, c.Options)
		if err != nil {
			return nil, err
		}

		for i := range changes { // the paths begin at the run, which has r.b items before it
			changes[i].Path[0].Index += r.b
		}

		changes, err = c.unmasked(changes, known)
		if err != nil {
			return nil, err
		}
		patch = append(patch, changes...)
	}

	return patch, nil
}

// pairs returns the differences between two dictionaries.
func (c *Comparison) pairs(a, b variant.Dictionary, hashesA, hashesB []uint64) (tree.Patch, error) {
	known := map[variant.Int]variant.Variant{}
	mask := func(d variant.Dictionary, hashes []uint64) variant.Variant {
		parts := values.Of(d)
		pairs := make([]variant.Pair, parts.N)
		for i := range pairs {
			pairs[i] = variant.Pair{Key: d.Pairs[i].Key, Value: masked(known, hashes[i], parts, i)}
		}
		return variant.NewDictionary(pairs...)
	}

	changes, err := tree.Diff(mask(a, hashesA), mask(b, hashesB), c.Options)
	if err != nil {
		return nil, err
	}
	if len(changes) == 1 && len(changes[0].Path) == 0 { // repeated key: the whole value changes
		return tree.Diff(a, b, c.Options)
	}
	return c.unmasked(changes, known)
}

// masked returns the given hash of part i as a Variant. In a comparison the hash takes the place of
// the part. The map known gets the part, so that unmasked can find the part by its hash.
func masked(
	known map[variant.Int]variant.Variant, hash uint64, parts values.Parts, i int,
) variant.Variant {
	id := variant.Int(hash)
	if _, ok := known[id]; !ok {
		known[id] = parts.At(i).Value
	}
	return id
}

// isList reports whether a value is an Array or a Dictionary.
func isList(v variant.Variant) bool {
	switch v.(type) {
	case variant.Array, variant.Dictionary:
		return true
	}
	return false
}

// unmasked takes the changes between values whose parts were replaced by their hashes. It returns
// the changes of the parts themselves. The argument parts maps each hash to its part.
func (c *Comparison) unmasked(
	changes tree.Patch, parts map[variant.Int]variant.Variant,
) (patch tree.Patch, err error) {
	value := func(v variant.Variant) variant.Variant {
		if v == nil {
			return nil
		}
		return parts[v.(variant.Int)]
	}

	for _, change := range changes {
		change.Old, change.New = value(change.Old), value(change.New)
		if change.Old == nil || change.New == nil {
			patch = append(patch, change)
			continue
		}

		inner, err := c.Diff(change.Old, change.New)
		if err != nil {
			return nil, err
		}
		for _, part := range inner {
			part.Path = slices.Concat(change.Path, part.Path)
			patch = append(patch, part)
		}
	}

	return patch, nil
}

// hash returns the hash of a value.
func (c *Comparison) hash(v variant.Variant) (uint64, error) {
	if !isList(v) || values.Few(v) {
		var err error
		c.packet, err = c.codec.Append(c.packet[:0], v)
		c.step(len(c.packet))
		return maphash.Bytes(c.seed, c.packet), err
	}

	empty, err := c.codec.Encode(Emptied(v))
	if err != nil {
		return 0, err
	}

	hashes, err := c.hashesOf(v)
	if err != nil {
		return 0, err
	}

	var all maphash.Hash
	all.SetSeed(c.seed)
	_, _ = all.Write(empty)

	d, _ := v.(variant.Dictionary)
	for i, h := range hashes {
		if i < len(d.Pairs) {
			key, err := c.hash(d.Pairs[i].Key)
			if err != nil {
				return 0, err
			}
			c.packet = binary.LittleEndian.AppendUint64(c.packet[:0], key)
			_, _ = all.Write(c.packet)
		}

		c.packet = binary.LittleEndian.AppendUint64(c.packet[:0], h)
		_, _ = all.Write(c.packet)
	}
	return all.Sum64(), nil
}

// hashesOf returns the hashes of the items or the values of a container.
func (c *Comparison) hashesOf(v variant.Variant) ([]uint64, error) {
	key := identityOf(v)
	if hashes, ok := c.hashes[key]; ok {
		return hashes, nil
	}

	parts := values.Of(v)
	hashes := make([]uint64, parts.N)
	for i := range hashes {
		var err error
		hashes[i], err = c.hash(parts.At(i).Value)
		if err != nil {
			return nil, err
		}
	}

	c.hashes[key] = hashes
	return hashes, nil
}

// identityOf returns the identity of an Array or a Dictionary.
func identityOf(v variant.Variant) identity {
	switch v := v.(type) {
	case variant.Array:
		if len(v.Items) > 0 {
			return identity{&v.Items[0], len(v.Items)}
		}
	case variant.Dictionary:
		if len(v.Pairs) > 0 {
			return identity{&v.Pairs[0], len(v.Pairs)}
		}
	}
	return identity{}
}

// step counts a value that was hashed as a whole, and calls Watch at the end of a slice. The
// argument size is the number of bytes of the value.
func (c *Comparison) step(size int) {
	const slice = 512 // number of values in one slice of the work
	c.values++
	c.done += size
	if c.Watch != nil && c.values%slice == 0 {
		c.Watch(c.done)
	}
}
