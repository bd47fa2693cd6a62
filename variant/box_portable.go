//go:build !gc || purego

package variant

// A block is memory for values to come, see box_unsafe.go. Here there is none: Go allocates
// memory for each value.
type block struct{}

func (*block) boxInt(_ *form, i int64) Variant { return Int(i) }

func (*block) boxFloat(_ *form, x float64) Variant { return Float(x) }

func (r *Reader) boxReals2(f *form) Variant { return r.boxReals(f) }
func (r *Reader) boxReals3(f *form) Variant { return r.boxReals(f) }
func (r *Reader) boxReals4(f *form) Variant { return r.boxReals(f) }

// boxReals reads the payload of the packet at the cursor with the prototype.
func (r *Reader) boxReals(f *form) Variant {
	r.pos, r.width = r.pos+minPacket, int(f.width)
	v, _ := f.prototype.Decode(r)
	return v
}

func (r *Reader) boxText(f *form, b []byte) Variant {
	if f.kind == kindString {
		return String(r.share(b))
	}
	return StringName(r.share(b))
}
