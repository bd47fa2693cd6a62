package variant

import "iter"

// A Container is a value with values inside. Array, Dictionary and
// objects.Object are; a type of your own may be, and is then walked too.
type Container interface {
	Variant
	// Parts yields the values inside with the step that leads to each, keys of
	// a dictionary included.
	Parts() iter.Seq2[Step, Variant]
}

// Walk yields v and all values inside of it, each before those inside of
// itself, with its path. The path is only good until the next one; to keep it,
// slices.Clone it. Values deeper than 1024 are left out.
func Walk(v Variant) iter.Seq2[Path, Variant] {
	return func(yield func(Path, Variant) bool) {
		walk(make(Path, 0, 8), v, yield)
	}
}

func walk(path Path, v Variant, yield func(Path, Variant) bool) bool {
	if !yield(path, v) {
		return false
	}
	c, ok := v.(Container)
	if !ok || len(path) >= defaultMaxDepth {
		return true
	}
	for step, part := range c.Parts() {
		if !walk(append(path, step), part, yield) {
			return false
		}
	}
	return true
}

// Parts yields the items. See [Container].
func (a Array) Parts() iter.Seq2[Step, Variant] { return itemParts(a.Items) }

func itemParts(items []Variant) iter.Seq2[Step, Variant] {
	return func(yield func(Step, Variant) bool) {
		for i, v := range items {
			if !yield(Step{Kind: StepIndex, Index: i}, v) {
				return
			}
		}
	}
}

// Parts yields the keys and values, each key before its value. See [Container].
func (d Dictionary) Parts() iter.Seq2[Step, Variant] {
	return func(yield func(Step, Variant) bool) {
		for i, p := range d.Pairs {
			if !yield(Step{Kind: StepPairKey, Index: i}, p.Key) || !yield(Step{Kind: StepKey, Key: p.Key}, p.Value) {
				return
			}
		}
	}
}
