package codec

import (
	"maps"
	"slices"
	"sync"

	"godotvariant/codec/internal/builtin"
	"godotvariant/internal/fault"
	"godotvariant/internal/forms"
	"godotvariant/internal/nilsafe"
	"godotvariant/variant"
)

// A Registry lists the types that a codec decodes: the built-in types and your own. The
// zero Registry has the built-in types. [New] copies it: later changes do not affect the
// codec. It is safe for concurrent use.
type Registry struct {
	mu    sync.Mutex
	table *builtin.Table          // nil in the zero Registry
	ids   map[variant.Type]uint8  // the IDs of custom types
	texts []variant.Constructible // types without an ID
}

var builtins = NewRegistry()

// NewRegistry returns a registry of the built-in types.
func NewRegistry() *Registry { return new(Registry) }

// lock locks r, and adds the built-in types if r is the zero Registry. Call the result to unlock.
func (r *Registry) lock() (unlock func()) {
	r.mu.Lock()
	if r.table == nil {
		r.table = builtin.New()
		r.ids = map[variant.Type]uint8{}
	}
	return r.mu.Unlock
}

// Register adds your own type. The headers of its packets contain id. If the dialect of a codec
// uses the ID for another type, [New] returns an error. The prototype is any value of the type. Its
// Type method returns variant.TypeCustom or a greater number. Registering a type or an ID twice is
// an error.
func (r *Registry) Register(prototype variant.Variant, id uint8) error {
	if prototype == nil {
		return fault.Options("register: no prototype")
	}

	t := prototype.Type()
	defer r.lock()()

	switch {
	case t < variant.TypeCustom || t == variant.TypeUnsupported:
		return fault.Options("register %T: type %d is not variant.TypeCustom or more; "+
			"Replace is for built-in types", prototype, t)
	case r.table.Prototypes[t] != nil:
		return fault.Options("register %T: %v is registered as %T", prototype, t,
			r.table.Prototypes[t])
	}

	for other, taken := range r.ids {
		if taken == id {
			return fault.Options("register %T: ID %d is taken by %v", prototype, id, other)
		}
	}

	r.table.Prototypes[t] = prototype
	r.table.Foreign[t] = true
	r.ids[t] = id

	return nil
}

// Replace makes codecs decode a built-in type as your own type with the same payload, for example
// Vector2 as a struct of float32 fields. The prototype is any value of your type. Its Type method
// returns the built-in type, such as variant.TypeVector2.
func (r *Registry) Replace(prototype variant.Variant) error {
	if prototype == nil {
		return fault.Options("replace: no prototype")
	}
	defer r.lock()()
	t := prototype.Type()
	if t >= variant.TypeCustom || r.table.Prototypes[t] == nil {
		return fault.Options("replace: %T is not a built-in type; Register is for custom types",
			prototype)
	}

	r.table.Prototypes[t] = prototype
	r.table.Foreign[t] = true
	return nil
}

// RegisterText adds your own type that has no ID. Values of the type are read in text, JSON and
// resources, by the name that its method TypeName gives. Packets can't have such values. Types that
// Register added need no RegisterText. It is an error if a built-in or registered type has the same
// name.
func (r *Registry) RegisterText(prototype variant.Constructible) error {
	if prototype == nil {
		return fault.Options("register: no prototype")
	}

	named, ok := prototype.(variant.Named)
	if !ok {
		return fault.Options("register %T: it has no method TypeName", prototype)
	}

	name := named.TypeName()
	defer r.lock()()

	for _, other := range r.all() {
		if other != nil && nilsafe.Name(other) == name {
			return fault.Options("register %T: the name %q is that of %T", prototype, name, other)
		}
	}

	r.texts = append(r.texts, prototype)
	return nil
}

// all returns the prototypes of all types. The caller holds the lock.
func (r *Registry) all() []variant.Variant {
	all := slices.Clone(r.table.Prototypes[:])
	for _, v := range r.texts {
		all = append(all, v)
	}
	return all
}

// put copies the registered types to the settings of a format. It returns the types that text and
// JSON can name.
func (r *Registry) put(s *forms.Settings) map[string]variant.Constructible {
	defer r.lock()()
	r.table.Put(s)
	s.Custom = maps.Clone(r.ids)
	return r.table.Constructibles(r.texts...)
}
