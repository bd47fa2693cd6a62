package codec

import (
	"godotvariant/internal/dialects"
	"godotvariant/variant"
)

// A dialect never changes, so the dialects of this package can be compared: c.Dialect() ==
// codec.Godot3. To make your own dialect, see package variant/dialect.

// Godot4 is the dialect of Godot 4.4 and later, with typed arrays and typed dictionaries.
var Godot4 = dialects.Godot4

// Godot43 is the dialect of Godot 4.3, with typed arrays. A typed dictionary is written as an
// untyped dictionary.
var Godot43 = dialects.Godot43

// Godot40 is the dialect of Godot 4.0 to 4.2, without typed containers on the wire and without
// PackedVector4Array. Double precision has the form of Godot 4.2. Builds of 4.0 and 4.1 write
// Vector4 and Projection in double precision without the flag, so nothing can read them.
var Godot40 = dialects.Godot40

// Godot3 is the dialect of Godot 3.1 to 3.6. An int takes 4 bytes if it fits. A null object is
// written as Nil, as Godot 3.4 and later do.
var Godot3 = dialects.Godot3

// Godot30 is the dialect of Godot 3.0 to 3.0.6: every int takes 8 bytes and has variant.Flag64.
var Godot30 = dialects.Godot30

// Pandemonium35 is the dialect of Pandemonium 3.5 to 3.7.
var Pandemonium35 = dialects.Pandemonium35

// Pandemonium38 is the dialect of Pandemonium 3.8 to 4.9. This package reads everything that the
// engine writes. But all versions of the engine up to 5.2 have faults. So do not send them the
// following values, although this package writes these values completely:
//
//   - Projection: the engine refuses a projection, unless 184 more bytes follow it.
//   - Vector4 and Vector4i: the engine reads them, and continues 4 bytes too early, so in a
//     container it cannot read the next item.
//   - PackedVector4Array and PackedVector4iArray: the engine reads W from the bytes of Z. In a
//     PackedVector4iArray it also writes Z in place of W.
var Pandemonium38 = dialects.Pandemonium38

// Pandemonium5 is the dialect of Pandemonium 5.0 and later, with its TypedArray and
// PackedTypedArray. For faults of the engine see [Pandemonium38].
var Pandemonium5 = dialects.Pandemonium5

// DocsGodot32 follows the page "Binary serialization API" of Godot 3.2: the header has no
// flags, an int has 8 bytes, and a float has 4.
var DocsGodot32 = dialects.DocsGodot32

// DocsGodot3 follows the page "Binary serialization API" of Godot 3.5: the lower half of the
// header is the type, and the upper half has the flag for 64-bit int and float.
var DocsGodot3 = dialects.DocsGodot3

// DocsGodot4 follows the page "Binary serialization API" of Godot 4.2. Its type IDs, 0 to 28,
// differ from the type IDs of all engines. An object is null, an ID or a full object. The list of
// types on the page has no name for the ID 14. In this dialect it is Color, as in the section "14"
// of the page.
var DocsGodot4 = dialects.DocsGodot4

// DocsPandemonium follows the page "Binary serialization API" of Pandemonium. This page describes
// the same format as the page of Godot 3.5.
var DocsPandemonium = dialects.DocsPandemonium

// Dialects returns all dialects of this package: first the dialects of the engines, newest first,
// then the dialects of the pages. The pointers are the values of the variables: Dialects()[0] ==
// Godot4.
func Dialects() []*variant.Dialect { return dialects.All() }

// DialectByName returns the dialect with this name, in upper or lower case, or nil if there
// is none. DialectByName("godot3") == Godot3.
func DialectByName(name string) *variant.Dialect { return dialects.ByName(name) }
