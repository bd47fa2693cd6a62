package jsonvar

import (
	"encoding/base64"
	"strconv"
	"sync"

	"godotvariant/codec/internal/print"
	"godotvariant/internal/forms"
	"godotvariant/internal/nilsafe"
	"godotvariant/internal/token"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// appendRelaxed appends relaxed JSON to dst. After an error it returns dst unchanged.
func appendRelaxed(dst []byte, v variant.Variant, f *forms.Format) ([]byte, error) {
	r := encoders.Get().(*relaxedEncoder)
	defer func() {
		*r = relaxedEncoder{}
		encoders.Put(r)
	}()

	r.format = f
	r.limits = f.Limits
	r.rules = token.Rules{Exact: f.Exact, Finite: f.Finite}
	r.b = dst
	r.start = len(dst)
	r.value(v)

	if len(r.b)-r.start > f.Limits.MaxSize {
		r.fail(nil, errTooLong)
	}
	if r.err != nil {
		return dst, r.err
	}

	return r.b, nil
}

// A member is a name and value of a JSON object. The value is a number or a Variant.
type member struct {
	name  string
	value any
}

var errNilPointer = variant.Because(variant.ErrUnsupported, "a nil pointer has no value")

var errTooLong = variant.Because(variant.ErrLimit, "the JSON is longer than Limits.MaxSize")

// A relaxedEncoder writes the relaxed form. It writes nothing after its first error.
type relaxedEncoder struct {
	components
	format *forms.Format
	limits forms.Limits
	start  int // offset of the JSON in b
	depth  int
	err    error
}

// encoders has encoders that are not in use, for later calls.
var encoders = sync.Pool{New: func() any { return new(relaxedEncoder) }}

func (r *relaxedEncoder) fail(v variant.Variant, err error) {
	if r.err == nil {
		r.err = variant.NewError(variant.OpFormat, nil, v, err)
	}
}

func (r *relaxedEncoder) value(v variant.Variant) {
	switch {
	case r.depth > r.limits.MaxDepth:
		r.fail(v, variant.ErrDepth)
	case len(r.b)-r.start > r.limits.MaxSize:
		r.fail(v, errTooLong)
	}

	if r.err != nil {
		return
	}

	r.depth++
	r.print(v)
	r.depth--
}

func (r *relaxedEncoder) print(v variant.Variant) {
	switch v := v.(type) {
	case nil, variant.Nil, objects.Callable:
		r.raw("null")
	case variant.Bool:
		r.raw(v.String())
	case variant.Int:
		r.integer(int64(v))
	case variant.Float:
		if err := r.rules.Check(float64(v)); err != nil {
			r.fail(v, err)
		}
		r.number(float64(v))
	case variant.String:
		r.text(string(v))
	case variant.StringName:
		r.text(string(v))
	case objects.NodePath:
		r.text(v.String())
	case variant.Array:
		list(r, v.Items, r.value)
	case variant.TypedArray:
		list(r, v.Items, r.value)
	case variant.PackedTypedArray:
		list(r, v.Items, r.value)
	case variant.Dictionary:
		r.dictionary(v)
	case objects.Object:
		r.object(v)
	case objects.RID:
		r.members(member{"rid", uint64(v)})
	case objects.Signal:
		r.members(member{"object_id", v.Object}, member{"signal", variant.String(v.Name)})

	default:
		known := false
		if !nilsafe.Guard(v, func() { known = r.packed(v) || r.geometry(v) || r.custom(v) }) {
			r.fail(v, errNilPointer)
		} else if !known {
			r.fail(v, variant.Because(variant.ErrUnsupported, "it has no JSON"))
		}
		if r.fault != nil {
			r.fail(v, r.fault)
		}
	}
}

func list[T any](r *relaxedEncoder, items []T, item func(T)) {
	r.raw("[")
	for i, v := range items {
		if i > 0 {
			r.raw(",")
		}
		item(v)
	}

	r.raw("]")
}

func (r *relaxedEncoder) dictionary(d variant.Dictionary) {
	r.raw("{")

	for i, p := range d.Pairs {
		if i > 0 {
			r.raw(",")
		}

		switch k := p.Key.(type) {
		case variant.String:
			r.text(string(k))
		case variant.StringName:
			r.text(string(k))
		case nil:
			r.text("null")

		default:
			var key string
			if !nilsafe.Guard(k, func() { key = keyOf(k, r.format) }) {
				r.fail(k, errNilPointer)
			}
			r.text(key)
		}

		r.raw(":")
		r.value(p.Value)
	}

	r.raw("}")
}

// keyOf returns the name of a JSON member for a dictionary key that is not text.
func keyOf(k variant.Variant, f *forms.Format) string {
	k.Type() // panics on purpose for most nil pointers; variant.Text would return a text for them
	key, err := print.Key(k, f)
	if err != nil {
		key = variant.Text(k)
	}
	return key
}

func (r *relaxedEncoder) object(o objects.Object) {
	switch {
	case o.IsNull():
		r.raw("null")
	case o.Class == "":
		r.members(member{"object_id", o.ID})

	default:
		var props variant.Dictionary
		for _, p := range o.Properties {
			props.Pairs = append(props.Pairs, variant.KV(p.Name, p.Value))
		}
		r.members(member{"class", variant.String(o.Class)}, member{"properties", props})
	}
}

func (r *relaxedEncoder) members(all ...member) {
	r.raw("{")

	for i, m := range all {
		if i > 0 {
			r.raw(",")
		}

		r.text(m.name)
		r.raw(":")

		switch v := m.value.(type) {
		case uint64:
			r.b = strconv.AppendUint(r.b, v, 10)
		case variant.Variant:
			r.value(v)
		}
	}

	r.raw("}")
}

// packed writes v and reports true if v is a packed array.
func (r *relaxedEncoder) packed(v variant.Variant) bool {
	switch v := v.(type) {
	case packed.PackedByteArray:
		r.raw(`"`)
		r.b = base64.StdEncoding.AppendEncode(r.b, v)
		r.raw(`"`)
	case packed.PackedInt32Array:
		list(r, v, func(i int32) { r.integer(int64(i)) })
	case packed.PackedInt64Array:
		list(r, v, r.integer)
	case packed.PackedFloat32Array:
		list(r, v, r.float32)
	case packed.PackedFloat64Array:
		list(r, v, r.float64)
	case packed.PackedStringArray:
		list(r, v, r.text)
	default:
		return false
	}

	return true
}

// custom writes v and returns true, if v has a custom type with canonical JSON.
func (r *relaxedEncoder) custom(v variant.Variant) bool {
	if v.Type() < variant.TypeCustom {
		return false
	}

	var err error
	r.b, err = variant.AppendJSON(r.b, v, r.format)
	return err == nil
}

// geometry writes v as an object of its components and returns true, if v has a type of package
// math. It writes a packed array of such values as an array of objects.
func (r *relaxedEncoder) geometry(v variant.Variant) bool {
	t := v.Type()
	c, ok := v.(variant.Constructible)
	if !ok || t >= variant.TypeCustom || layouts[t].before == nil {
		return false
	}

	if layouts[t].array {
		r.raw("[")
	}

	r.layout = &layouts[t]
	r.next = 0
	r.more = false
	r.rules.Single = r.format.Rounds(t)
	c.ToArgs(&r.components)

	if layouts[t].array {
		r.raw("]")
	}

	return true
}
