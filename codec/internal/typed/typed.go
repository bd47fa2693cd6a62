// Package typed returns the names of typed containers.
package typed

import (
	"strings"

	"godotvariant/variant"
)

// Array returns Array[int], or "" for an untyped array.
func Array(elem *variant.ElementType) string {
	return name(variant.Array{Elem: elem}, "[]")
}

// Dictionary returns Dictionary[String, Variant], or "" for an untyped dictionary.
func Dictionary(d variant.Dictionary) string {
	return name(variant.Dictionary{Key: d.Key, Value: d.Value}, "{}")
}

// name returns the constructor text of an empty container up to parts.
func name(empty variant.Variant, parts string) string {
	return strings.TrimSuffix(strings.TrimSuffix(variant.Text(empty), "("+parts+")"), parts)
}
