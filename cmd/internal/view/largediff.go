package view

import (
	"bytes"
	"hash/maphash"
	"slices"

	"godotvariant/cmd/internal/large"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// DiffLarge is Diff for packets that are read in place. If the packets have to be built to be
// compared, the error is large.ErrWhole.
func DiffLarge(a, b *large.Packet, o tree.DiffOptions) (tree.Patch, error) {
	if o.AnyItemOrder || o.AnyKeyOrder || a.Codec().Dialect() != b.Codec().Dialect() {
		return nil, large.ErrWhole
	}

	d := largeDiffer{a: a, b: b, seed: maphash.MakeSeed()}
	if bytes.Equal(a.Bytes(0, a.Len()), b.Bytes(0, b.Len())) {
		return nil, nil
	}

	_, _, err := d.containers(0, 0)
	return d.patch, err
}

// mostBuilt is the limit for the bytes of parts that are built for one comparison.
const mostBuilt = 8 << 20

// A largeDiffer compares two packets that are read in place.
type largeDiffer struct {
	a, b  *large.Packet
	seed  maphash.Seed
	path  variant.Path // path of the containers that are being compared
	patch tree.Patch
}

// A pair has the two containers that are being compared.
type pair struct{ a, b large.Container }

// containers compares two containers. It returns the offsets of the bytes after them.
func (d *largeDiffer) containers(atA, atB int) (endA, endB int, err error) {
	var c pair
	c.a, err = d.a.Open(atA)
	if err != nil {
		return 0, 0, err
	}

	c.b, err = d.b.Open(atB)
	if err != nil {
		return 0, 0, err
	}

	if !variant.Equal(c.a.Empty, c.b.Empty) {
		return 0, 0, large.ErrWhole
	}

	as, bs := d.a.Cursor(c.a), d.b.Cursor(c.b)
	for as.More() && bs.More() {
		a, b := as.Next(), bs.Next()
		if a == nil || b == nil {
			break
		}

		same, err := d.parts(c, a, b)
		if err != nil {
			return 0, 0, err
		}

		if !same {
			return d.rest(c, as.From(a), bs.From(b))
		}
	}

	return d.rest(c, as, bs)
}

// parts compares two parts at the same place. It returns false if their keys differ, or if they are
// different items of Arrays. Then rest has to compare the containers from here on.
func (d *largeDiffer) parts(c pair, a, b *large.Part) (bool, error) {
	if a.Key != nil && !variant.Equal(a.Key, b.Key) {
		return false, nil
	}

	if a.Key == nil {
		return d.same(a, b)
	}

	return true, d.changes(c, a, b)
}

// changes adds the changes between two parts with the same key or index.
func (d *largeDiffer) changes(c pair, a, b *large.Part) (err error) {
	d.path = append(d.path, c.a.Step(*a))
	defer func() { d.path = d.path[:len(d.path)-1] }()

	if a.Value == nil && b.Value == nil {
		a.End, b.End, err = d.containers(a.At, b.At)
		return err
	}

	same, err := d.same(a, b)
	if err != nil || same {
		return err
	}

	if a.Value == nil || b.Value == nil {
		return large.ErrWhole
	}

	return d.values(a.Value, b.Value, 0)
}

// values adds the changes between two values at the path. Values that are parts of Arrays begin at
// the index from of their Arrays; for others it is 0.
func (d *largeDiffer) values(a, b variant.Variant, from int) error {
	patch, err := Diff(a, b, tree.DiffOptions{})

	for _, change := range patch {
		path := slices.Concat(d.path, change.Path)
		if n := len(d.path); n < len(path) && path[n].Kind == variant.StepIndex {
			path[n].Index += from
		}

		change.Path = path
		d.patch = append(d.patch, change)
	}

	return err
}

// same reports whether two parts have the same value, regardless of their keys.
func (d *largeDiffer) same(a, b *large.Part) (bool, error) {
	endA, err := d.a.EndOf(a)
	if err != nil {
		return false, err
	}

	endB, err := d.b.EndOf(b)
	if err != nil {
		return false, err
	}

	if bytes.Equal(d.a.Bytes(a.At, endA), d.b.Bytes(b.At, endB)) {
		return true, nil
	}

	return a.Value != nil && b.Value != nil && variant.Equal(a.Value, b.Value), nil
}

// rest compares the remaining parts of two containers.
func (d *largeDiffer) rest(c pair, as, bs *large.Cursor) (endA, endB int, err error) {
	first := as.Index()

	a, err := as.Spans()
	if err != nil {
		return 0, 0, err
	}

	b, err := bs.Spans()
	if err != nil {
		return 0, 0, err
	}

	changes := len(d.patch)
	for _, r := range runsOf(d.hashes(d.a, a), d.hashes(d.b, b)) {
		if err := d.run(c, a.Between(r.a, r.endA), b.Between(r.b, r.endB), first+r.b); err != nil {
			return 0, 0, err
		}
	}

	return int(a[a.Len()]), int(b[b.Len()]), d.unmoved(d.patch[changes:])
}

// hashes returns the hash of the bytes of each part.
func (d *largeDiffer) hashes(p *large.Packet, spans large.Spans) []uint64 {
	hashes := make([]uint64, spans.Len())
	for i := range hashes {
		hashes[i] = maphash.Bytes(d.seed, p.Bytes(int(spans[i]), int(spans[i+1])))
	}

	return hashes
}

// run compares parts of the first container with the parts that replace them. at is the index of
// the first part of b.
func (d *largeDiffer) run(c pair, a, b large.Spans, at int) error {
	if a.Len() == 1 && b.Len() == 1 {
		return d.one(c, a, b, at)
	}

	return d.built(c, a, b, at)
}

// one compares two parts, of which the second replaces the first.
func (d *largeDiffer) one(c pair, spansA, spansB large.Spans, at int) error {
	a, err := d.a.Read(c.a, spansA[0], at)
	if err != nil {
		return err
	}

	b, err := d.b.Read(c.b, spansB[0], at)
	if err != nil {
		return err
	}

	if a.Key != nil && !variant.Equal(a.Key, b.Key) {
		return d.built(c, spansA, spansB, at)
	}

	return d.changes(c, &a, &b)
}

// built builds the parts of both containers and compares them. at is added to the indexes of
// Arrays.
func (d *largeDiffer) built(c pair, a, b large.Spans, at int) error {
	if a.Size()+b.Size() > mostBuilt {
		return large.ErrWhole
	}

	before, err := d.a.Build(c.a, a)
	if err != nil {
		return err
	}

	after, err := d.b.Build(c.b, b)
	if err != nil {
		return err
	}

	patch := len(d.patch)
	if err := d.values(before, after, at); err != nil {
		return err
	}

	return d.placed(d.patch[patch:], at, at+b.Len() == c.b.Count)
}

// placed sets the positions of keys that are added to the container, for the container as a whole.
// The keys were compared from the index at on. If the container has keys after them, the error is
// large.ErrWhole.
func (d *largeDiffer) placed(patch tree.Patch, at int, toEnd bool) error {
	for i := range patch {
		c := &patch[i]
		direct := len(c.Path) == len(d.path)+1 && c.Path[len(d.path)].Kind != variant.StepIndex

		switch {
		case !direct || c.Kind != tree.Added:
		case !toEnd:
			return large.ErrWhole
		case c.Position >= 0:
			c.Position += at
		}
	}

	return nil
}

// unmoved returns an error if a patch removes a key at one place of the Dictionary and adds it at
// another.
func (d *largeDiffer) unmoved(patch tree.Patch) error {
	seen := map[string]bool{}

	for _, change := range patch {
		if len(change.Path) != len(d.path)+1 || change.Kind == tree.Changed {
			continue
		}

		step := change.Path[len(d.path)]
		if step.Kind == variant.StepKey && seen[step.String()] {
			return large.ErrWhole
		}
		seen[step.String()] = true
	}

	return nil
}
