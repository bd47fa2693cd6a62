package resource

import (
	"encoding/binary"
	stdmath "math"

	"godotvariant/internal/float"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// A width is the type of the numbers in a value.
type width uint8

const (
	widthReal   width = iota // float32, or float64 with flagDouble
	widthSingle              // float32
	widthDouble              // float64
	widthInt32
	widthInt64
)

// A kind says how to read a type whose values contain no other values. If read is nil, the value
// consists of numbers. Otherwise the function read reads the value.
type kind struct {
	format int // the first format that has the type

	prototype variant.Constructible
	numbers   int  // count of numbers in a value, or in one element of a packed array
	packed    bool // the value begins with the number of elements
	width     width

	read func(r *binaryReader) variant.Variant
}

// kinds has the kind of each type, by the number of the type in a binary file. The numbers belong
// to Godot's ResourceFormatSaverBinaryInstance, and not to Variant.
var kinds = map[uint32]kind{
	1:  {read: func(*binaryReader) variant.Variant { return variant.Nil{} }},
	2:  {read: func(r *binaryReader) variant.Variant { return variant.Bool(r.uint32() != 0) }},
	3:  {read: func(r *binaryReader) variant.Variant { return variant.Int(int32(r.uint32())) }},
	4:  {read: func(r *binaryReader) variant.Variant { return variant.Float(r.short()) }},
	5:  {read: func(r *binaryReader) variant.Variant { return variant.String(r.text()) }},
	10: {prototype: math.Vector2{}, numbers: 2},
	11: {prototype: math.Rect2{}, numbers: 4},
	12: {prototype: math.Vector3{}, numbers: 3},
	13: {prototype: math.Plane{}, numbers: 4},
	14: {prototype: math.Quaternion{}, numbers: 4},
	15: {prototype: math.AABB{}, numbers: 6},
	16: {prototype: math.Basis{}, numbers: 9},
	17: {prototype: math.Transform3D{}, numbers: 12},
	18: {prototype: math.Transform2D{}, numbers: 6},
	20: {prototype: math.Color{}, numbers: 4, width: widthSingle},
	21: {read: (*binaryReader).image},
	22: {read: (*binaryReader).nodePath},
	23: {read: func(r *binaryReader) variant.Variant { return variant.Int(r.uint32()) }}, // an RID
	31: {read: (*binaryReader).bytes},
	32: {prototype: packed.PackedInt32Array{}, numbers: 1, packed: true, width: widthInt32},
	33: {prototype: packed.PackedFloat32Array{}, numbers: 1, packed: true, width: widthSingle},
	34: {read: (*binaryReader).strings},
	35: {prototype: packed.PackedVector3Array{}, numbers: 3, packed: true},
	36: {prototype: packed.PackedColorArray{}, numbers: 4, packed: true, width: widthSingle},
	37: {prototype: packed.PackedVector2Array{}, numbers: 2, packed: true},
	40: {read: func(r *binaryReader) variant.Variant { return variant.Int(r.uint64()) }},
	41: {read: func(r *binaryReader) variant.Variant { return variant.Float(r.double()) }},
	42: {format: 4, read: func(*binaryReader) variant.Variant { return objects.Callable{} }},
	43: {format: 4, read: func(*binaryReader) variant.Variant { return objects.Signal{} }},
	44: {format: 4, read: func(r *binaryReader) variant.Variant {
		return variant.StringName(r.text())
	}},
	45: {format: 4, prototype: math.Vector2i{}, numbers: 2, width: widthInt32},
	46: {format: 4, prototype: math.Rect2i{}, numbers: 4, width: widthInt32},
	47: {format: 4, prototype: math.Vector3i{}, numbers: 3, width: widthInt32},
	48: {format: 4, prototype: packed.PackedInt64Array{}, numbers: 1, packed: true,
		width: widthInt64},
	49: {format: 4, prototype: packed.PackedFloat64Array{}, numbers: 1, packed: true,
		width: widthDouble},
	50: {format: 4, prototype: math.Vector4{}, numbers: 4},
	51: {format: 4, prototype: math.Vector4i{}, numbers: 4, width: widthInt32},
	52: {format: 4, prototype: math.Projection{}, numbers: 16},
	53: {format: 4, prototype: packed.PackedVector4Array{}, numbers: 4, packed: true},
}

// leaf reads the payload of a value that contains no other values. The argument offset is the
// offset of the word with the value's type.
func (r *binaryReader) leaf(offset int, id uint32) variant.Variant {
	k, ok := kinds[id]
	if !ok || r.file.Format < k.format {
		r.fail(offset, variant.Because(variant.ErrUnknownType, number(id)))
		return nil
	}

	if k.read != nil {
		return k.read(r)
	}
	return r.made(k)
}

// made reads a value that consists of numbers.
func (r *binaryReader) made(k kind) variant.Variant {
	a := &args{order: r.order, width: k.width, left: k.numbers}
	if a.width == widthReal {
		a.width = widthSingle
		if r.flags&flagDouble != 0 {
			a.width = widthDouble
		}
	}

	if k.packed {
		a.left = k.numbers * r.count(k.numbers*a.size(), 0)
		r.arrays(a)
	}
	a.data = r.take(uint64(a.left * a.size()))
	if r.failed() {
		return nil
	}

	return k.prototype.FromArgs(a)
}

// arrays sets the order of the bytes in a packed array. Engines write packed arrays in the order of
// the file, but read them in little-endian order. In a big-endian file, engines read other numbers
// than they have written. So arrays adds a note, unless Options.UnswappedArrays is set.
func (r *binaryReader) arrays(a *args) {
	switch {
	case !r.file.BigEndian:
		return
	case r.options.UnswappedArrays:
		a.order = binary.LittleEndian
	case !r.noted:
		r.note("engines read packed arrays of numbers in a big-endian file as other numbers, " +
			"see Options.UnswappedArrays")
		r.noted = true
	}
}

// args has the numbers of a value. Its methods return them as the arguments of a constructor. args
// implements notation.Args.
type args struct {
	data  []byte
	order binary.ByteOrder
	width width
	left  int // numbers that are not read yet
}

func (a *args) size() int {
	if a.width == widthDouble || a.width == widthInt64 {
		return 8
	}
	return 4
}

// More reports whether there is another number.
func (a *args) More() bool { return a.left > 0 }

// bits returns the bits of the next number.
func (a *args) bits() uint64 {
	n := a.size()
	b := a.data[:n]
	a.data = a.data[n:]
	a.left--

	if n == 8 {
		return a.order.Uint64(b)
	}
	return uint64(a.order.Uint32(b))
}

// Real returns the next number, which has single or double precision.
func (a *args) Real() float64 {
	if a.width == widthDouble {
		return stdmath.Float64frombits(a.bits())
	}
	return float.Widen(uint32(a.bits()))
}

// Double returns the next number, which has double precision.
func (a *args) Double() float64 { return a.Real() }

// Float32 returns the next number, which has single precision.
func (a *args) Float32() float32 { return stdmath.Float32frombits(uint32(a.bits())) }

// Int returns an integer.
func (a *args) Int() int64 {
	if a.width == widthInt64 {
		return int64(a.bits())
	}
	return int64(int32(a.bits()))
}

// These methods complete the interface notation.Args. The prototypes in the map kinds call only
// RowMajor, because a file contains the numbers of a Basis row by row.
func (a *args) Uint() uint64   { return uint64(a.Int()) }
func (*args) Text() string     { return "" }
func (*args) IsText() bool     { return false }
func (*args) Fail(error)       {}
func (a *args) RowMajor() bool { return true }

// short reads a float. With flagDouble it has double precision, otherwise single precision.
func (r *binaryReader) short() float64 {
	if r.flags&flagDouble != 0 {
		return r.double()
	}
	return float.Quieten(float.Widen(r.uint32()))
}

func (r *binaryReader) double() float64 { return stdmath.Float64frombits(r.uint64()) }

// bytes reads a PackedByteArray: a count, the bytes, and zeros up to the next multiple of 4.
func (r *binaryReader) bytes() variant.Variant {
	n := r.count(1, 0)
	b := r.take(uint64(n))
	r.take(uint64(-n & 3))

	if r.failed() {
		return nil
	}
	return append(packed.PackedByteArray{}, b...)
}

// strings reads a PackedStringArray: a count and the texts, without padding.
func (r *binaryReader) strings() variant.Variant {
	n := r.count(minText, 0)
	texts := make(packed.PackedStringArray, 0, capacity(n))
	for range n {
		if r.failed() {
			return nil
		}
		texts = append(texts, r.text())
	}
	return texts
}

// nodePath reads a NodePath:
//
//	offset  length  type    field
//	     0       2  uint16  number of names
//	     2       2  uint16  number of subnames, and bit 15 if the path is absolute
//	     4                  the names and the subnames, each as the name of a property
//
// In formats 1 and 2 there is one more subname than this number.
func (r *binaryReader) nodePath() variant.Variant {
	n, m := int(r.uint16()), int(r.uint16())
	p := objects.NodePath{Absolute: m&0x8000 != 0}

	m &= 0x7FFF
	if r.file.Format < 3 {
		m++
	}
	p.Names = r.nameList(n)
	p.SubNames = r.nameList(m)
	return p
}

func (r *binaryReader) nameList(n int) (names []string) {
	for range n {
		if r.failed() {
			return nil
		}
		names = append(names, r.name())
	}
	return names
}

// image reads an Image as Godot 2 wrote it. Godot 3 reads it too.
//
//	offset  length  type    field
//	     0       4  uint32  0: no image, 1: raw, 2: PNG, 3: WebP
//	     4      16  uint32  only for 1: width, height, mipmaps, format
//	                        only for 1, 2 and 3: a PackedByteArray
func (r *binaryReader) image() variant.Variant {
	at := r.pos
	encoding := r.uint32()
	if r.file.Format >= formatFlags || encoding > 3 {
		r.fail(at, variant.Because(variant.ErrUnknownType, "an Image of Godot 2"))
	}
	if r.failed() || encoding == 0 {
		return variant.Nil{}
	}
	r.file.found.add(InlineObject, r.path, "Image", "Image")

	image := objects.NewObject("Image", objects.Prop("encoding", variant.Int(encoding)))
	if encoding == 1 {
		for _, name := range []string{"width", "height", "mipmaps", "format"} {
			image.Properties = append(image.Properties, objects.Prop(name, variant.Int(r.uint32())))
		}
	}

	image.Properties = append(image.Properties, objects.Prop("data", r.bytes()))
	return image
}
