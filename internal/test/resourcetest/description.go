// Package resourcetest compares resource files with descriptions that engines have made of them.
package resourcetest

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"path"
	"slices"
	"strings"

	"godotvariant/codec"
	"godotvariant/codec/resource"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// A Description is an engine's description of a file that it wrote. It describes the objects as
// they were when the engine saved them.
type Description struct {
	Engine      string
	Class       string
	Container   string // "text", "RSRC" or "RSCC"
	BigEndian   bool   `json:"big_endian"`
	ScriptClass string `json:"script_class"`
	UID         string `json:"uid"`
	External    []struct{ Path string }
	Resources   []described
	Scene       *struct {
		Nodes       []node
		Connections []connection
	}
}

type described struct {
	Index int
	Class string
	Props []property
}

type property struct {
	Name    string
	Value   value
	Default bool
}

type value struct {
	T               string
	Hex, Path       string
	Index           int
	Items           []json.RawMessage
	Typed           *element
	TypedKey        *element `json:"typed_key"`
	TypedValue      *element `json:"typed_value"`
	Lost            bool
	Absolute        bool
	Names, SubNames []string
}

type element struct{ Type, Class, Script string }

type node struct {
	Name, Type, Path, Parent, Owner string
	Index                           int
	Groups                          []string
	Instance, Placeholder           string
	Props                           []property
}

type connection struct {
	Signal, From, To, Method string
	Flags, Unbinds           int
	Binds                    []value
}

// A Result has the differences that a comparison found.
type Result struct {
	Values      int      // number of compared values
	Differences []string // one line for each difference
}

// Compare compares a file with its description.
func Compare(f *resource.File, description []byte) (Result, error) {
	c := comparer{f: f, paired: map[int]*resource.Resource{}}
	if err := json.Unmarshal(description, &c.d); err != nil {
		return Result{}, err
	}

	c.codec = codec.MustNew(codec.Options{})
	c.text3 = strings.HasPrefix(c.d.Engine, "3") && f.Form == resource.TextForm
	if strings.HasPrefix(c.d.Engine, "3") {
		c.codec = codec.MustNew(codec.Options{Dialect: codec.Godot3})
	}

	c.header()
	c.scene()
	if main := f.Main(); main != nil {
		c.pair(0, main)
	}
	for len(c.queue) > 0 {
		index := c.queue[0]
		c.queue = c.queue[1:]
		c.resource(index)
	}
	return c.Result, nil
}

type comparer struct {
	Result
	f      *resource.File
	d      Description
	codec  *codec.Codec
	text3  bool // the file is text of Godot 3, with six digits for each number
	paired map[int]*resource.Resource
	queue  []int
	at     string
}

func (c *comparer) differ(format string, args ...any) {
	c.Differences = append(c.Differences, c.at+": "+fmt.Sprintf(format, args...))
}

func same[T comparable](c *comparer, what string, got, want T) {
	c.Values++
	if got != want {
		c.differ("%s: got %v, want %v", what, got, want)
	}
}

func (c *comparer) header() {
	c.at = "header"
	container := "text"
	switch {
	case c.f.Compressed:
		container = "RSCC"
	case c.f.Form == resource.BinaryForm:
		container = "RSRC"
	}
	same(c, "container", container, c.d.Container)
	same(c, "class", c.f.Class, c.d.Class)
	same(c, "big-endian", c.f.BigEndian, c.d.BigEndian)
	same(c, "script class", c.f.ScriptClass, c.d.ScriptClass)
	if c.d.UID != "" {
		same(c, "uid", c.f.UID.String(), c.d.UID)
	}

	for _, e := range c.d.External {
		found := false
		for _, got := range c.f.Externals {
			found = found || samePath(got.Path, e.Path)
		}
		same(c, "external "+e.Path, found, true)
	}
}

// samePath reports whether two paths name the same file. The argument got may be a relative path.
func samePath(got, want string) bool {
	if got == want {
		return true
	}
	rest := got
	for strings.HasPrefix(rest, "../") {
		rest = rest[len("../"):]
	}
	return !strings.Contains(rest, "://") && path.Base(rest) == path.Base(want) &&
		strings.HasSuffix(want, "/"+rest)
}

// pair records that r is the resource with this index in the description. If pair was called with
// this index and another resource before, this is a difference.
func (c *comparer) pair(index int, r *resource.Resource) {
	if before, ok := c.paired[index]; ok {
		if before != r {
			c.differ("resource %d is %s and %s", index, before.ID, r.ID)
		}
		return
	}
	c.paired[index] = r
	c.queue = append(c.queue, index)
}

func (c *comparer) resource(index int) {
	var d described
	for _, each := range c.d.Resources {
		if each.Index == index {
			d = each
		}
	}
	r := c.paired[index]
	c.at = fmt.Sprintf("resource %d", index)
	same(c, "class", r.Class, d.Class)
	c.properties(fmt.Sprintf("resource %d", index), d.Props, r.Properties)
}

// properties compares the properties of a resource or node.
func (c *comparer) properties(at string, want []property, got []objects.Property) {
	left := map[string]variant.Variant{}
	for _, p := range got {
		left[p.Name] = p.Value
	}

	for _, p := range want {
		c.at = at + "." + p.Name
		v, ok := left[p.Name]
		delete(left, p.Name)
		switch {
		case ok:
			c.value(p.Value, v)
		case !p.Default && p.Value.T != "Nil" && !(p.Value.Lost && c.text3):
			c.differ("it is missing")
		}
	}
	for name, v := range left {
		if v != (variant.Nil{}) {
			c.at = at + "." + name
			c.differ("it is not described: %v", v)
		}
	}
}

func (c *comparer) value(want value, got variant.Variant) {
	c.Values++
	switch want.T {
	case "Nil":
		if got != (variant.Nil{}) {
			c.differ("got %v, want null", got)
		}
	case "Sub":
		ref, ok := got.(resource.SubResource)
		r := c.f.Resource(ref)
		if !ok || r == nil {
			c.differ("got %v, want sub-resource %d", got, want.Index)
			return
		}
		c.pair(want.Index, r)
	case "Ext":
		ref, ok := got.(resource.ExtResource)
		if !ok || !samePath(ref.Path, want.Path) {
			c.differ("got %v, want %s", got, want.Path)
		}
	case "Array":
		c.array(want, got)
	case "Dictionary":
		c.dictionary(want, got)
	case "NodePath":
		p := objects.NodePath{Names: want.Names, SubNames: want.SubNames, Absolute: want.Absolute}
		if len(want.Names)+len(want.SubNames) == 0 {
			p.Absolute = false
			if got, ok := got.(objects.NodePath); ok && got.Absolute {
				p.Absolute = want.Absolute
			}
		}
		if !variant.Equal(p, got) {
			c.differ("got %#v, want %#v", got, p)
		}
	default:
		if want.Lost {
			return
		}
		c.packet(want, got)
	}
}

func (c *comparer) packet(want value, got variant.Variant) {
	b, err := hex.DecodeString(want.Hex)
	if err != nil {
		c.differ("%v", err)
		return
	}
	v, err := c.codec.Decode(b)
	if err != nil {
		c.differ("%v", err)
		return
	}

	near := c.f.Form == resource.TextForm && c.near(v, got) // text has fewer digits
	if want.T == "Variant" || variant.Equal(v, got) || near {
		return
	}
	if s, ok := v.(variant.String); ok && variant.Equal(variant.StringName(s), got) {
		return
	}
	c.differ("got %#v, want %#v", got, v)
}

func unmarshal[T any](c *comparer, raw json.RawMessage) (v T) {
	if err := json.Unmarshal(raw, &v); err != nil {
		c.differ("%v", err)
	}
	return v
}

func (c *comparer) array(want value, got variant.Variant) {
	a, ok := got.(variant.Array)
	if !ok || len(a.Items) != len(want.Items) {
		c.differ("got %v, want %d items", got, len(want.Items))
		return
	}
	c.element(want.Typed, a.Elem)

	at := c.at
	for i, raw := range want.Items {
		c.at = fmt.Sprintf("%s[%d]", at, i)
		c.value(unmarshal[value](c, raw), a.Items[i])
	}
	c.at = at
}

// element compares the element type of a container. In a binary file, a container must have no
// element type.
func (c *comparer) element(want *element, got *variant.ElementType) {
	if c.f.Form == resource.BinaryForm {
		if got != nil {
			c.differ("a typed container: %v", got)
		}
		return
	}

	if want == nil || want.Type == "Variant" || want.Type == "Nil" {
		if got != nil {
			c.differ("got type %v, want none", got)
		}
		return
	}
	if got == nil {
		c.differ("got no type, want %v", *want)
		return
	}
	class := want.Class
	if want.Script != "" {
		class = ""
	}
	same(c, "type", element{got.Type.String(), got.Class, got.Script},
		element{want.Type, class, want.Script})
}

func (c *comparer) dictionary(want value, got variant.Variant) {
	d, ok := got.(variant.Dictionary)
	if !ok || len(d.Pairs) != len(want.Items) {
		c.differ("got %v, want %d pairs", got, len(want.Items))
		return
	}
	c.element(want.TypedKey, d.Key)
	c.element(want.TypedValue, d.Value)

	at := c.at
	left := append([]variant.Pair(nil), d.Pairs...)
	for _, raw := range want.Items {
		pair := unmarshal[[2]value](c, raw)
		i := c.find(pair[0], left)
		if i < 0 {
			c.at = at
			c.differ("key {%s %d} is missing", pair[0].T, pair[0].Index)
			continue
		}
		if i > 0 && c.f.Form == resource.BinaryForm {
			c.differ("key %v comes too late", left[i].Key)
		}
		c.at = fmt.Sprintf("%s[%v]", at, left[i].Key)
		c.value(pair[1], left[i].Value)
		left = append(left[:i], left[i+1:]...)
	}
	c.at = at
}

// find returns the index of the pair with a key, or -1.
func (c *comparer) find(key value, pairs []variant.Pair) int {
	for i, p := range pairs {
		trial := comparer{f: c.f, d: c.d, codec: c.codec, text3: c.text3,
			paired: maps.Clone(c.paired)}
		trial.value(key, p.Key)
		if ref, ok := p.Key.(resource.SubResource); ok && key.T == "Sub" {
			trial.resourceClass(key.Index, ref)
		}
		if len(trial.Differences) == 0 {
			c.value(key, p.Key)
			return i
		}
	}
	return -1
}

// resourceClass compares the class and the properties of a resource that is a dictionary key. It
// does not compare the properties of resources inside it.
func (c *comparer) resourceClass(index int, ref resource.SubResource) {
	r := c.f.Resource(ref)
	for _, d := range c.d.Resources {
		if d.Index == index && r != nil {
			same(c, "class", r.Class, d.Class)
			c.properties("key", d.Props, r.Properties)
		}
	}
}

func (c *comparer) scene() {
	scene, err := c.f.Scene()
	c.at = "scene"
	if err != nil {
		c.differ("%v", err)
		return
	}
	if same(c, "is a scene", scene != nil, c.d.Scene != nil); scene == nil || c.d.Scene == nil {
		return
	}
	same(c, "nodes", len(scene.Nodes), len(c.d.Scene.Nodes))
	same(c, "connections", len(scene.Connections), len(c.d.Scene.Connections))
	if len(c.Differences) > 0 {
		return
	}

	for i, want := range c.d.Scene.Nodes {
		c.node(scene.Nodes[i], want)
	}
	for i, want := range c.d.Scene.Connections {
		c.connection(scene.Connections[i], want)
	}
}

func (c *comparer) node(got resource.Node, want node) {
	at := "node " + want.Path
	c.at = at
	same(c, "name", got.Name, want.Name)
	same(c, "class", got.Class, want.Type)
	same(c, "path", got.Path, plain(want.Path))
	same(c, "parent", got.Parent, plain(want.Parent))
	same(c, "owner", got.Owner, plain(want.Owner))
	same(c, "index", got.Index, want.Index)
	same(c, "groups", fmt.Sprint(sorted(got.Groups)), fmt.Sprint(sorted(want.Groups)))
	same(c, "placeholder", got.Placeholder, want.Placeholder)

	instance, _ := got.Instance.(resource.ExtResource)
	same(c, "instance", samePath(instance.Path, want.Instance), true)
	c.properties(at, want.Props, got.Properties)
}

func plain(path string) string { return strings.TrimPrefix(path, "./") }

func (c *comparer) connection(got resource.Connection, want connection) {
	c.at = "connection of " + want.Signal
	want.From, want.To = plain(want.From), plain(want.To)
	same(c, "signal", got.Signal, want.Signal)
	same(c, "from", got.From, want.From)
	same(c, "to", got.To, want.To)
	same(c, "method", got.Method, want.Method)
	same(c, "flags", got.Flags, want.Flags)
	same(c, "unbinds", got.Unbinds, want.Unbinds)
	same(c, "binds", len(got.Binds), len(want.Binds))
	for i := range min(len(got.Binds), len(want.Binds)) {
		c.value(want.Binds[i], got.Binds[i])
	}
}

// near reports whether a value that was read from text equals another value. It ignores the sign of
// zero and of NaN, and the last digits, because text loses them.
func (c *comparer) near(want, got variant.Variant) bool {
	a, ok := want.(variant.Constructible)
	b, ok2 := got.(variant.Constructible)
	if f, isFloat := want.(variant.Float); isFloat {
		g, ok := got.(variant.Float)
		return ok && c.nearNumber(float64(f), float64(g))
	}
	if !ok || !ok2 || a.Type() != b.Type() {
		return false
	}

	var x, y numbers
	a.ToArgs(&x)
	b.ToArgs(&y)
	if _, ok := want.(packed.PackedStringArray); ok || len(x) != len(y) {
		return false
	}
	for i := range x {
		if !c.nearNumber(x[i], y[i]) {
			return false
		}
	}
	return true
}

func (c *comparer) nearNumber(want, got float64) bool {
	switch {
	case want == got, want != want && got != got:
		return true
	case c.text3 && math.IsInf(want, 0) != math.IsInf(got, 0):
		return math.Abs(want) > math.MaxFloat32 || math.Abs(got) > math.MaxFloat32
	case c.text3:
		return math.Abs(want-got) <= 1e-5*math.Abs(want)+1e-44
	}
	return float32(want) == float32(got) && float64(float32(want)) == want
}

type numbers []float64

var _ notation.ArgsWriter = (*numbers)(nil)

func (n *numbers) Real(f float64) { *n = append(*n, f) }
func (n *numbers) Int(i int64)    { *n = append(*n, float64(i)) }
func (n *numbers) Uint(u uint64)  { *n = append(*n, float64(u)) }
func (n *numbers) Text(string)    { *n = append(*n, 0) }
func (n *numbers) RowMajor() bool { return false }

func sorted(texts []string) []string {
	out := slices.Clone(texts)
	slices.Sort(out)
	return out
}
