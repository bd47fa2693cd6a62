package vectors

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	stdmath "math"
	"reflect"
	"strconv"

	"godotvariant/internal/float"
	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// Build returns the value of a description. A description is [type, data], with Godot 4's name of
// the type. testdata/README.md has the form of the data for each type.
func Build(description json.RawMessage) (v variant.Variant, err error) {
	b := builder{}
	v = b.value(description)
	return v, b.err
}

// A builder builds a value and keeps the first error.
type builder struct{ err error }

func (b *builder) fail(err error) {
	if b.err == nil {
		b.err = err
	}
}

func (b *builder) into(data json.RawMessage, dst any) {
	if err := json.Unmarshal(data, dst); err != nil {
		b.fail(fmt.Errorf("%w in %.100s", err, data))
	}
}

func (b *builder) value(description json.RawMessage) variant.Variant {
	var parts []json.RawMessage
	b.into(description, &parts)

	if len(parts) == 0 {
		return nil
	}

	var name string
	b.into(parts[0], &name)
	var data json.RawMessage

	if len(parts) > 1 {
		data = parts[1]
	}

	t, ok := dialect.ByName(name)
	if !ok {
		b.fail(fmt.Errorf("no type %q", name))
		return nil
	}

	if v := b.scalar(t, data); v != nil {
		return v
	}

	v := reflect.New(reflect.TypeOf(Zero(t))).Elem()
	if v.Kind() == reflect.Slice {
		b.array(v, data)
	} else {
		b.numbers(v, data)
	}

	return v.Interface().(variant.Variant)
}

func (b *builder) text(data json.RawMessage) (s string) { b.into(data, &s); return s }

func (b *builder) int(s string) int64 {
	i, err := strconv.ParseInt(s, 10, 64)
	b.fail(err)
	return i
}

func (b *builder) double(s string) float64 {
	u, err := strconv.ParseUint(s, 16, 64)
	b.fail(err)
	return stdmath.Float64frombits(u)
}

func (b *builder) scalar(t variant.Type, data json.RawMessage) variant.Variant {
	switch t {
	case variant.TypeNil:
		return variant.Nil{}

	case variant.TypeBool:
		var v bool
		b.into(data, &v)
		return variant.Bool(v)

	case variant.TypeInt:
		return variant.Int(b.int(b.text(data)))
	case variant.TypeFloat:
		return variant.Float(b.double(b.text(data)))
	case variant.TypeString:
		return variant.String(b.text(data))
	case variant.TypeStringName:
		return variant.StringName(b.text(data))
	case variant.TypeRID:
		return objects.RID(uint64(b.int(b.text(data))))
	case variant.TypeCallable:
		return objects.Callable{}

	case variant.TypeNodePath:
		var p struct {
			Names, SubNames []string
			Absolute        bool
		}
		b.into(data, &p)
		return objects.NodePath(p)

	case variant.TypeSignal:
		var s struct{ Name, Object string }
		b.into(data, &s)
		return objects.Signal{Name: s.Name, Object: uint64(b.int(s.Object))}

	case variant.TypeObject:
		return b.object(data)

	case variant.TypeArray:
		var a struct {
			Elem  *elementType
			Items []json.RawMessage
		}

		b.into(data, &a)
		out := variant.Array{Elem: a.Elem.build(), Items: make([]variant.Variant, len(a.Items))}
		for i, item := range a.Items {
			out.Items[i] = b.value(item)
		}

		return out

	case variant.TypeDictionary:
		var d struct {
			Key, Value *elementType
			Pairs      [][2]json.RawMessage
		}

		b.into(data, &d)
		out := variant.Dictionary{Key: d.Key.build(), Value: d.Value.build()}
		for _, p := range d.Pairs {
			out.Pairs = append(out.Pairs, variant.Pair{Key: b.value(p[0]), Value: b.value(p[1])})
		}

		return out
	}

	return nil
}

type elementType struct{ Type, Class, Script string }

func (e *elementType) build() *variant.ElementType {
	if e == nil {
		return nil
	}
	t, _ := dialect.ByName(e.Type)
	return &variant.ElementType{Type: t, Class: e.Class, Script: e.Script}
}

func (b *builder) object(data json.RawMessage) variant.Variant {
	var o *struct {
		ID         *json.RawMessage
		Class      string
		Properties [][2]json.RawMessage
	}

	b.into(data, &o)

	switch {
	case o == nil:
		return objects.Object{}
	case o.ID != nil:
		return objects.Object{ID: uint64(b.int(b.text(*o.ID)))}
	}

	out := objects.Object{Class: o.Class}
	for _, p := range o.Properties {
		out.Properties = append(out.Properties,
			objects.Property{Name: b.text(p[0]), Value: b.value(p[1])})
	}

	return out
}

// numbers sets the numbers in v, in the order of Leaves.
func (b *builder) numbers(v reflect.Value, data json.RawMessage) {
	parts, all := []json.RawMessage{data}, Leaves(v)

	if v.Kind() == reflect.Struct {
		parts = nil
		b.into(data, &parts)
	}

	if len(parts) != len(all) {
		b.fail(fmt.Errorf("%d numbers, not %d", len(parts), len(all)))
		return
	}

	for i, x := range all {
		switch x.Kind() {
		case reflect.Float64:
			x.SetFloat(b.double(b.text(parts[i])))
		case reflect.Float32:
			bits, _ := float.Narrow(b.double(b.text(parts[i])))
			x.Set(reflect.ValueOf(stdmath.Float32frombits(bits))) // SetFloat would change NaNs

		case reflect.Int64:
			x.SetInt(b.int(b.text(parts[i])))
		default:
			b.into(parts[i], x.Addr().Interface())
		}
	}
}

// array sets v to a packed array.
func (b *builder) array(v reflect.Value, data json.RawMessage) {
	switch v.Type().Elem().Kind() {
	case reflect.Uint8:
		raw, err := hex.DecodeString(b.text(data))
		b.fail(err)
		v.SetBytes(raw)

	case reflect.String:
		var texts []string
		b.into(data, &texts)
		v.Set(reflect.ValueOf(texts).Convert(v.Type()))

	default:
		var parts []json.RawMessage
		b.into(data, &parts)
		v.Set(reflect.MakeSlice(v.Type(), len(parts), len(parts)))
		for i, part := range parts {
			b.numbers(v.Index(i), part)
		}
	}
}
