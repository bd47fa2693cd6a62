package parse

import (
	"godotvariant/objects"
	"godotvariant/variant"
)

// jsonObject returns the object of a class in JSON.
func (p *parser) jsonObject(class string, pairs []variant.Pair) (variant.Variant, error) {
	var properties []objects.Property
	for _, pair := range pairs {
		properties = append(properties, objects.Prop(string(pair.Key.(variant.String)), pair.Value))
	}
	return p.newObject(class, properties)
}
