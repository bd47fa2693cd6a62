package text

import (
	"godotvariant/codec/internal/typed"
	"godotvariant/internal/token"
	"godotvariant/objects"
	"godotvariant/variant"
)

// array writes [1, 2], in Godot 4 of a typed array Array[int]([1, 2]).
func (p *printer) array(elem *variant.ElementType, items []variant.Variant) {
	end := p.typed(typed.Array(elem))
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
	p.raw(end)
}

// typed writes the type of a typed container, which is "" for an untyped one, and returns
// what is written after the container. Godot 3 has no typed containers.
func (p *printer) typed(typ string) (end string) {
	if typ == "" || p.o.Version == Version3 {
		return ""
	}
	p.raw(typ + "(")
	return ")"
}

// pad writes the space that Godot 3 puts inside of brackets and parentheses.
func (p *printer) pad() {
	if p.o.Version == Version3 {
		p.raw(" ")
	}
}

// dictionary writes one pair a line, sorted by key where the engine has an order.
func (p *printer) dictionary(d variant.Dictionary) {
	end := p.typed(typed.Dictionary(d))
	pairs := d.Pairs

	if !p.o.Lossless {
		pairs = sorted(pairs, p.o.Version)
	}

	p.raw("{")

	if len(pairs) > 0 || p.o.Version == Version3 {
		p.raw("\n")
	}

	for i, pair := range pairs {
		if i > 0 {
			p.raw(",\n")
		}
		p.value(pair.Key)
		p.raw(": ")
		p.value(pair.Value)
	}

	if len(pairs) > 0 || p.o.Version == Version3 {
		p.raw("\n")
	}

	p.raw("}")
	p.raw(end)
}

// object writes an object as engines do, with a line break at its end. An instance ID
// is written as an EncodedObjectAsID.
func (p *printer) object(o objects.Object) {
	switch {
	case o.IsNull():
		p.raw("null")
		return
	case o.Class == "":
		o = objects.NewObject("EncodedObjectAsID",
			objects.Prop("object_id", variant.Int(o.ID)), objects.Prop("script", variant.Nil{}))
	}

	p.raw("Object(" + o.Class + ",")

	for i, prop := range o.Properties {
		if i > 0 {
			p.raw(",")
		}

		if p.o.Lossless {
			p.raw(token.Quote(prop.Name) + ":")
		} else {
			p.raw(`"` + prop.Name + `":`)
		}

		p.value(prop.Value)
	}

	p.raw(")")

	if !p.o.Lossless {
		p.raw("\n")
	}
}
