package transcript

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	stdmath "math"
	"reflect"
	stdslices "slices"
	"strconv"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"godotvariant/codec"
	"godotvariant/variant"
)

// kinds are the kinds of errors, which are found with errors.Is.
var kinds = []struct {
	name string
	err  error
}{
	{"truncated", variant.ErrTruncated}, {"length", variant.ErrLength},
	{"type", variant.ErrUnknownType}, {"flags", variant.ErrFlags},
	{"depth", variant.ErrDepth}, {"utf8", variant.ErrUTF8}, {"object", variant.ErrObject},
	{"nodepath", variant.ErrNodePath},
	{"elemtype", variant.ErrElementType}, {"trailing", variant.ErrTrailing},
	{"limit", variant.ErrLimit}, {"padding", variant.ErrPadding},
	{"bool", variant.ErrBool}, {"nul", variant.ErrNUL}, {"duplicate", variant.ErrDuplicateKey},
	{"unsupported", variant.ErrUnsupported},
	{"inexact", variant.ErrInexact}, {"range", variant.ErrRange}, {"gotype", variant.ErrWrongType},
	{"unknownkey", codec.ErrUnknownKey},
	{"notfound", variant.ErrNotFound}, {"eof", io.EOF}, {"unexpected", io.ErrUnexpectedEOF},
	{"noprogress", io.ErrNoProgress},
	{"own", errOwn}, {"pause", errPause},
}

// errorText returns the parts of an error that a program uses: the kinds, the operation, the
// offset, the path and the type.
func errorText(err error) string {
	var b strings.Builder
	b.WriteString("error")

	for _, k := range kinds {
		if errors.Is(err, k.err) {
			b.WriteString(" " + k.name)
		}
	}

	if e := (*variant.Error)(nil); errors.As(err, &e) {
		fmt.Fprintf(&b, " %s at %d %+q type %d", e.Op, e.Offset, e.Path.Short(), uint8(e.Type))
	}

	return b.String()
}

// dump appends the type and content of v. It writes the bits of floats, sorts the entries of maps,
// and leaves out unexported fields.
func dump(b []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Invalid:
		return append(b, "nil"...)
	case reflect.Bool:
		return strconv.AppendBool(b, v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(b, v.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return strconv.AppendUint(b, v.Uint(), 10)

	case reflect.Float32: // v.Float would change some NaNs
		f := v.Convert(reflect.TypeFor[float32]()).Interface().(float32)
		return strconv.AppendUint(append(b, "0x"...), uint64(stdmath.Float32bits(f)), 16)

	case reflect.Float64:
		return strconv.AppendUint(append(b, "0x"...), stdmath.Float64bits(v.Float()), 16)
	case reflect.String:
		return strconv.AppendQuoteToASCII(b, v.String())

	case reflect.Pointer:
		if v.IsNil() {
			return append(b, "nil"...)
		}
		return dump(append(b, '&'), v.Elem())

	case reflect.Interface:
		if v.IsNil() {
			return append(b, "nil"...)
		}
		b = append(append(b, v.Elem().Type().String()...), '(')
		return append(dump(b, v.Elem()), ')')

	case reflect.Slice, reflect.Array:
		return dumpItems(b, v)
	case reflect.Map:
		return dumpMap(b, v)
	case reflect.Struct:
		return dumpStruct(b, v)
	default:
		return append(b, v.Kind().String()...)
	}
}

func dumpItems(b []byte, v reflect.Value) []byte {
	if v.Kind() == reflect.Slice {
		if v.IsNil() {
			return append(b, "nil"...)
		}
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return append(hex.AppendEncode(append(b, '<'), v.Bytes()), '>')
		}
	}

	b = append(b, '[')
	for i := range v.Len() {
		b = append(dump(b, v.Index(i)), ' ')
	}

	return append(b, ']')
}

func dumpMap(b []byte, v reflect.Value) []byte {
	if v.IsNil() {
		return append(b, "nil"...)
	}

	var entries []string
	for i := v.MapRange(); i.Next(); {
		entries = append(entries, string(dump(append(dump(nil, i.Key()), ": "...), i.Value())))
	}

	stdslices.Sort(entries)
	return append(append(append(b, '{'), strings.Join(entries, ", ")...), '}')
}

func dumpStruct(b []byte, v reflect.Value) []byte {
	if v.CanInterface() {
		switch x := v.Interface().(type) {
		case time.Time:
			return x.UTC().AppendFormat(b, time.RFC3339Nano)
		case decimal.Decimal:
			return append(b, x.Coefficient().String()+"e"+strconv.Itoa(int(x.Exponent()))...)
		case codec.Raw:
			return hex.AppendEncode(append(b, "raw "...), x.AppendPacket(nil))
		}
	}

	b = append(b, '{')
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() || f.Anonymous {
			b = append(dump(append(append(b, f.Name...), ':'), v.Field(i)), ' ')
		}
	}

	return append(b, '}')
}
