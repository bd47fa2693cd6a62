package main

import (
	gomath "math"
	"slices"
	"unicode/utf8"

	"godotvariant/math"
)

// Each function put… appends a packet, or a part of a packet. The function take… with the same
// ending reads this part from the front of b, and returns the bytes after it. It returns nil if b
// begins with something else, or if b is nil. So a caller checks only the last result.

// IDs of the types in Godot 4.
const (
	idBool       = 1
	idInt        = 2
	idFloat      = 3
	idString     = 4
	idVector3    = 9
	idQuaternion = 15
	idColor      = 20
	idDictionary = 27
	idArray      = 28
	idBytes      = 29
	idInts32     = 30
	idDoubles    = 33
	idStrings    = 34
	idVectors    = 36

	wide = 1 << 16 // flag in a header: the int or float has 8 bytes
)

// putHead appends a header and the word after it, which is a short value, a length or a count.
func putHead(b []byte, id, word uint32) []byte {
	return little.AppendUint64(b, uint64(id)|uint64(word)<<32)
}

func takeHead(b []byte, id uint32) (word uint32, rest []byte) {
	if len(b) < 8 || little.Uint32(b) != id {
		return 0, nil
	}
	return little.Uint32(b[4:]), b[8:]
}

// takeCount is like takeHead, for a count of parts. The argument size is the least number of bytes
// of a part.
func takeCount(b []byte, id uint32, size int) (n int, rest []byte) {
	word, b := takeHead(b, id)
	if int(word) > len(b)/size {
		return 0, nil
	}
	return int(word), b
}

func putBool(b []byte, v bool) []byte {
	if v {
		return putHead(b, idBool, 1)
	}
	return putHead(b, idBool, 0)
}

func takeBool[T ~bool](b []byte) (T, []byte) {
	word, b := takeHead(b, idBool)
	return word != 0, b
}

func putInt(b []byte, v int64) []byte {
	if int64(int32(v)) == v {
		return putHead(b, idInt, uint32(v))
	}
	return little.AppendUint64(little.AppendUint32(b, idInt|wide), uint64(v))
}

func takeInt[T ~int | ~int64](b []byte) (T, []byte) {
	if len(b) >= 12 && little.Uint32(b) == idInt|wide {
		return T(little.Uint64(b[4:])), b[12:]
	}
	word, b := takeHead(b, idInt)
	return T(int32(word)), b
}

func putFloat(b []byte, v float64) []byte {
	if short := float32(v); float64(short) == v {
		return putHead(b, idFloat, gomath.Float32bits(short))
	}
	return little.AppendUint64(little.AppendUint32(b, idFloat|wide), gomath.Float64bits(v))
}

func takeFloat[T ~float64](b []byte) (T, []byte) {
	if len(b) >= 12 && little.Uint32(b) == idFloat|wide {
		return T(gomath.Float64frombits(little.Uint64(b[4:]))), b[12:]
	}
	word, b := takeHead(b, idFloat)
	return T(gomath.Float32frombits(word)), b
}

func putString(b []byte, s string) []byte {
	return putPadded(putHead(b, idString, uint32(len(s))), s)
}

func takeString(b []byte) (s, rest []byte) {
	n, b := takeHead(b, idString)
	return takePadded(b, int(n))
}

// takeText reads a string into v. If v already has the same text, it does not change v.
func takeText(b []byte, v *string) []byte {
	s, b := takeString(b)
	if string(s) == *v {
		return b
	}

	if !isText(s) {
		return nil
	}

	*v = string(s)
	return b
}

const zeros = "\x00\x00\x00\x00"

// putPadded appends text, and zeros up to the next multiple of 4 bytes.
func putPadded[T string | []byte](b []byte, s T) []byte {
	return append(append(b, s...), zeros[:-len(s)&3]...)
}

func takePadded(b []byte, n int) (s, rest []byte) {
	padded := (n + 3) &^ 3
	if padded > len(b) {
		return nil, nil
	}
	return b[:n], b[padded:]
}

// isText reports whether bytes are UTF-8. It checks eight bytes of ASCII in one step, because most
// short texts are ASCII.
func isText(s []byte) bool {
	if len(s) < 8 {
		return utf8.Valid(s)
	}

	bits := little.Uint64(s[len(s)-8:])
	for i := 0; i+8 < len(s); i += 8 {
		bits |= little.Uint64(s[i:])
	}

	return bits&0x8080808080808080 == 0 || utf8.Valid(s)
}

func putVector3(b []byte, v math.Vector3) []byte {
	return putReals(putHead(b, idVector3, bits(v.X)), v.Y, v.Z)
}

func takeVector3(b []byte) (math.Vector3, []byte) {
	if len(b) < 16 || little.Uint32(b) != idVector3 {
		return math.Vector3{}, nil
	}
	return math.Vector3{X: real(b[4:]), Y: real(b[8:]), Z: real(b[12:])}, b[16:]
}

func putQuaternion(b []byte, v math.Quaternion) []byte {
	return little.AppendUint32(putReals(putHead(b, idQuaternion, bits(v.X)), v.Y, v.Z), bits(v.W))
}

func takeQuaternion(b []byte) (math.Quaternion, []byte) {
	if len(b) < 20 || little.Uint32(b) != idQuaternion {
		return math.Quaternion{}, nil
	}
	return math.Quaternion{X: real(b[4:]), Y: real(b[8:]), Z: real(b[12:]), W: real(b[16:])}, b[20:]
}

func putColor(b []byte, v math.Color) []byte {
	return little.AppendUint32(putReals(putHead(b, idColor, bits(v.R)), v.G, v.B), bits(v.A))
}

func takeColor(b []byte) (math.Color, []byte) {
	if len(b) < 20 || little.Uint32(b) != idColor {
		return math.Color{}, nil
	}
	return math.Color{R: real(b[4:]), G: real(b[8:]), B: real(b[12:]), A: real(b[16:])}, b[20:]
}

// putReals appends two components.
func putReals(b []byte, x, y float64) []byte {
	return little.AppendUint64(b, uint64(bits(x))|uint64(bits(y))<<32)
}

// bits returns the bits that a component of a vector has in a packet. The function real converts
// these bits back to a number.
func bits(x float64) uint32 { return gomath.Float32bits(float32(x)) }

func real(p []byte) float64 { return float64(gomath.Float32frombits(little.Uint32(p))) }

func putBytes(b, v []byte) []byte { return putPadded(putHead(b, idBytes, uint32(len(v))), v) }

func takeBytes[T ~[]byte](b []byte, v *T) []byte {
	n, b := takeHead(b, idBytes)
	s, b := takePadded(b, int(n))
	*v = append((*v)[:0], s...)
	return b
}

func putInts32(b []byte, v []int32) []byte {
	b, p := room(putHead(slices.Grow(b, 8+4*len(v)), idInts32, uint32(len(v))), 4*len(v))
	for _, x := range v {
		little.PutUint32(p, uint32(x))
		p = p[4:]
	}
	return b
}

func takeInts32[T ~[]int32](b []byte, v *T) []byte {
	n, b := takeCount(b, idInts32, 4)
	*v = sized(*v, n)
	for i := range *v {
		(*v)[i] = int32(little.Uint32(b))
		b = b[4:]
	}
	return b
}

func putDoubles(b []byte, v []float64) []byte {
	b, p := room(putHead(slices.Grow(b, 8+8*len(v)), idDoubles, uint32(len(v))), 8*len(v))
	for _, x := range v {
		little.PutUint64(p, gomath.Float64bits(x))
		p = p[8:]
	}
	return b
}

func takeDoubles[T ~[]float64](b []byte, v *T) []byte {
	n, b := takeCount(b, idDoubles, 8)
	*v = sized(*v, n)
	for i := range *v {
		(*v)[i] = gomath.Float64frombits(little.Uint64(b))
		b = b[8:]
	}
	return b
}

func putVectors(b []byte, v []math.Vector3) []byte {
	b, p := room(putHead(slices.Grow(b, 8+12*len(v)), idVectors, uint32(len(v))), 12*len(v))
	for i := range v {
		q := p[:12]
		little.PutUint32(q, bits(v[i].X))
		little.PutUint32(q[4:], bits(v[i].Y))
		little.PutUint32(q[8:], bits(v[i].Z))
		p = p[12:]
	}

	return b
}

func takeVectors[T ~[]math.Vector3](b []byte, v *T) []byte {
	n, b := takeCount(b, idVectors, 12)
	*v = sized(*v, n)
	for i := range *v {
		p := b[:12]
		(*v)[i] = math.Vector3{X: real(p), Y: real(p[4:]), Z: real(p[8:])}
		b = b[12:]
	}

	return b
}

// putTexts appends a PackedStringArray. The length of each text includes a final NUL.
func putTexts(b []byte, v []string) []byte {
	size := 8
	for _, s := range v {
		size += 4 + len(s) + 4
	}

	b = putHead(slices.Grow(b, size), idStrings, uint32(len(v)))
	for _, s := range v {
		b = append(append(little.AppendUint32(b, uint32(len(s)+1)), s...), zeros[:4-len(s)&3]...)
	}

	return b
}

// takeTexts reads a PackedStringArray into v. If v already has the same texts, it does not
// change v. Otherwise all items become parts of one new string.
func takeTexts[T ~[]string](b []byte, v *T) []byte {
	n, start := takeCount(b, idStrings, 4)
	*v = sized(*v, n)

	rest, same := start, true
	for i := range *v {
		var s []byte
		s, rest = takeElement(rest)
		same = same && string(s) == (*v)[i]
	}

	if rest == nil || same {
		return rest
	}

	all := string(start[:len(start)-len(rest)])
	at := 0
	for i := range *v {
		s, _ := takeElement(start[at:])
		(*v)[i] = all[at+4:][:len(s)]
		at += 4 + (len(s)+4)&^3
	}

	return rest
}

// takeElement reads a text of a PackedStringArray from the front of b, and returns the bytes after
// it.
func takeElement(b []byte) (s, rest []byte) {
	if len(b) < 4 {
		return nil, nil
	}

	n := int(little.Uint32(b))
	s, rest = takePadded(b[4:], n)
	if n == 0 || rest == nil || !isText(s) {
		return nil, nil
	}

	return s[:n-1], rest
}

// room appends n bytes to b, and returns the longer slice and the added bytes.
func room(b []byte, n int) (longer, added []byte) {
	b = slices.Grow(b, n)
	return b[:len(b)+n], b[len(b) : len(b)+n]
}

// sized returns a slice of n items. It reuses v if its capacity allows.
func sized[S ~[]T, T any](v S, n int) S {
	if cap(v) >= n {
		return v[:n]
	}
	return make(S, n)
}
