package codec

import (
	"errors"
	"fmt"
	"maps"
	"sync"

	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// builtins has the zero value of every type of the engines. They are the prototypes
// whose Decode methods read packets.
var builtins = []variant.Variant{
	variant.Nil{},
	variant.Bool(false),
	variant.Int(0),
	variant.Float(0),
	variant.String(""),
	math.Vector2{},
	math.Vector2i{},
	math.Rect2{},
	math.Rect2i{},
	math.Vector3{},
	math.Vector3i{},
	math.Transform2D{},
	math.Vector4{},
	math.Vector4i{},
	math.Plane{},
	math.Quaternion{},
	math.AABB{},
	math.Basis{},
	math.Transform3D{},
	math.Projection{},
	math.Color{},
	variant.StringName(""),
	objects.NodePath{},
	objects.RID(0),
	objects.Object{},
	objects.Callable{},
	objects.Signal{},
	variant.Dictionary{},
	variant.Array{},
	packed.PackedByteArray{},
	packed.PackedInt32Array{},
	packed.PackedInt64Array{},
	packed.PackedFloat32Array{},
	packed.PackedFloat64Array{},
	packed.PackedStringArray{},
	packed.PackedVector2Array{},
	packed.PackedVector3Array{},
	packed.PackedColorArray{},
	packed.PackedVector4Array{},
	packed.PackedVector2iArray{},
	packed.PackedVector3iArray{},
	packed.PackedVector4iArray{},
	variant.TypedArray{},
	variant.PackedTypedArray{},
}

// A Registry lists the types that a codec decodes: the built-in types and your own. The
// zero Registry has the built-in types. [New] copies it: later changes do not affect the
// codec. It is safe for concurrent use.
type Registry struct {
	mu         sync.Mutex
	prototypes map[variant.Type]variant.Variant
	ids        map[variant.Type]uint8 // of custom types
	foreign    map[variant.Type]bool  // types with methods of the program's own
}

var builtin = NewRegistry()

// NewRegistry returns a registry of the built-in types.
func NewRegistry() *Registry { return new(Registry) }

// lock locks r, and fills in the built-in types first if r is zero. Call the result to unlock.
func (r *Registry) lock() (unlock func()) {
	r.mu.Lock()
	if r.prototypes == nil {
		r.prototypes = map[variant.Type]variant.Variant{}
		r.ids, r.foreign = map[variant.Type]uint8{}, map[variant.Type]bool{}
		for _, v := range builtins {
			r.prototypes[v.Type()] = v
		}
	}
	return r.mu.Unlock
}

// Register adds a type of your own, which no engine has. The ID stands in the headers of its
// packets. It must be free in the dialect of the codec, or else [New] returns an error. The
// prototype is any value of the type. Its Type method returns variant.TypeCustom or a greater
// number. Registering a type or an ID twice is an error.
func (r *Registry) Register(prototype variant.Variant, id uint8) error {
	if prototype == nil {
		return errors.New("godot: register: no prototype")
	}
	t := prototype.Type()
	defer r.lock()()
	switch {
	case t < variant.TypeCustom || t == variant.TypeUnsupported:
		return fmt.Errorf("godot: register %T: type %d is not variant.TypeCustom or more; Replace is for built-in types", prototype, t)
	case r.prototypes[t] != nil:
		return fmt.Errorf("godot: register %T: %v is registered as %T", prototype, t, r.prototypes[t])
	}
	for other, taken := range r.ids {
		if taken == id {
			return fmt.Errorf("godot: register %T: ID %d is taken by %v", prototype, id, other)
		}
	}
	r.prototypes[t], r.ids[t], r.foreign[t] = prototype, id, true
	return nil
}

// Replace makes codecs decode a built-in type as a type of your own with the same
// payload, for example Vector2 as a struct of float32 fields. Its Type method returns the
// built-in type, such as variant.TypeVector2.
func (r *Registry) Replace(prototype variant.Variant) error {
	if prototype == nil {
		return errors.New("godot: replace: no prototype")
	}
	defer r.lock()()
	t := prototype.Type()
	if t >= variant.TypeCustom || r.prototypes[t] == nil {
		return fmt.Errorf("godot: replace: %T is no built-in type; Register is for custom types", prototype)
	}
	r.prototypes[t], r.foreign[t] = prototype, true
	return nil
}

// tables returns copies of the registered types.
func (r *Registry) tables() (map[variant.Type]variant.Variant, map[variant.Type]uint8, map[variant.Type]bool) {
	defer r.lock()()
	return maps.Clone(r.prototypes), maps.Clone(r.ids), maps.Clone(r.foreign)
}
