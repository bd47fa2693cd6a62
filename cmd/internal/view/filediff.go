package view

import (
	"hash/maphash"
	"slices"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/span"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// DiffRecords returns the changes from the values of save a to the values of save b. It is like
// Diff, but it compares the bytes of the values, and builds only the values that differ. It reads
// the records of save b one after another, and keeps only those that save a does not have. The
// error is span.ErrWhole if comparing needs all values in memory.
func DiffRecords(a *span.File, b *document.Reader, o tree.DiffOptions) (tree.Patch, error) {
	from, to := a.Codec(), b.Codec()
	if o.AnyItemOrder || o.AnyKeyOrder || b.Body() != nil || len(b.Layers) > 0 ||
		from.Dialect() != to.Dialect() || from.Options().Precision != to.Options().Precision {
		return nil, span.ErrWhole
	}

	root, err := a.Root()
	if err != nil {
		return nil, err
	}

	d := &fileDiffer{a: a, seed: maphash.MakeSeed()}
	if a.Records() == 1 {
		err = d.record(root, b)
	} else {
		err = d.records(root, b)
	}

	return d.patch, err
}

// mostBuilt is the limit for the bytes of the parts that are built for one comparison.
const mostBuilt = 8 << 20

// A fileDiffer compares the values of two files by their bytes. It builds only those values in
// memory whose bytes differ.
type fileDiffer struct {
	a, b  *span.File
	seed  maphash.Seed
	path  variant.Path // path of the containers that are being compared
	patch tree.Patch
}

// record compares the only record of the first file with the only record of the second.
func (d *fileDiffer) record(root span.Container, b *document.Reader) error {
	for record, err := range b.All() {
		if err != nil {
			return err
		}
		if !b.Single() {
			return span.ErrWhole
		}

		d.b, err = span.Open(record.Packet, 0, frame.None, b.Codec(), d.a.Window())
		if err != nil {
			return err
		}
	}

	if d.b == nil {
		return span.ErrWhole
	}

	other, err := d.b.Root()
	if err != nil {
		return err
	}
	return d.containers(root, other)
}

// records compares all records with the records of another file.
func (d *fileDiffer) records(root span.Container, b *document.Reader) error {
	hashes := d.hashes(d.a, root)
	known := slices.Sorted(slices.Values(hashes))
	kept := span.NewGatherer(b.Codec(), d.a.Window())

	var others []uint64
	for record, err := range b.All() {
		if err != nil {
			return err
		}

		h := maphash.Bytes(d.seed, record.Packet)
		others = append(others, h)

		if _, ok := slices.BinarySearch(known, h); ok {
			kept.Leave()
		} else if err := kept.Add(record.Packet); err != nil {
			return err
		}
	}

	if len(others) < 2 {
		return span.ErrWhole
	}

	runs := runsOf(hashes, others)
	d.copied(root, kept, runs, hashes, others)
	d.b = kept.File()

	all, err := d.b.Root()
	if err != nil {
		return err
	}
	return d.runs(root, all, runs)
}

// copied adds bytes to a gatherer, so that the gatherer has the bytes of each record of the second
// file in the runs. If the bytes of a record are missing, the first file has a record with the same
// hash. Then copied takes the bytes of the record in the first file.
func (d *fileDiffer) copied(
	root span.Container, gatherer *span.Gatherer, runs []run, hashes, others []uint64,
) {
	var at map[uint64]int

	for _, r := range runs {
		for i := r.b; i < r.endB; i++ {
			if gatherer.Has(i) {
				continue
			}
			if at == nil {
				at = lastIndexes(hashes)
			}
			gatherer.Fill(i, d.a.Bytes(root.Parts[at[others[i]]].Value))
		}
	}
}

// containers compares two containers that both have the current path.
func (d *fileDiffer) containers(a, b span.Container) error {
	if !variant.Equal(a.Empty, b.Empty) {
		return span.ErrWhole
	}
	return d.runs(a, b, runsOf(d.hashes(d.a, a), d.hashes(d.b, b)))
}

// runs compares the parts of two containers, but only the parts that are in the given runs.
func (d *fileDiffer) runs(a, b span.Container, runs []run) error {
	changes := len(d.patch)
	for _, r := range runs {
		if err := d.run(a, b, r); err != nil {
			return err
		}
	}

	return d.unmoved(d.patch[changes:])
}

// hashes returns the hash of the bytes of each part.
func (d *fileDiffer) hashes(f *span.File, c span.Container) []uint64 {
	hashes := make([]uint64, len(c.Parts))
	for i := range hashes {
		hashes[i] = maphash.Bytes(d.seed, f.Bytes(c.Parts[i].Span()))
	}

	return hashes
}

// run compares some parts of the first container with the parts of the second that replace them.
func (d *fileDiffer) run(a, b span.Container, r run) error {
	if r.endA-r.a != 1 || r.endB-r.b != 1 {
		return d.built(a, b, r)
	}

	step, err := d.a.Step(a, r.a)
	if err != nil {
		return err
	}

	other, err := d.b.Step(b, r.b)
	if err != nil {
		return err
	}

	long := min(a.Parts[r.a].Value.Len(), b.Parts[r.b].Value.Len()) > d.a.Window()
	if !long || a.IsDictionary() && !variant.Equal(step.Key, other.Key) {
		return d.built(a, b, r)
	}

	return d.long(a, b, r, other)
}

// long compares two long values that have the same key, or that are items. If they are items, the
// step has the index of the item in b.
func (d *fileDiffer) long(a, b span.Container, r run, step variant.Step) error {
	inA, err := d.a.Open(a, r.a)
	if err != nil {
		return err
	}

	inB, err := d.b.Open(b, r.b)
	if err != nil {
		return err
	}

	d.path = append(d.path, step)
	err = d.containers(inA, inB)
	d.path = d.path[:len(d.path)-1]

	return err
}

// built builds the parts of a run in memory, and compares them.
func (d *fileDiffer) built(a, b span.Container, r run) error {
	if size(a, r.a, r.endA)+size(b, r.b, r.endB) > mostBuilt {
		return span.ErrWhole
	}

	before, err := d.a.Build(a, r.a, r.endA)
	if err != nil {
		return err
	}

	after, err := d.b.Build(b, r.b, r.endB)
	if err != nil {
		return err
	}

	patch := len(d.patch)
	if err := d.values(before, after, r.b); err != nil {
		return err
	}

	return d.placed(d.patch[patch:], r.b, r.endB == len(b.Parts))
}

// size returns the number of bytes of some parts of a container.
func size(c span.Container, from, to int) (n int) {
	for _, p := range c.Parts[from:to] {
		n += p.Span().Len()
	}
	return n
}

// values adds the changes between a and b to d.patch. The argument a has some parts of the
// container at d.path in the first file, and b has the parts that replace them in the second file.
// If the parts are items, their indices in the changes count from the first item in b. So values
// increases these indices by the offset, which is the index of that item in the second file.
func (d *fileDiffer) values(a, b variant.Variant, offset int) error {
	patch, err := Diff(a, b, tree.DiffOptions{})

	for _, change := range patch {
		path := slices.Concat(d.path, change.Path)
		if n := len(d.path); n < len(path) && path[n].Kind == variant.StepIndex {
			path[n].Index += offset
		}

		change.Path = path
		d.patch = append(d.patch, change)
	}

	return err
}

// placed corrects the positions of added keys in a patch. The positions count from the first
// compared key, and have to count from the first key of the container. The argument offset is the
// index of the first compared key. If toEnd is false, other keys follow the compared keys in the
// container, and placed returns span.ErrWhole for an added key.
func (d *fileDiffer) placed(patch tree.Patch, offset int, toEnd bool) error {
	for i := range patch {
		c := &patch[i]
		direct := len(c.Path) == len(d.path)+1 && c.Path[len(d.path)].Kind != variant.StepIndex

		switch {
		case !direct || c.Kind != tree.Added:
		case !toEnd:
			return span.ErrWhole
		case c.Position >= 0:
			c.Position += offset
		}
	}

	return nil
}

// unmoved returns span.ErrWhole if a patch removes a key of a Dictionary and also adds the same
// key.
func (d *fileDiffer) unmoved(patch tree.Patch) error {
	seen := map[string]bool{}

	for _, change := range patch {
		if len(change.Path) != len(d.path)+1 || change.Kind == tree.Changed {
			continue
		}

		step := change.Path[len(d.path)]
		if step.Kind == variant.StepKey && seen[step.String()] {
			return span.ErrWhole
		}
		seen[step.String()] = true
	}

	return nil
}
