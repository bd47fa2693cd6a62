package token

import (
	"godotvariant/internal/fault"
	"godotvariant/internal/printable"
	"godotvariant/variant/notation"
)

// Members are the members of an object in canonical JSON. A list is kept as its offset, because its
// items can be read only when the type of the object is known.
type Members struct {
	Type, ElemType, KeyType, ValueType string
	Args, Props                        int // offsets of the lists, for Reader.Seek; -1 if missing
	Shared                             bool
}

// Members reads a JSON object, and skips the lists in it. It fails if the object has no type, or if
// it has both a list of arguments and a list of properties.
func (r *Reader) Members() Members {
	r.Peek()
	at := r.pos
	m := Members{Args: -1, Props: -1}
	r.Expect('{')

	for first := true; r.err == nil && !r.Accept('}'); first = false {
		if !first {
			r.Expect(',')
		}

		name := r.Text()
		r.Expect(':')

		switch name {
		case "type":
			m.Type = r.Text()
		case "elem_type":
			m.ElemType = r.Text()
		case "key_type":
			m.KeyType = r.Text()
		case "value_type":
			m.ValueType = r.Text()
		case "shared":
			m.Shared = r.Ident() == "true"
			if !m.Shared {
				r.Unexpected("true")
			}
		case "args":
			m.Args = r.skipList(m.Args)
		case "props":
			m.Props = r.skipList(m.Props)
		default:
			r.Fail(fault.Because(fault.ErrSyntax, "unknown member "+printable.Clip(name, 64)))
		}
	}

	switch {
	case m.Type == "":
		r.FailAt(at, fault.Because(fault.ErrSyntax, "an object without a type"))
	case m.Args >= 0 && m.Props >= 0:
		r.FailAt(at, fault.Because(fault.ErrSyntax, "an object with args and props"))
	}

	return m
}

// skipList skips a list and returns its offset. The argument previousList is the offset of an
// earlier list with the same name, or -1. If there is such a list, skipList fails.
func (r *Reader) skipList(previousList int) int {
	switch {
	case r.Peek() != '[':
		r.Unexpected("'['")
		return -1

	case previousList >= 0:
		r.Fail(fault.Because(fault.ErrSyntax, "a member that comes twice"))
		return -1

	case r.ends == nil:
		r.ends = brackets(r.text)
	}

	at := r.pos
	if end := int(r.ends[at]); end > 0 {
		r.pos = end + 1
	} else {
		r.FailAt(len(r.text), fault.Because(fault.ErrTruncated, "a list without an end"))
	}

	return at
}

// brackets finds the ends of all lists and objects. If an opening bracket or brace is at the offset
// i, element i of the result is the offset of the bracket or brace that closes it.
func brackets(text string) []int32 {
	ends := make([]int32, len(text))
	var unclosed []int32
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}

		case '[', '{':
			unclosed = append(unclosed, int32(i))

		case ']', '}':
			if n := len(unclosed) - 1; n >= 0 {
				ends[unclosed[n]] = int32(i)
				unclosed = unclosed[:n]
			}
		}
	}

	return ends
}

// Construct returns the value of a JSON object. The argument offset is the offset of the object,
// and the argument name is the name of its type. The argument list is the offset of the list with
// its arguments, or -1 if there is no list. Godot writes no list for an RID and some other types.
func Construct[V any](r *Reader, offset, list int, name string, fromArgs func(notation.Args) V) V {
	if list < 0 {
		inner := NewJSONReader("[]")
		inner.Open()
		v := fromArgs(inner)

		if inner.Failed() {
			r.FailAt(offset, fault.Because(fault.ErrSyntax, name+" without args"))
		}

		return v
	}

	end := r.Offset()
	r.Seek(list)
	r.Open()
	v := fromArgs(r)

	if !r.Failed() {
		r.Seek(end)
	}

	return v
}
