package print

import (
	"strconv"
	"strings"

	"godotvariant/internal/forms"
	"godotvariant/internal/nilsafe"
	"godotvariant/internal/printable"
	"godotvariant/internal/token"
	"godotvariant/objects"
	"godotvariant/variant"
)

// value writes v as var_to_str and var2str do.
func (p *printer) value(v variant.Variant) {
	if v == nil {
		v = variant.Nil{}
	}
	if !p.begin(v) {
		return
	}

	p.print(v)
	p.end()
}

func (p *printer) print(v variant.Variant) {
	switch x := v.(type) {
	case variant.Nil:
		p.raw("null")
	case variant.Bool:
		p.raw(x.String())
	case variant.Int:
		p.b = strconv.AppendInt(p.b, int64(x), 10)
	case variant.Float:
		p.checked(x)
		p.float(float64(x))
	case variant.String:
		p.quote(string(x))
	case variant.StringName:
		p.stringName(x)
	case variant.Array:
		p.array(v, x.Elem, x.Items)
	case variant.TypedArray:
		p.array(v, &x.Elem, x.Items)
	case variant.PackedTypedArray:
		p.array(v, &x.Elem, x.Items)
	case variant.Dictionary:
		p.dictionary(v, x)
	case objects.Object:
		p.object(x)
	case objects.NodePath:
		p.nodePath(x)

	case objects.RID:
		if !p.godot3Numbers() { // var2str of Godot 3 writes nothing for an RID
			p.raw("RID")
			p.arguments(x)
		}

	case objects.Signal:
		if !p.lossless {
			x = objects.Signal{}
		}
		p.raw("Signal")
		p.arguments(x)

	case variant.Constructible:
		p.constructible(x)
	default:
		p.fail(v, variant.Because(variant.ErrUnsupported, "it has no constructor text"))
	}
}

func (p *printer) stringName(s variant.StringName) {
	if p.godot3 {
		p.quote(string(s))
		return
	}
	p.raw("&")
	p.quoteName(string(s))
}

// array writes the items of v: [1, 2]. In Godot 4 a typed array is Array[int]([1, 2]).
func (p *printer) array(v variant.Variant, elem *variant.ElementType, items []variant.Variant) {
	typed := elem != nil && elem.Type != variant.TypeNil && !p.godot3
	if typed {
		p.raw("Array[")
		p.elementType(v, elem)
		p.raw("](")
	}

	p.raw("[")
	p.pad()
	for i, item := range items {
		if i > 0 {
			p.raw(", ")
		}
		p.value(item)
	}
	p.pad()
	p.raw("]")

	if typed {
		p.raw(")")
	}
}

// dictionary writes one pair on each line. The pairs are sorted by key if the engine has an order
// for the keys. In Godot 4 a typed dictionary is Dictionary[String, int]({ … }). The argument v is
// d as a Variant.
func (p *printer) dictionary(v variant.Variant, d variant.Dictionary) {
	typed := (hasType(d.Key) || hasType(d.Value)) && !p.godot3
	if typed {
		p.raw("Dictionary[")
		p.elementType(v, d.Key)
		p.raw(", ")
		p.elementType(v, d.Value)
		p.raw("](")
	}

	line := "\n"
	if len(d.Pairs) == 0 && !p.godot3 {
		line = ""
	}

	p.raw("{")
	p.raw(line)
	p.pairs(d.Pairs)
	p.raw(line)
	p.raw("}")

	if typed {
		p.raw(")")
	}
}

// pairs writes pairs with a line break between them.
func (p *printer) pairs(pairs []variant.Pair) {
	start := len(p.order)
	p.order = appendOrder(p.order, pairs)
	order := p.order[start:]

	if !p.lossless {
		sortPairs(order, pairs, p.godot3)
	}

	list(p, ",\n", order, func(i int) {
		p.value(pairs[i].Key)
		p.raw(": ")
		p.value(pairs[i].Value)
	})

	p.order = p.order[:start]
}

// hasType reports whether e is an element type. Engines treat TypeNil as untyped.
func hasType(e *variant.ElementType) bool { return e != nil && e.Type != variant.TypeNil }

// elementType writes the element type of v: int, Node or Resource("res://enemy.gd").
func (p *printer) elementType(v variant.Variant, e *variant.ElementType) {
	switch {
	case !hasType(e):
		p.raw("Variant")

	case e.Script != "":
		p.raw("Resource(")
		p.quoteLossless(e.Script)
		p.raw(")")

	default:
		p.class(v, e.String())
	}
}

// object writes an object as engines do, with a line break at its end. An instance ID is written as
// an EncodedObjectAsID.
func (p *printer) object(o objects.Object) {
	switch {
	case o.IsNull():
		p.raw("null")
		return

	case o.Class == "":
		o = objects.NewObject("EncodedObjectAsID",
			objects.Prop("object_id", variant.Int(o.ID)), objects.Prop("script", variant.Nil{}))

	case o.ID != 0 && p.lossless:
		p.fail(o, variant.Because(variant.ErrUnsupported,
			"text has no place for the ID of an object with a class"))
	}

	p.raw("Object(")
	p.class(o, o.Class)
	p.raw(",")
	list(p, ",", o.Properties, func(property objects.Property) {
		p.propertyName(o, property.Name)
		p.raw(":")
		p.value(property.Value)
	})
	p.raw(")")

	if !p.lossless {
		p.raw("\n")
	}
}

// propertyName writes a name in quotes. Engines escape nothing in it.
func (p *printer) propertyName(o objects.Object, name string) {
	if !p.lossless && strings.ContainsAny(name, `"\`) {
		p.fail(o, variant.Because(variant.ErrUnsupported, "engines do not escape the name "+
			token.Quote(printable.Clip(name, 64))+" of a property"))
	}

	if p.lossless {
		p.quoteLossless(name)
		return
	}

	p.refuseNUL(name)
	p.raw(`"`)
	p.raw(name)
	p.raw(`"`)
}

// nodePath writes a path as engines do, even if they would read the text as a different path.
func (p *printer) nodePath(v objects.NodePath) {
	p.raw("NodePath(") // Godot 3 writes no space here
	if p.lossless {
		p.args = false
		v.ToArgs(p)
	} else {
		p.quoteName(v.String())
	}
	p.raw(")")
}

// constructible writes a value by its name and arguments.
func (p *printer) constructible(v variant.Constructible) {
	t := v.Type()
	if t >= variant.TypeCustom && p.lossless {
		p.learn(v)
	}

	switch name := nilsafe.TypeName(v); {
	case p.godot3:
		p.raw(names3[t])
	case t < forms.TypeCount && name == t.String():
		p.raw(name) // needs no check, because the engines' names of types are identifiers
	default:
		p.class(v, name)
	}

	p.arguments(v)
}

// learn registers a value of a type of the program, so that verify can read the text back.
func (p *printer) learn(v variant.Constructible) {
	if p.customTypes == nil {
		p.customTypes = map[string]variant.Constructible{}
	}
	p.customTypes[nilsafe.Name(v)] = v
}

// arguments writes the arguments of v in parentheses.
func (p *printer) arguments(v variant.Constructible) {
	p.raw("(")
	p.pad()
	p.args = false
	p.rules.Single = !p.lossless && p.format.Rounds(v.Type())
	v.ToArgs(p)
	p.pad()
	p.raw(")")

	if p.fault != nil {
		p.fail(v, p.fault)
	}
}

// The methods of [notation.ArgsWriter] follow.

// RowMajor returns true: text has the rows of a Basis.
func (p *printer) RowMajor() bool { return true }

// Real writes numbers.
func (p *printer) Real(f float64) {
	p.comma()

	switch {
	case p.rules.Checks():
		f = p.component(f)
	case p.rules.Single:
		f = float64(float32(f))
	}

	p.real(f)
}

// Int writes integers.
func (p *printer) Int(i int64) {
	p.comma()
	p.b = strconv.AppendInt(p.b, i, 10)
}

// Uint writes integers with a sign, as engines do: Godot 4 reads 1<<63 without a sign as 1<<63 - 1.
func (p *printer) Uint(u uint64) { p.Int(int64(u)) }

// Text writes strings.
func (p *printer) Text(s string) {
	p.comma()
	p.quoteName(s)
}

func (p *printer) comma() {
	if p.args {
		p.raw(", ")
	}
	p.args = true
}
