package codec

import (
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"

	"godotvariant/codec/jsonvar"
	"godotvariant/internal"
	"godotvariant/variant"
)

// A Value carries a Variant to and from a database and JSON. A column of it is a blob
// that holds the packet, NULL for no value at all; in JSON it is the canonical
// form of package jsonvar, that of Godot's JSON.from_native, which loses nothing
// between Go programs, and null for no value.
//
//	db.Exec(`INSERT INTO saves VALUES (?, ?)`, slot, codec.Value{V: save})
//	db.QueryRow(`SELECT save FROM saves WHERE slot = ?`, slot).Scan(&value)
//
// For a struct of your own, implement Scan and Value by [Unmarshal] and [Marshal].
type Value struct {
	// V is the value; nil is NULL, which is not the same as variant.Nil.
	V variant.Variant
	// Codec writes and reads the blob. Nil is that of the package's functions.
	Codec *Codec
}

var (
	_ driver.Valuer    = Value{}
	_ sql.Scanner      = (*Value)(nil)
	_ json.Marshaler   = Value{}
	_ json.Unmarshaler = (*Value)(nil)
)

func (x Value) codec() *Codec {
	if x.Codec == nil {
		return standard
	}
	return x.Codec
}

// Value returns the packet, or nil for NULL. It implements driver.Valuer. The
// error is that of [Codec.Encode].
func (x Value) Value() (driver.Value, error) {
	if x.V == nil {
		return nil, nil
	}
	return x.codec().Encode(x.V)
}

// Scan takes a column of bytes, or NULL. It implements sql.Scanner. The value
// shares no memory with the driver. After an error x is unchanged; the error is
// that of [Codec.Decode], or an [ErrType] for columns that are no bytes.
func (x *Value) Scan(column any) error {
	switch b := column.(type) {
	case nil:
		x.V = nil
		return nil
	case []byte:
		return x.scan(b)
	case string: // some drivers have one for blobs
		return x.scan([]byte(b))
	default:
		return fmt.Errorf("godot: scan a %T: %w", column, ErrType)
	}
}

func (x *Value) scan(b []byte) error {
	v, err := x.codec().Decode(b)
	if err == nil {
		x.V = v
	}
	return err
}

// MarshalJSON returns the canonical form of jsonvar.Marshal.
func (x Value) MarshalJSON() ([]byte, error) {
	if x.V == nil {
		return []byte("null"), nil
	}
	return jsonvar.Marshal(x.V)
}

// UnmarshalJSON takes the canonical form, by jsonvar.Unmarshal. The JSON null, which a Nil
// is written as too, leaves no value. Types of your own are read if they are registered with
// the Codec. Full objects are refused unless the Codec has the option FullObjects.
func (x *Value) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		x.V = nil
		return nil
	}
	f := x.codec().format
	v, err := jsonvar.Unmarshal(data, jsonvar.Options{Objects: f.FullObjects(), Types: variant.Internal(internal.Key{}).Constructibles(f)})
	if err != nil {
		return err
	}
	if v == nil {
		return errors.New("godot: JSON without a value")
	}
	x.V = v
	return nil
}
