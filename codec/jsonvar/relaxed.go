package jsonvar

import (
	"encoding/base64"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"godotvariant/codec/internal/components"
	"godotvariant/codec/text"
	"godotvariant/internal"
	"godotvariant/internal/care"
	"godotvariant/internal/token"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// MarshalRelaxed returns v as the JSON that people and web tools expect. A number is a number, text
// of all kinds is a string, and a vector is {"x": 1, "y": 2}. A dictionary is an object in the
// order of its pairs, and an object is {"class": "Timer", "properties": {…}}. The JSON can't be
// read back: an int and a float of the same value, a String and a StringName, or a Vector2 and a
// Vector2i look the same.
//
// A dictionary's key that is not text is written as constructor text, so the keys 1 and "1" have
// the same name. Infinite numbers and NaN are the strings "inf", "-inf" and "nan". A
// PackedByteArray is base64, as in encoding/json. An int beyond 2^53 keeps its digits, but
// JSON.parse in JavaScript rounds it.
//
// A value of a custom type is written as canonical JSON: {"args": ["1"], "type": "SubResource"}.
//
// The error is an [*variant.Error] with one of the kinds that [Marshal] lists.
func MarshalRelaxed(v variant.Variant) ([]byte, error) {
	r := relaxedEncoder{}
	r.value(v)

	if r.err != nil {
		return nil, r.err
	}

	return r.b, nil
}

// A member is a name and value of a JSON object. The value is a number or a Variant.
type member struct {
	name  string
	value any
}

var errNilPointer = variant.Because(variant.ErrUnsupported, "a nil pointer has no value")

// maxSize limits the length of the JSON. It equals the default of Options.MaxSize.
const maxSize = 256 << 20

// A relaxedEncoder writes the relaxed form. It writes nothing after its first error.
type relaxedEncoder struct {
	b     []byte
	depth int
	err   error
}

func (r *relaxedEncoder) raw(s string) { r.b = append(r.b, s...) }

func (r *relaxedEncoder) fail(v variant.Variant, err error) {
	if r.err == nil {
		r.err = variant.NewError("encode", nil, v, err)
	}
}

func (r *relaxedEncoder) value(v variant.Variant) {
	switch {
	case r.depth > internal.MaxDepth:
		r.fail(v, variant.ErrDepth)
	case len(r.b) > maxSize:
		r.fail(v, variant.Because(variant.ErrLimit, "the JSON is longer than 256 MiB"))
	}

	if r.err != nil {
		return
	}

	r.depth++
	defer func() { r.depth-- }()

	switch v := v.(type) {
	case nil, variant.Nil, objects.Callable:
		r.raw("null")
	case variant.Bool:
		r.raw(v.String())
	case variant.Int:
		r.raw(v.String())
	case variant.Float:
		r.real(float64(v))
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
		if !care.Guard(v, func() { known = r.packed(v) || r.geometry(v) || r.custom(v) }) {
			r.fail(v, errNilPointer)
		} else if !known {
			r.fail(v, variant.Because(variant.ErrUnsupported, "it has no JSON"))
		}
	}
}

func (r *relaxedEncoder) real(f float64) {
	if f-f != 0 {
		r.text(token.FormatReal(f))
		return
	}
	b, _ := json.Marshal(f) // never fails for finite numbers
	r.b = append(r.b, b...)
}

func (r *relaxedEncoder) text(s string) {
	b, _ := json.Marshal(s) // never fails
	r.b = append(r.b, b...)
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
			if !care.Guard(k, func() { key = keyOf(k) }) {
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
func keyOf(k variant.Variant) string {
	k.Type() // panics for most nil pointers; variant.Text does not
	key, err := text.Format(k, text.Options{Lossless: true, MaxSize: 1 << 20})
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
		case float64:
			r.real(v)
		case uint64:
			r.b = strconv.AppendUint(r.b, v, 10)
		case int32:
			r.b = strconv.AppendInt(r.b, int64(v), 10)
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
		r.text(base64.StdEncoding.EncodeToString(v))
	case packed.PackedInt32Array:
		list(r, v, func(i int32) { r.b = strconv.AppendInt(r.b, int64(i), 10) })
	case packed.PackedInt64Array:
		list(r, v, func(i int64) { r.b = strconv.AppendInt(r.b, i, 10) })
	case packed.PackedFloat32Array:
		list(r, v, func(f float32) { r.single(f) })
	case packed.PackedFloat64Array:
		list(r, v, r.real)
	case packed.PackedStringArray:
		list(r, v, r.text)
	default:
		return false
	}

	return true
}

// single writes the shortest text of a number in single precision.
func (r *relaxedEncoder) single(f float32) {
	if f-f != 0 {
		r.real(float64(f))
		return
	}
	b, _ := json.Marshal(f)
	r.b = append(r.b, b...)
}

// custom writes v and reports true if v has a custom type with canonical JSON.
func (r *relaxedEncoder) custom(v variant.Variant) bool {
	if v.Type() < variant.TypeCustom {
		return false
	}

	b, err := variant.JSON(v)
	r.b = append(r.b, b...)
	return err == nil
}

// geometry writes v as an object of its components and reports true if v has a type of package
// math. It writes a packed array of such values as an array of objects.
func (r *relaxedEncoder) geometry(v variant.Variant) bool {
	names, numbers := components.Of(v)
	switch {
	case names == nil:
		return false
	case components.IsArray(v.Type()):
		list(r, slices.Collect(slices.Chunk(numbers, len(names))), func(c []float64) {
			r.components(names, c)
		})

	default:
		r.components(names, numbers)
	}

	return true
}

// components writes numbers as members with these names. The name "position.x" means the member x
// of the object position.
func (r *relaxedEncoder) components(names []string, numbers []float64) {
	var around []string // the objects around the number
	for i, f := range numbers {
		path := strings.Split(names[i], ".")
		last := len(path) - 1

		same := 0
		for same < min(last, len(around)) && path[same] == around[same] {
			same++
		}

		r.raw(strings.Repeat("}", len(around)-same))

		if i == 0 {
			r.raw("{")
		} else {
			r.raw(",")
		}

		for _, name := range path[same:last] {
			r.raw(`"` + name + `":{`)
		}

		r.raw(`"` + path[last] + `":`)
		r.real(f)
		around = path[:last]
	}

	r.raw(strings.Repeat("}", len(around)+1))
}
