package transcript

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"godotvariant/codec"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// errOwn is the error that the methods in this file return.
var errOwn = errors.New("own")

// health is a custom type. For some values its methods return an error. For other values they
// panic.
type health struct{ Now, Max int32 }

func (health) Type() variant.Type { return variant.TypeCustom }

func (h health) Encode(w *variant.Writer) error {
	w.Int32(h.Now)
	switch h.Now {
	case 13:
		return w.Fail(errOwn)
	case 14:
		panic("health")
	}

	w.Int32(h.Max)
	return w.Err()
}

func (health) Decode(r *variant.Reader) (variant.Variant, error) {
	h := health{Now: r.Int32(), Max: r.Int32()}
	switch h.Max {
	case 13:
		return nil, r.Fail(errOwn)
	case 14:
		panic("health")
	}

	return variant.Result(r, h)
}

// box is a custom type that contains a value.
type box struct{ Inner variant.Variant }

func (box) Type() variant.Type { return variant.TypeCustom + 1 }

func (b box) Encode(w *variant.Writer) error {
	w.Value(b.Inner)
	return w.Err()
}

func (box) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, box{r.Value()})
}

// half is a custom type that replaces math.Vector2.
type half struct{ X, Y float32 }

func (half) Type() variant.Type { return variant.TypeVector2 }

func (h half) Encode(w *variant.Writer) error {
	w.Real(float64(h.X))
	w.Real(float64(h.Y))
	return w.Err()
}

func (half) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, half{float32(r.Real()), float32(r.Real())})
}

// ownTypes is a registry with health, box and half.
var ownTypes = func() *codec.Registry {
	r := codec.NewRegistry()
	if err := errors.Join(r.Register(health{}, 100), r.Register(box{}, 101),
		r.Replace(half{})); err != nil {
		panic(err)
	}
	return r
}()

// level is a number with the methods MarshalText and UnmarshalText.
type level int8

func (l level) MarshalText() ([]byte, error) {
	if l == 13 {
		return nil, errOwn
	}
	return strconv.AppendInt([]byte("t"), int64(l), 10), nil
}

func (l *level) UnmarshalText(b []byte) error {
	n, err := strconv.ParseInt(strings.TrimPrefix(string(b), "t"), 10, 8)
	if err != nil {
		return errOwn
	}
	*l = level(n)
	return nil
}

// hook is converted to and from a Variant by its methods.
type hook struct{ A int32 }

func (h hook) MarshalVariant() (variant.Variant, error) {
	switch h.A {
	case 13:
		return nil, errOwn
	case 14:
		return nil, nil
	}
	return variant.NewArray(variant.Int(h.A), variant.String("hook")), nil
}

func (h *hook) UnmarshalVariant(v variant.Variant) error {
	a, ok := v.(variant.Array)
	if !ok || a.Len() != 2 {
		return fmt.Errorf("%w: no hook", errOwn)
	}

	n, ok := a.Items[0].(variant.Int)
	if !ok {
		return errOwn
	}

	h.A = int32(n)
	return nil
}

type (
	word string
	list []list
	ring struct {
		N    int32
		Next *ring
		Kids []ring
		By   map[string]*ring
		Any  any
		V    variant.Variant
	}
	// Base and More are embedded in generated structs.
	Base struct {
		A, B int32
		On   bool `godot:"on"`
	}
	More struct {
		B int32
		C string
	}
	embedding struct {
		Base
		*More
		A int32 `godot:"a"`
		C string
	}
	node struct {
		_        struct{} `godot:"object=Node2D"`
		Name     string   `godot:"name"`
		Children []node
	}
	strict struct {
		_    struct{} `godot:"keys=stringname,strict"`
		Name string
		HP   int32 `godot:"hp"`
	}
)

// basicTypes are the Go types of which generated types consist.
var basicTypes = typesOf(
	false, int8(0), int16(0), int32(0), int64(0), uint8(0), uint32(0), uint64(0), float32(0), 0.0,
	"", word(""), level(0),
	hook{}, new(hook), new(any), new(variant.Variant), new(fmt.Stringer), time.Time{},
	time.Duration(0), decimal.Decimal{},
	list{}, ring{}, embedding{}, node{}, strict{}, []byte{}, []int8{}, []int32{}, []int64{},
	[]float32{}, []float64{},
	[]string{}, []bool{}, []word{}, []any{}, []level{}, [][]int32{}, []decimal.Decimal{},
	[]math.Vector2{}, []math.Vector3{},
	[]math.Vector4{}, []math.Color{}, []math.Rect2{}, [][2]float32{}, [][3]float32{},
	[][3]float64{}, [][4]float64{},
	[2]float32{}, [3]float64{}, [4]float32{}, [2]int32{}, [2]math.Vector3{}, [2]any{}, []*strict{},
	new(int32), new(*int64),
	new(ring), map[string]int32{}, map[word]string{}, map[int8]bool{}, map[uint64]string{},
	map[bool]int32{},
	map[float64]int32{}, map[string]any{}, map[variant.Int]variant.Variant{},
	map[variant.StringName]int32{},
	map[math.Vector2i]string{}, map[[2]int32]int32{}, map[level]int32{}, map[any]int32{},
	map[string]map[string][]int32{},
	map[string]decimal.Decimal{}, map[string]ring{}, struct{}{}, math.Vector2{}, math.Vector2i{},
	math.Rect2{}, math.Rect2i{},
	math.Vector3{}, math.Vector3i{}, math.Transform2D{}, math.Vector4{}, math.Vector4i{},
	math.Plane{}, math.Quaternion{},
	math.AABB{}, math.Basis{}, math.Transform3D{}, math.Projection{}, math.Color{},
	new(math.Vector3), variant.Bool(false),
	variant.Int(0), variant.Float(0), variant.String(""), variant.StringName(""), variant.Array{},
	variant.Dictionary{},
	objects.Object{}, objects.NodePath{}, objects.RID(0), (chan int32)(nil),
	packed.PackedInt32Array{},
	packed.PackedStringArray{}, []packed.PackedVector3Array{}, codec.Raw{},
)

// sizedTypes hold ints, whose size depends on the platform.
var sizedTypes = typesOf(
	0, uint(0), new(int), []int{}, []uint{}, map[string]int{}, map[int]string{}, [2]int{},
	[][]int{}, map[string][]int{},
)

// typesOf returns the types of the values. For a pointer to an interface or to a pointer it returns
// the element type.
func typesOf(values ...any) (all []reflect.Type) {
	for _, v := range values {
		t := reflect.TypeOf(v)
		if t.Kind() == reflect.Pointer &&
			(t.Elem().Kind() == reflect.Interface || t.Elem().Kind() == reflect.Pointer) {
			t = t.Elem()
		}
		all = append(all, t)
	}

	return all
}
