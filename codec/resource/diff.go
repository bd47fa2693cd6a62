package resource

import (
	"maps"
	"slices"

	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// Diff returns the changes that turn the value of a into the value of b. The values are those of
// [File.Value].
//
// Engines give sub-resources new IDs when they save a file, so the same resource may have two IDs.
// Diff therefore pairs the resources of the two files. It begins with the main resources, and with
// the resources in the properties of nodes that have equal paths. Then it compares the properties
// of each pair: if two properties of the same name refer to resources of the same class, Diff pairs
// these resources as well. The remaining resources are paired by ID and class, and external
// resources by their paths. Then Diff gives the resources of b the IDs and the order of a, and
// compares the values. So a new color is a single change, even between a text and a binary file,
// and even if resources were added before the resource with the color.
//
// Options and errors are those of tree.Diff.
func Diff(a, b *File, o tree.DiffOptions) (tree.Patch, error) {
	old, new := a.Value(), b.Value()
	for _, v := range []variant.Variant{old, new} {
		if err := checkDiff(v); err != nil {
			return nil, err
		}
	}
	if variant.Equal(old, new) {
		return nil, nil
	}

	p := pairing{a: a, b: b, subs: map[string]string{}, taken: map[string]bool{}}
	p.externals()
	p.resources()
	return tree.Diff(old, p.renamed().Value(), o)
}

// maxDiff is the greatest number of values that tree.Diff compares. maxDepth is the greatest depth
// of these values.
const (
	maxDiff  = 1 << 22
	maxDepth = 1024
)

// checkDiff returns an error for a value that tree.Diff refuses. Such a value contains itself, or
// has too many parts because the same parts occur many times in it. Decode makes no such values,
// but programs can.
func checkDiff(v variant.Variant) error {
	left := maxDiff
	for path, part := range tree.Walk(v) {
		left--
		if left < 0 {
			return variant.NewError(variant.OpDiff, nil, v, variant.ErrLimit)
		}
		if _, ok := part.(variant.Container); ok && len(path) == maxDepth {
			return variant.NewError(variant.OpDiff, path, part, variant.ErrDepth)
		}
	}
	return nil
}

// A pairing makes pairs of a resource in the file a and a resource in the file b.
type pairing struct {
	a, b  *File
	exts  map[string]string // external resources: ID in the file a or new ID, by ID in the file b
	subs  map[string]string // other resources, in the same form; newIDs adds the new IDs
	taken map[string]bool   // IDs of the other resources in the file a that have a pair
	queue [][2]*Resource
}

// externals makes pairs of external resources that have the same path.
func (p *pairing) externals() {
	byPath := map[string][]string{}
	for _, e := range p.a.Externals {
		byPath[e.Path] = append(byPath[e.Path], e.ID)
	}

	p.exts = map[string]string{}
	for _, e := range p.b.Externals {
		if ids := byPath[e.Path]; len(ids) > 0 {
			p.exts[e.ID], byPath[e.Path] = ids[0], ids[1:]
		}
	}
}

// resources makes pairs of the resources in the files.
func (p *pairing) resources() {
	if x, y := p.a.Main(), p.b.Main(); x != nil && y != nil {
		p.pair(x, y)
	}
	p.nodes()
	p.follow()

	for i := range p.b.Resources {
		y := &p.b.Resources[i]
		if x := p.a.Resource(SubResource(y.ID)); x != nil && x.Class == y.Class {
			p.pair(x, y)
		}
	}
	p.follow()
}

// pair makes two resources a pair, unless one of them already has a pair.
func (p *pairing) pair(x, y *Resource) {
	if _, ok := p.subs[y.ID]; ok || p.taken[x.ID] {
		return
	}
	p.subs[y.ID], p.taken[x.ID] = x.ID, true
	p.queue = append(p.queue, [2]*Resource{x, y})
}

// follow compares the properties of each pair of resources. If two properties of the same name
// refer to resources, it makes pairs of these resources too.
func (p *pairing) follow() {
	for len(p.queue) > 0 {
		next := p.queue[0]
		p.queue = p.queue[1:]
		p.properties(next[0].Properties, next[1].Properties)
	}
}

// nodes makes pairs of the resources to which the properties of nodes with equal paths refer.
func (p *pairing) nodes() {
	x, _ := p.a.Scene()
	y, _ := p.b.Scene()
	if x == nil || y == nil {
		return
	}

	byPath := map[string]*Node{}
	for i := range x.Nodes {
		byPath[x.Nodes[i].Path] = &x.Nodes[i]
	}
	for i := range y.Nodes {
		if n := byPath[y.Nodes[i].Path]; n != nil {
			p.properties(n.Properties, y.Nodes[i].Properties)
		}
	}
}

func (p *pairing) properties(x, y []objects.Property) {
	byName := map[string]variant.Variant{}
	for _, property := range x {
		byName[property.Name] = property.Value
	}
	for _, property := range y {
		if v, ok := byName[property.Name]; ok {
			p.values(v, property.Value)
		}
	}
}

// values looks for references at the same places in two values. If both references lead to
// resources of the same class, values makes these resources a pair.
func (p *pairing) values(x, y variant.Variant) {
	switch y := y.(type) {
	case SubResource:
		ref, _ := x.(SubResource)
		from, to := p.a.Resource(ref), p.b.Resource(y)
		if from != nil && to != nil && from.Class == to.Class {
			p.pair(from, to)
		}

	case variant.Array:
		x, _ := x.(variant.Array)
		for i := range min(len(x.Items), len(y.Items)) {
			p.values(x.Items[i], y.Items[i])
		}

	case variant.Dictionary:
		x, _ := x.(variant.Dictionary)
		byKey := map[string]variant.Variant{}
		for _, pair := range x.Pairs {
			byKey[variant.Text(pair.Key)] = pair.Value
		}
		for _, pair := range y.Pairs {
			p.values(byKey[variant.Text(pair.Key)], pair.Value)
		}
	}
}

// renamed returns b with the IDs and the order of a. Values without references are shared with b.
func (p *pairing) renamed() *File {
	p.newIDs()
	out := *p.b
	out.subs, out.exts = map[string]int{}, map[string]int{}

	out.Externals = slices.Clone(p.b.Externals)
	for i := range out.Externals {
		out.Externals[i].ID = p.exts[out.Externals[i].ID]
	}
	slices.SortStableFunc(out.Externals, func(x, y External) int {
		return position(p.a.exts, x.ID) - position(p.a.exts, y.ID)
	})

	out.Resources = slices.Clone(p.b.Resources)
	for i := range out.Resources {
		r := &out.Resources[i]
		r.ID, r.Properties = p.subs[r.ID], p.renamedAll(r.Properties)
	}
	subs := out.Resources
	if p.b.Main() != nil {
		subs = subs[:len(subs)-1]
	}
	slices.SortStableFunc(subs, func(x, y Resource) int {
		return position(p.a.subs, x.ID) - position(p.a.subs, y.ID)
	})

	if p.b.scene != nil {
		out.scene = p.renamedScene(*p.b.scene)
	}
	return &out
}

// position returns the index of an ID. For an unknown ID it returns len(index).
func position(index map[string]int, id string) int {
	if i, ok := index[id]; ok {
		return i
	}
	return len(index)
}

// newIDs gives each unpaired resource of b an ID that no resource of a has.
func (p *pairing) newIDs() {
	taken := maps.Clone(p.a.exts)
	for i, e := range p.b.Externals {
		newID(p.exts, taken, e.ID, i)
	}

	taken = maps.Clone(p.a.subs)
	for i, r := range p.b.Resources {
		newID(p.subs, taken, r.ID, i)
	}
}

func newID(ids map[string]string, taken map[string]int, id string, i int) {
	if _, ok := ids[id]; ok {
		return
	}
	ids[id] = unique(taken, id, i)
	taken[ids[id]] = i
}

func (p *pairing) renamedAll(all []objects.Property) []objects.Property {
	out := slices.Clone(all)
	for i := range out {
		out[i].Value = p.value(out[i].Value)
	}
	return out
}

func (p *pairing) renamedScene(s Scene) *Scene {
	s.Nodes = slices.Clone(s.Nodes)
	for i := range s.Nodes {
		n := &s.Nodes[i]
		n.Properties = p.renamedAll(n.Properties)
		if n.Instance != nil {
			n.Instance = p.value(n.Instance)
		}
	}

	s.Connections = slices.Clone(s.Connections)
	for i := range s.Connections {
		binds := p.value(variant.Array{Items: s.Connections[i].Binds})
		s.Connections[i].Binds = binds.(variant.Array).Items
	}
	return &s
}

// value returns v, which is a value of the file b, with new IDs in its references. These are the
// IDs that p.subs and p.exts have for the resources of b.
func (p *pairing) value(v variant.Variant) variant.Variant {
	switch v := v.(type) {
	case SubResource:
		if id, ok := p.subs[string(v)]; ok {
			return SubResource(id)
		}

	case ExtResource:
		if id, ok := p.exts[v.ID]; ok {
			return ExtResource{ID: id, Path: v.Path}
		}

	case variant.Array:
		v.Items = slices.Clone(v.Items)
		for i := range v.Items {
			v.Items[i] = p.value(v.Items[i])
		}
		return v

	case variant.Dictionary:
		v.Pairs = slices.Clone(v.Pairs)
		for i, pair := range v.Pairs {
			v.Pairs[i] = variant.Pair{Key: p.value(pair.Key), Value: p.value(pair.Value)}
		}
		return v

	case objects.Object:
		v.Properties = p.renamedAll(v.Properties)
		return v
	}
	return v
}
