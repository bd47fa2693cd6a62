package variant

import (
	"errors"
	"iter"

	"godotvariant/internal/token"
	"godotvariant/variant/notation"
)

// ErrNotFound is the kind of error of [Lookup], [Get], [Set] and the like for a key, item or
// property that does not exist, and of [ParsePath] for text that is not a path.
var ErrNotFound = errors.New("not found")

// ErrWrongType is the kind of error of [Lookup], [Get], [Set] and the like for a value of
// another type than the path or the caller expects. codec.ErrType is the same error.
var ErrWrongType = errors.New("wrong type")

const opLookup = "look up"

// Get returns the value of a text key of a Dictionary, of a property of an object, or of a
// component of a vector or the like, as a T: variant.Get[variant.Int](player, "hp"). It does
// not convert. The error is an [*Error] of kind [ErrNotFound] or [ErrWrongType].
//
// The result shares memory with v, as a slice of a slice does. If it is a Dictionary or an Array,
// a new value for one of its keys, or a new item in place of an old one, changes v too. A key or
// item that is added does not change v. After [Dictionary.Delete] the Dictionary in v still has
// its old length, and its last pair twice. So put a container back after a change:
//
//	player.Set(variant.String("coins"), variant.Int(5))
//	save.Set(variant.String("player"), player)
//
// A vector is a copy and must always be put back. [Set] changes a part at any depth, in a copy of v.
func Get[T Variant](v Variant, key string) (T, error) {
	var none T
	step := Step{Kind: StepKey, Key: String(key)}
	inner, err := step.from(v)
	if err != nil {
		return none, lookupError(Path{step}, v, err)
	}
	t, ok := inner.(T)
	if !ok {
		return none, lookupError(Path{step}, inner, Because(ErrWrongType, nameOf(inner)+" and not "+nameOf(none)))
	}
	return t, nil
}

// Lookup follows a path into a value:
//
//	variant.Lookup(v, "player.inventory[0].id")
//	variant.Lookup(v, "player.transform.origin.x")
//
// A name is a key that is a String or StringName, a property of an object, or a component: x, y,
// z, w, r, g, b, a, position, size, normal, d, basis, origin. [0] is an item of an array, an
// element of a packed array, or the key 0 of a Dictionary. [-1] is the last item of an array, or
// the key -1. [ParsePath] lists the other forms. The empty path leads to v.
//
// Lookup finds the value of every path that [Walk] and codec.Audit yield, and of the text of that
// path. Of two equal keys, or two properties with one name, it finds the last. The result shares
// memory with v as that of [Get] does.
//
// The error is an [*Error] whose path ends with the step that failed. Its kind is
// [ErrNotFound], or [ErrWrongType] for a step into a value without parts.
func Lookup(v Variant, path string) (Variant, error) {
	steps, err := ParsePath(path)
	if err != nil {
		return nil, err
	}
	return steps.Lookup(v)
}

// Lookup follows the path into v. The errors are those of the function [Lookup].
func (p Path) Lookup(v Variant) (Variant, error) {
	for i, step := range p {
		inner, err := step.from(v)
		if err != nil {
			return nil, lookupError(p[:i+1], v, err)
		}
		v = inner
	}
	return v, nil
}

func lookupError(p Path, v Variant, err error) error {
	e := errorOf(opLookup, v, err)
	e.Path = p.short()
	return e
}

// from returns what the step leads to in v.
func (s Step) from(v Variant) (Variant, error) {
	switch v := pointed(v).(type) {
	case Dictionary:
		return s.fromDictionary(v)
	case Array:
		return s.fromItems(v.Items)
	}
	found, err := v, error(nil)
	if !guard(v, func() { found, err = s.fromOther(v) }) {
		return nil, Because(ErrWrongType, "a nil pointer has no parts")
	}
	return found, err
}

func (s Step) fromOther(v Variant) (Variant, error) {
	switch v := v.(type) {
	case Container:
		return s.fromContainer(v)
	case Constructible:
		if isPacked(v) {
			return s.fromElements(v)
		} else if names := componentNames(v.Type()); names != nil {
			return s.fromComponents(v, names)
		}
	}
	return nil, Because(ErrWrongType, nameOf(v)+" has no parts")
}

func (s Step) fromContainer(c Container) (Variant, error) {
	var items []Variant
	var found Variant
	for step, part := range c.Parts() {
		switch {
		case step.Kind == StepIndex:
			items = append(items, part)
		case step.Kind == StepProperty && s.names(step.Name):
			if found = part; part == nil { // the last property of a name wins
				found = Nil{}
			}
		}
	}
	if found != nil {
		return found, nil
	}
	return s.fromItems(items)
}

// fromElements returns an element of a packed array.
func (s Step) fromElements(v Constructible) (Variant, error) {
	i := s.Index
	if i < 0 {
		_, n := argument(v, 0)
		i += n
	}
	if found, _ := argument(v, i); found != nil && s.Kind == StepIndex {
		return found, nil
	}
	return nil, ErrNotFound
}

// fromComponents returns a component of a vector or the like.
func (s Step) fromComponents(v Constructible, names []string) (Variant, error) {
	for i, name := range names {
		if s.names(name) {
			component, _ := argument(v, i)
			return component, nil
		}
	}
	return nil, ErrNotFound
}

// componentNames returns the names of the arguments of a type, as scripts have them.
func componentNames(t Type) []string {
	switch t {
	case TypeVector2, TypeVector2i:
		return []string{"x", "y"}
	case TypeVector3, TypeVector3i, TypeBasis:
		return []string{"x", "y", "z"}
	case TypeVector4, TypeVector4i, TypeQuaternion, TypeProjection:
		return []string{"x", "y", "z", "w"}
	case TypeColor:
		return []string{"r", "g", "b", "a"}
	case TypeRect2, TypeRect2i, TypeAABB:
		return []string{"position", "size"}
	case TypePlane:
		return []string{"normal", "d"}
	case TypeTransform2D:
		return []string{"x", "y", "origin"}
	case TypeTransform3D:
		return []string{"basis", "origin"}
	default:
		return nil
	}
}

func (s Step) fromItems(items []Variant) (Variant, error) {
	i := s.Index
	if i < 0 {
		i += len(items)
	}
	if s.Kind != StepIndex || i < 0 || i >= len(items) {
		return nil, ErrNotFound
	}
	if items[i] == nil {
		return Nil{}, nil
	}
	return items[i], nil
}

func (s Step) fromDictionary(d Dictionary) (Variant, error) {
	i := s.pair(d)
	if i < 0 {
		return nil, ErrNotFound
	}
	v := d.Pairs[i].Value
	if s.Kind == StepPairKey {
		v = d.Pairs[i].Key
	}
	if v == nil {
		return Nil{}, nil
	}
	return v, nil
}

// pair returns the index of the pair that the step leads to, -1 for none.
func (s Step) pair(d Dictionary) int {
	switch {
	case s.Kind == StepPairKey:
		if s.Index < 0 || s.Index >= len(d.Pairs) {
			return -1
		}
		return s.Index
	case s.Kind == StepIndex:
		return d.find(Int(s.Index))
	case s.Kind == StepProperty:
		return d.find(String(s.Name))
	case s.Key == nil && s.Name != "":
		return d.byText(s.Name)
	}
	if i := d.find(s.Key); i >= 0 {
		return i
	}
	return d.equal(s.Key)
}

// equal returns the index of the last pair whose key is the same value by [Equal], or -1. It
// also finds keys that [KeyEqual] does not call equal to themselves.
func (d Dictionary) equal(key Variant) int {
	switch key.(type) {
	case nil, Nil, Bool, Int, Float, String, StringName:
		return -1
	}
	for i := len(d.Pairs) - 1; i >= 0; i-- {
		if Equal(d.Pairs[i].Key, key) {
			return i
		}
	}
	return -1
}

// names reports whether the step leads to the property name.
func (s Step) names(name string) bool {
	if s.Kind == StepProperty {
		return s.Name == name
	}
	text, ok := keyText(s.Key)
	return s.Kind == StepKey && ok && text == name
}

// A Container is a value with parts, such as Array, Dictionary and objects.Object. A
// type of your own that implements it is walked and looked into as well.
type Container interface {
	Variant
	// Parts yields the parts, keys of a dictionary included, each with the step
	// that leads to it.
	Parts() iter.Seq2[Step, Variant]
}

// partsOf returns the parts of c, none of a nil pointer.
func partsOf(c Container) iter.Seq2[Step, Variant] {
	parts := func(func(Step, Variant) bool) {}
	guard(c, func() { parts = c.Parts() })
	return parts
}

// Walk yields v and all values inside it with their paths, each value before its
// parts. A path is valid until the next step of the iteration; to keep it, use slices.Clone.
//
// Walk skips values deeper than 1024, such as those in a value that contains itself; encoding
// these is an [ErrDepth]. It ends after 67,108,864 values, the most that a packet of 256 MiB
// holds; encoding more is an [ErrLimit], unless Limits.MaxSize is raised.
func Walk(v Variant) iter.Seq2[Path, Variant] {
	return func(yield func(Path, Variant) bool) {
		left := maxWalk
		walk(make(Path, 0, 8), v, &left, yield)
	}
}

// maxWalk is the number of values in the longest packet of the default Limits.
const maxWalk = defaultMaxSize / minPacket

func walk(path Path, v Variant, left *int, yield func(Path, Variant) bool) bool {
	if *left--; *left < 0 || !yield(path, v) {
		return false
	}
	if len(path) >= defaultMaxDepth {
		return true
	}
	switch v := v.(type) {
	case Array: // without the iterator, which most of the time would go to
		path = append(path, Step{Kind: StepIndex})
		for i, item := range v.Items {
			path[len(path)-1].Index = i
			if !walk(path, item, left, yield) {
				return false
			}
		}
	case Container:
		for step, part := range partsOf(v) {
			if !walk(append(path, step), part, left, yield) {
				return false
			}
		}
	}
	return true
}

// argument returns the argument of index i of v as a value, nil if there is none, and the
// number of all arguments. A part that is a value itself, as the origin of a Transform3D or
// an element of a packed array, is one argument.
func argument(v Constructible, i int) (arg Variant, n int) {
	f := finder{want: i}
	v.ToArgs(&f)
	return f.found, f.n
}

// A finder takes arguments and keeps the one with the index want.
type finder struct {
	want, n int
	found   Variant
}

var (
	_ notation.ArgsWriter = (*finder)(nil)
	_ token.PartsWriter   = (*finder)(nil)
)

// next reports whether the next argument is the wanted one.
func (f *finder) next() bool {
	f.n++
	return f.n-1 == f.want
}

func (f *finder) Real(x float64) {
	if f.next() {
		f.found = Float(x)
	}
}

func (f *finder) Int(i int64) {
	if f.next() {
		f.found = Int(i)
	}
}

func (f *finder) Uint(u uint64) {
	if f.next() {
		f.found = Int(u)
	}
}

func (f *finder) Text(s string) {
	if f.next() {
		f.found = String(s)
	}
}

// RowMajor returns false: the parts of a Basis are its axes.
func (f *finder) RowMajor() bool { return false }

// Part takes a part that is a value.
func (f *finder) Part(v any) {
	if f.next() {
		f.found, _ = v.(Variant)
	}
}

// Parts takes n parts that are values.
func (f *finder) Parts(n int, at func(i int) any) {
	if i := f.want - f.n; i >= 0 && i < n {
		f.found, _ = at(i).(Variant)
	}
	f.n += n
}
