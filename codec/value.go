package codec

import (
	"database/sql/driver"
	"encoding"
	"encoding/json"
	"fmt"

	"godotvariant/codec/internal/parse"
	"godotvariant/codec/internal/print"
	"godotvariant/variant"
)

// A Value holds a Variant of any type. Use it as a field of a struct, or as an argument, for
// databases, JSON, text such as YAML and TOML, and packages such as gob that use the interfaces of
// package encoding. In a database it is a blob with the packet, or NULL if there is no value. In
// JSON it is the canonical form of package jsonvar, or null if there is no value. In text it is the
// form text.Lossless, or empty if there is no value. For package gob it is the packet, or no bytes
// if there is no value.
//
//	db.Exec(`INSERT INTO saves VALUES (?, ?)`, slot, codec.Value{V: save})
//	db.QueryRow(`SELECT save FROM saves WHERE slot = ?`, slot).Scan(&value)
//
// To store your own struct, give it methods Scan and Value that call [Unmarshal] and [Marshal].
type Value struct {
	// V is the value. If V is nil there is no value; variant.Nil is a value.
	V variant.Variant
	// Codec is the codec that writes and reads the value. Nil means the codec of Options{}. The
	// Codec itself is not stored.
	Codec *Codec
}

var (
	_ driver.Valuer    = Value{}
	_ json.Marshaler   = Value{}
	_ json.Unmarshaler = (*Value)(nil)

	_ encoding.TextMarshaler   = Value{}
	_ encoding.TextUnmarshaler = (*Value)(nil)

	_ encoding.BinaryMarshaler   = Value{}
	_ encoding.BinaryAppender    = Value{}
	_ encoding.BinaryUnmarshaler = (*Value)(nil)
)

// Value returns the packet, or nil for NULL. It implements driver.Valuer. It returns the
// errors of [Codec.Encode].
func (x Value) Value() (driver.Value, error) {
	if x.V == nil {
		return nil, nil
	}
	return x.Codec.Encode(x.V)
}

// Scan reads a column of bytes, or NULL. It implements sql.Scanner. The value shares no memory with
// the driver. After an error x is unchanged. It returns the error of [Codec.Decode], or
// variant.ErrWrongType for column types other than []byte and string.
func (x *Value) Scan(column any) error {
	switch b := column.(type) {
	case nil:
		x.V = nil
		return nil

	case []byte:
		return x.scan(b)
	case string: // some drivers return blobs as strings
		return x.scan([]byte(b))
	default:
		return fmt.Errorf("godot: scan a %T: %w", column, variant.ErrWrongType)
	}
}

func (x *Value) scan(b []byte) error {
	v, err := x.Codec.Decode(b)
	if err == nil {
		x.V = v
	}
	return err
}

// MarshalBinary returns the packet, header and payload, or no bytes if there is no value. It
// implements encoding.BinaryMarshaler. It returns the errors of [Codec.Encode].
func (x Value) MarshalBinary() ([]byte, error) { return x.AppendBinary(nil) }

// AppendBinary appends the result of MarshalBinary to b. After an error it returns b unchanged. It
// implements encoding.BinaryAppender.
func (x Value) AppendBinary(b []byte) ([]byte, error) {
	if x.V == nil {
		return b, nil
	}
	return x.Codec.Append(b, x.V)
}

// UnmarshalBinary reads the result of MarshalBinary. It implements encoding.BinaryUnmarshaler. The
// value shares no memory with data. After an error x is unchanged. The error is the error of
// [Codec.Decode].
func (x *Value) UnmarshalBinary(data []byte) error {
	if len(data) == 0 {
		x.V = nil
		return nil
	}
	return x.scan(data)
}

// MarshalText returns the text of the value in the form text.Lossless, or no text if there is no
// value. The text does not depend on the precision and the dialect of the Codec: it is always the
// text of Godot 4. MarshalText implements encoding.TextMarshaler, for packages of YAML, TOML, flags
// and the like. It returns the errors of text.Format.
func (x Value) MarshalText() ([]byte, error) {
	if x.V == nil {
		return nil, nil
	}
	return print.Value(x.V, x.Codec.format())
}

// UnmarshalText reads the result of MarshalText, and any other text that text.Parse reads with the
// Codec. It rounds no number. After an error x is unchanged. It implements
// encoding.TextUnmarshaler.
func (x *Value) UnmarshalText(data []byte) error {
	if len(data) == 0 {
		x.V = nil
		return nil
	}

	exact := x.Codec.rules().Parse
	exact.Single = false

	v, err := parse.Text(string(data), &exact)
	if err == nil {
		x.V = v
	}
	return err
}

// MarshalJSON returns the canonical form that jsonvar.Format returns with the Codec, or null if
// there is no value.
func (x Value) MarshalJSON() ([]byte, error) {
	if x.V == nil {
		return []byte("null"), nil
	}
	return variant.AppendJSON(nil, x.V, x.Codec.format())
}

// UnmarshalJSON reads the canonical form as jsonvar.Parse does with the Codec. After a JSON null
// the Value has no value. A Nil is also written as null, so it is read as no value. Your own types
// are read if they are registered with the Codec. Full objects are refused unless the Codec has the
// option FullObjects.
func (x *Value) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		x.V = nil
		return nil
	}

	v, err := parse.JSON(string(data), &x.Codec.rules().Parse)
	if err == nil {
		x.V = v
	}
	return err
}
