package math

import "godotvariant/variant"

// What every type here has for text and JSON: ToArgs and FromArgs are its
// constructor's arguments, the rest follows from them. AppendText and
// MarshalText give the text that String gives, UnmarshalText reads it,
// MarshalJSON and UnmarshalJSON are the canonical JSON, the shape of Godot's
// JSON.from_native: {"args":[1.0,2.5],"type":"Vector2"}.

// ToArgs implements [variant.Constructible].
func (v Vector2) ToArgs(w variant.ArgsWriter) { w.Real(v.X, v.Y) }

// FromArgs implements [variant.Constructible].
func (Vector2) FromArgs(a variant.Args) variant.Variant {
	c := variant.Reals(a, 2)
	return Vector2{c[0], c[1]}
}

// ToArgs implements [variant.Constructible].
func (v Vector2i) ToArgs(w variant.ArgsWriter) { w.Int(int64(v.X), int64(v.Y)) }

// FromArgs implements [variant.Constructible].
func (Vector2i) FromArgs(a variant.Args) variant.Variant {
	c := variant.Int32s(a, 2)
	return Vector2i{c[0], c[1]}
}

// ToArgs implements [variant.Constructible].
func (r Rect2) ToArgs(w variant.ArgsWriter) { w.Real(r.Position.X, r.Position.Y, r.Size.X, r.Size.Y) }

// FromArgs implements [variant.Constructible].
func (Rect2) FromArgs(a variant.Args) variant.Variant {
	c := variant.Reals(a, 4)
	return Rect2{Vector2{c[0], c[1]}, Vector2{c[2], c[3]}}
}

// ToArgs implements [variant.Constructible].
func (r Rect2i) ToArgs(w variant.ArgsWriter) {
	w.Int(int64(r.Position.X), int64(r.Position.Y), int64(r.Size.X), int64(r.Size.Y))
}

// FromArgs implements [variant.Constructible].
func (Rect2i) FromArgs(a variant.Args) variant.Variant {
	c := variant.Int32s(a, 4)
	return Rect2i{Vector2i{c[0], c[1]}, Vector2i{c[2], c[3]}}
}

// ToArgs implements [variant.Constructible].
func (v Vector3) ToArgs(w variant.ArgsWriter) { w.Real(v.X, v.Y, v.Z) }

// FromArgs implements [variant.Constructible].
func (Vector3) FromArgs(a variant.Args) variant.Variant {
	c := variant.Reals(a, 3)
	return Vector3{c[0], c[1], c[2]}
}

// ToArgs implements [variant.Constructible].
func (v Vector3i) ToArgs(w variant.ArgsWriter) { w.Int(int64(v.X), int64(v.Y), int64(v.Z)) }

// FromArgs implements [variant.Constructible].
func (Vector3i) FromArgs(a variant.Args) variant.Variant {
	c := variant.Int32s(a, 3)
	return Vector3i{c[0], c[1], c[2]}
}

// ToArgs implements [variant.Constructible].
func (t Transform2D) ToArgs(w variant.ArgsWriter) {
	w.Real(t.X.X, t.X.Y, t.Y.X, t.Y.Y, t.Origin.X, t.Origin.Y)
}

// FromArgs implements [variant.Constructible].
func (Transform2D) FromArgs(a variant.Args) variant.Variant {
	c := variant.Reals(a, 6)
	return Transform2D{Vector2{c[0], c[1]}, Vector2{c[2], c[3]}, Vector2{c[4], c[5]}}
}

// ToArgs implements [variant.Constructible].
func (v Vector4) ToArgs(w variant.ArgsWriter) { w.Real(v.X, v.Y, v.Z, v.W) }

// FromArgs implements [variant.Constructible].
func (Vector4) FromArgs(a variant.Args) variant.Variant {
	c := variant.Reals(a, 4)
	return Vector4{c[0], c[1], c[2], c[3]}
}

// ToArgs implements [variant.Constructible].
func (v Vector4i) ToArgs(w variant.ArgsWriter) { w.Int(int64(v.X), int64(v.Y), int64(v.Z), int64(v.W)) }

// FromArgs implements [variant.Constructible].
func (Vector4i) FromArgs(a variant.Args) variant.Variant {
	c := variant.Int32s(a, 4)
	return Vector4i{c[0], c[1], c[2], c[3]}
}

// ToArgs implements [variant.Constructible].
func (p Plane) ToArgs(w variant.ArgsWriter) { w.Real(p.Normal.X, p.Normal.Y, p.Normal.Z, p.D) }

// FromArgs implements [variant.Constructible].
func (Plane) FromArgs(a variant.Args) variant.Variant {
	c := variant.Reals(a, 4)
	return Plane{Vector3{c[0], c[1], c[2]}, c[3]}
}

// ToArgs implements [variant.Constructible].
func (q Quaternion) ToArgs(w variant.ArgsWriter) { w.Real(q.X, q.Y, q.Z, q.W) }

// FromArgs implements [variant.Constructible].
func (Quaternion) FromArgs(a variant.Args) variant.Variant {
	c := variant.Reals(a, 4)
	return Quaternion{c[0], c[1], c[2], c[3]}
}

// ToArgs implements [variant.Constructible].
func (a AABB) ToArgs(w variant.ArgsWriter) {
	w.Real(a.Position.X, a.Position.Y, a.Position.Z, a.Size.X, a.Size.Y, a.Size.Z)
}

// FromArgs implements [variant.Constructible].
func (AABB) FromArgs(a variant.Args) variant.Variant {
	c := variant.Reals(a, 6)
	return AABB{Vector3{c[0], c[1], c[2]}, Vector3{c[3], c[4], c[5]}}
}

// ToArgs implements [variant.Constructible].
func (b Basis) ToArgs(w variant.ArgsWriter) { basisToArgs(b, w) }

// FromArgs implements [variant.Constructible].
func (Basis) FromArgs(a variant.Args) variant.Variant {
	c := variant.Reals(a, 9)
	return basisFromArgs(c, a.RowMajor())
}

// ToArgs implements [variant.Constructible].
func (t Transform3D) ToArgs(w variant.ArgsWriter) {
	basisToArgs(t.Basis, w)
	w.Real(t.Origin.X, t.Origin.Y, t.Origin.Z)
}

// FromArgs implements [variant.Constructible].
func (Transform3D) FromArgs(a variant.Args) variant.Variant {
	c := variant.Reals(a, 12)
	return Transform3D{basisFromArgs(c, a.RowMajor()), Vector3{c[9], c[10], c[11]}}
}

// ToArgs implements [variant.Constructible].
func (p Projection) ToArgs(w variant.ArgsWriter) {
	p.X.ToArgs(w)
	p.Y.ToArgs(w)
	p.Z.ToArgs(w)
	p.W.ToArgs(w)
}

// FromArgs implements [variant.Constructible].
func (Projection) FromArgs(a variant.Args) variant.Variant {
	c := variant.Reals(a, 16)
	return Projection{vector4(c), vector4(c[4:]), vector4(c[8:]), vector4(c[12:])}
}

// ToArgs implements [variant.Constructible].
func (c Color) ToArgs(w variant.ArgsWriter) { w.Real(c.R, c.G, c.B, c.A) }

// FromArgs implements [variant.Constructible].
func (Color) FromArgs(a variant.Args) variant.Variant {
	c := variant.Reals(a, 4)
	return Color{c[0], c[1], c[2], c[3]}
}

func vector4(c []float64) Vector4 { return Vector4{c[0], c[1], c[2], c[3]} }

// basisToArgs writes the rows one after another, or the axes.
func basisToArgs(b Basis, w variant.ArgsWriter) {
	if w.RowMajor() {
		b = b.Transposed()
	}
	b.X.ToArgs(w)
	b.Y.ToArgs(w)
	b.Z.ToArgs(w)
}

func basisFromArgs(c []float64, rowMajor bool) Basis {
	b := Basis{Vector3{c[0], c[1], c[2]}, Vector3{c[3], c[4], c[5]}, Vector3{c[6], c[7], c[8]}}
	if rowMajor {
		b = b.Transposed()
	}
	return b
}

// AppendText implements encoding.TextAppender: it appends what String returns.
func (v Vector2) AppendText(dst []byte) ([]byte, error) { return append(dst, v.String()...), nil }

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (v Vector2) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (v *Vector2) UnmarshalText(text []byte) error { return variant.UnmarshalText(text, v) }

// MarshalJSON implements json.Marshaler.
func (v Vector2) MarshalJSON() ([]byte, error) { return variant.MarshalJSON(v) }

// UnmarshalJSON implements json.Unmarshaler.
func (v *Vector2) UnmarshalJSON(data []byte) error { return variant.UnmarshalJSON(data, v) }

// AppendText implements encoding.TextAppender: it appends what String returns.
func (v Vector2i) AppendText(dst []byte) ([]byte, error) { return append(dst, v.String()...), nil }

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (v Vector2i) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (v *Vector2i) UnmarshalText(text []byte) error { return variant.UnmarshalText(text, v) }

// MarshalJSON implements json.Marshaler.
func (v Vector2i) MarshalJSON() ([]byte, error) { return variant.MarshalJSON(v) }

// UnmarshalJSON implements json.Unmarshaler.
func (v *Vector2i) UnmarshalJSON(data []byte) error { return variant.UnmarshalJSON(data, v) }

// AppendText implements encoding.TextAppender: it appends what String returns.
func (r Rect2) AppendText(dst []byte) ([]byte, error) { return append(dst, r.String()...), nil }

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (r Rect2) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (r *Rect2) UnmarshalText(text []byte) error { return variant.UnmarshalText(text, r) }

// MarshalJSON implements json.Marshaler.
func (r Rect2) MarshalJSON() ([]byte, error) { return variant.MarshalJSON(r) }

// UnmarshalJSON implements json.Unmarshaler.
func (r *Rect2) UnmarshalJSON(data []byte) error { return variant.UnmarshalJSON(data, r) }

// AppendText implements encoding.TextAppender: it appends what String returns.
func (r Rect2i) AppendText(dst []byte) ([]byte, error) { return append(dst, r.String()...), nil }

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (r Rect2i) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (r *Rect2i) UnmarshalText(text []byte) error { return variant.UnmarshalText(text, r) }

// MarshalJSON implements json.Marshaler.
func (r Rect2i) MarshalJSON() ([]byte, error) { return variant.MarshalJSON(r) }

// UnmarshalJSON implements json.Unmarshaler.
func (r *Rect2i) UnmarshalJSON(data []byte) error { return variant.UnmarshalJSON(data, r) }

// AppendText implements encoding.TextAppender: it appends what String returns.
func (v Vector3) AppendText(dst []byte) ([]byte, error) { return append(dst, v.String()...), nil }

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (v Vector3) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (v *Vector3) UnmarshalText(text []byte) error { return variant.UnmarshalText(text, v) }

// MarshalJSON implements json.Marshaler.
func (v Vector3) MarshalJSON() ([]byte, error) { return variant.MarshalJSON(v) }

// UnmarshalJSON implements json.Unmarshaler.
func (v *Vector3) UnmarshalJSON(data []byte) error { return variant.UnmarshalJSON(data, v) }

// AppendText implements encoding.TextAppender: it appends what String returns.
func (v Vector3i) AppendText(dst []byte) ([]byte, error) { return append(dst, v.String()...), nil }

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (v Vector3i) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (v *Vector3i) UnmarshalText(text []byte) error { return variant.UnmarshalText(text, v) }

// MarshalJSON implements json.Marshaler.
func (v Vector3i) MarshalJSON() ([]byte, error) { return variant.MarshalJSON(v) }

// UnmarshalJSON implements json.Unmarshaler.
func (v *Vector3i) UnmarshalJSON(data []byte) error { return variant.UnmarshalJSON(data, v) }

// AppendText implements encoding.TextAppender: it appends what String returns.
func (t Transform2D) AppendText(dst []byte) ([]byte, error) { return append(dst, t.String()...), nil }

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (t Transform2D) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (t *Transform2D) UnmarshalText(text []byte) error { return variant.UnmarshalText(text, t) }

// MarshalJSON implements json.Marshaler.
func (t Transform2D) MarshalJSON() ([]byte, error) { return variant.MarshalJSON(t) }

// UnmarshalJSON implements json.Unmarshaler.
func (t *Transform2D) UnmarshalJSON(data []byte) error { return variant.UnmarshalJSON(data, t) }

// AppendText implements encoding.TextAppender: it appends what String returns.
func (v Vector4) AppendText(dst []byte) ([]byte, error) { return append(dst, v.String()...), nil }

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (v Vector4) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (v *Vector4) UnmarshalText(text []byte) error { return variant.UnmarshalText(text, v) }

// MarshalJSON implements json.Marshaler.
func (v Vector4) MarshalJSON() ([]byte, error) { return variant.MarshalJSON(v) }

// UnmarshalJSON implements json.Unmarshaler.
func (v *Vector4) UnmarshalJSON(data []byte) error { return variant.UnmarshalJSON(data, v) }

// AppendText implements encoding.TextAppender: it appends what String returns.
func (v Vector4i) AppendText(dst []byte) ([]byte, error) { return append(dst, v.String()...), nil }

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (v Vector4i) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (v *Vector4i) UnmarshalText(text []byte) error { return variant.UnmarshalText(text, v) }

// MarshalJSON implements json.Marshaler.
func (v Vector4i) MarshalJSON() ([]byte, error) { return variant.MarshalJSON(v) }

// UnmarshalJSON implements json.Unmarshaler.
func (v *Vector4i) UnmarshalJSON(data []byte) error { return variant.UnmarshalJSON(data, v) }

// AppendText implements encoding.TextAppender: it appends what String returns.
func (p Plane) AppendText(dst []byte) ([]byte, error) { return append(dst, p.String()...), nil }

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (p Plane) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (p *Plane) UnmarshalText(text []byte) error { return variant.UnmarshalText(text, p) }

// MarshalJSON implements json.Marshaler.
func (p Plane) MarshalJSON() ([]byte, error) { return variant.MarshalJSON(p) }

// UnmarshalJSON implements json.Unmarshaler.
func (p *Plane) UnmarshalJSON(data []byte) error { return variant.UnmarshalJSON(data, p) }

// AppendText implements encoding.TextAppender: it appends what String returns.
func (q Quaternion) AppendText(dst []byte) ([]byte, error) { return append(dst, q.String()...), nil }

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (q Quaternion) MarshalText() ([]byte, error) { return []byte(q.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (q *Quaternion) UnmarshalText(text []byte) error { return variant.UnmarshalText(text, q) }

// MarshalJSON implements json.Marshaler.
func (q Quaternion) MarshalJSON() ([]byte, error) { return variant.MarshalJSON(q) }

// UnmarshalJSON implements json.Unmarshaler.
func (q *Quaternion) UnmarshalJSON(data []byte) error { return variant.UnmarshalJSON(data, q) }

// AppendText implements encoding.TextAppender: it appends what String returns.
func (a AABB) AppendText(dst []byte) ([]byte, error) { return append(dst, a.String()...), nil }

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (a AABB) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (a *AABB) UnmarshalText(text []byte) error { return variant.UnmarshalText(text, a) }

// MarshalJSON implements json.Marshaler.
func (a AABB) MarshalJSON() ([]byte, error) { return variant.MarshalJSON(a) }

// UnmarshalJSON implements json.Unmarshaler.
func (a *AABB) UnmarshalJSON(data []byte) error { return variant.UnmarshalJSON(data, a) }

// AppendText implements encoding.TextAppender: it appends what String returns.
func (b Basis) AppendText(dst []byte) ([]byte, error) { return append(dst, b.String()...), nil }

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (b Basis) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (b *Basis) UnmarshalText(text []byte) error { return variant.UnmarshalText(text, b) }

// MarshalJSON implements json.Marshaler.
func (b Basis) MarshalJSON() ([]byte, error) { return variant.MarshalJSON(b) }

// UnmarshalJSON implements json.Unmarshaler.
func (b *Basis) UnmarshalJSON(data []byte) error { return variant.UnmarshalJSON(data, b) }

// AppendText implements encoding.TextAppender: it appends what String returns.
func (t Transform3D) AppendText(dst []byte) ([]byte, error) { return append(dst, t.String()...), nil }

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (t Transform3D) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (t *Transform3D) UnmarshalText(text []byte) error { return variant.UnmarshalText(text, t) }

// MarshalJSON implements json.Marshaler.
func (t Transform3D) MarshalJSON() ([]byte, error) { return variant.MarshalJSON(t) }

// UnmarshalJSON implements json.Unmarshaler.
func (t *Transform3D) UnmarshalJSON(data []byte) error { return variant.UnmarshalJSON(data, t) }

// AppendText implements encoding.TextAppender: it appends what String returns.
func (p Projection) AppendText(dst []byte) ([]byte, error) { return append(dst, p.String()...), nil }

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (p Projection) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (p *Projection) UnmarshalText(text []byte) error { return variant.UnmarshalText(text, p) }

// MarshalJSON implements json.Marshaler.
func (p Projection) MarshalJSON() ([]byte, error) { return variant.MarshalJSON(p) }

// UnmarshalJSON implements json.Unmarshaler.
func (p *Projection) UnmarshalJSON(data []byte) error { return variant.UnmarshalJSON(data, p) }

// AppendText implements encoding.TextAppender: it appends what String returns.
func (c Color) AppendText(dst []byte) ([]byte, error) { return append(dst, c.String()...), nil }

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (c Color) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (c *Color) UnmarshalText(text []byte) error { return variant.UnmarshalText(text, c) }

// MarshalJSON implements json.Marshaler.
func (c Color) MarshalJSON() ([]byte, error) { return variant.MarshalJSON(c) }

// UnmarshalJSON implements json.Unmarshaler.
func (c *Color) UnmarshalJSON(data []byte) error { return variant.UnmarshalJSON(data, c) }
