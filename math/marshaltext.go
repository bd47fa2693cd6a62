package math

import "godotvariant/internal/marshal"

// AppendText and MarshalText of each type return the text of String, and UnmarshalText reads
// it. MarshalJSON returns canonical JSON in the shape of Godot's JSON.from_native,
// {"args":[1.0,2.5],"type":"Vector2"}, and UnmarshalJSON reads it.

// AppendText implements encoding.TextAppender: it appends what String returns.
func (v Vector2) AppendText(dst []byte) ([]byte, error) { return append(dst, v.String()...), nil }

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (v Vector2) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (v *Vector2) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, v) }

// MarshalJSON implements json.Marshaler.
func (v Vector2) MarshalJSON() ([]byte, error) { return marshal.JSON(v) }

// UnmarshalJSON implements json.Unmarshaler.
func (v *Vector2) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, v) }

// AppendText implements encoding.TextAppender: it appends what String returns.
func (v Vector2i) AppendText(dst []byte) ([]byte, error) { return append(dst, v.String()...), nil }

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (v Vector2i) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (v *Vector2i) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, v) }

// MarshalJSON implements json.Marshaler.
func (v Vector2i) MarshalJSON() ([]byte, error) { return marshal.JSON(v) }

// UnmarshalJSON implements json.Unmarshaler.
func (v *Vector2i) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, v) }

// AppendText implements encoding.TextAppender: it appends what String returns.
func (r Rect2) AppendText(dst []byte) ([]byte, error) { return append(dst, r.String()...), nil }

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (r Rect2) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (r *Rect2) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, r) }

// MarshalJSON implements json.Marshaler.
func (r Rect2) MarshalJSON() ([]byte, error) { return marshal.JSON(r) }

// UnmarshalJSON implements json.Unmarshaler.
func (r *Rect2) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, r) }

// AppendText implements encoding.TextAppender: it appends what String returns.
func (r Rect2i) AppendText(dst []byte) ([]byte, error) { return append(dst, r.String()...), nil }

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (r Rect2i) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (r *Rect2i) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, r) }

// MarshalJSON implements json.Marshaler.
func (r Rect2i) MarshalJSON() ([]byte, error) { return marshal.JSON(r) }

// UnmarshalJSON implements json.Unmarshaler.
func (r *Rect2i) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, r) }

// AppendText implements encoding.TextAppender: it appends what String returns.
func (v Vector3) AppendText(dst []byte) ([]byte, error) { return append(dst, v.String()...), nil }

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (v Vector3) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (v *Vector3) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, v) }

// MarshalJSON implements json.Marshaler.
func (v Vector3) MarshalJSON() ([]byte, error) { return marshal.JSON(v) }

// UnmarshalJSON implements json.Unmarshaler.
func (v *Vector3) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, v) }

// AppendText implements encoding.TextAppender: it appends what String returns.
func (v Vector3i) AppendText(dst []byte) ([]byte, error) { return append(dst, v.String()...), nil }

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (v Vector3i) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (v *Vector3i) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, v) }

// MarshalJSON implements json.Marshaler.
func (v Vector3i) MarshalJSON() ([]byte, error) { return marshal.JSON(v) }

// UnmarshalJSON implements json.Unmarshaler.
func (v *Vector3i) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, v) }

// AppendText implements encoding.TextAppender: it appends what String returns.
func (t Transform2D) AppendText(dst []byte) ([]byte, error) { return append(dst, t.String()...), nil }

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (t Transform2D) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (t *Transform2D) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, t) }

// MarshalJSON implements json.Marshaler.
func (t Transform2D) MarshalJSON() ([]byte, error) { return marshal.JSON(t) }

// UnmarshalJSON implements json.Unmarshaler.
func (t *Transform2D) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, t) }

// AppendText implements encoding.TextAppender: it appends what String returns.
func (v Vector4) AppendText(dst []byte) ([]byte, error) { return append(dst, v.String()...), nil }

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (v Vector4) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (v *Vector4) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, v) }

// MarshalJSON implements json.Marshaler.
func (v Vector4) MarshalJSON() ([]byte, error) { return marshal.JSON(v) }

// UnmarshalJSON implements json.Unmarshaler.
func (v *Vector4) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, v) }

// AppendText implements encoding.TextAppender: it appends what String returns.
func (v Vector4i) AppendText(dst []byte) ([]byte, error) { return append(dst, v.String()...), nil }

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (v Vector4i) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (v *Vector4i) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, v) }

// MarshalJSON implements json.Marshaler.
func (v Vector4i) MarshalJSON() ([]byte, error) { return marshal.JSON(v) }

// UnmarshalJSON implements json.Unmarshaler.
func (v *Vector4i) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, v) }

// AppendText implements encoding.TextAppender: it appends what String returns.
func (p Plane) AppendText(dst []byte) ([]byte, error) { return append(dst, p.String()...), nil }

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (p Plane) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (p *Plane) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, p) }

// MarshalJSON implements json.Marshaler.
func (p Plane) MarshalJSON() ([]byte, error) { return marshal.JSON(p) }

// UnmarshalJSON implements json.Unmarshaler.
func (p *Plane) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, p) }

// AppendText implements encoding.TextAppender: it appends what String returns.
func (q Quaternion) AppendText(dst []byte) ([]byte, error) { return append(dst, q.String()...), nil }

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (q Quaternion) MarshalText() ([]byte, error) { return []byte(q.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (q *Quaternion) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, q) }

// MarshalJSON implements json.Marshaler.
func (q Quaternion) MarshalJSON() ([]byte, error) { return marshal.JSON(q) }

// UnmarshalJSON implements json.Unmarshaler.
func (q *Quaternion) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, q) }

// AppendText implements encoding.TextAppender: it appends what String returns.
func (a AABB) AppendText(dst []byte) ([]byte, error) { return append(dst, a.String()...), nil }

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (a AABB) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (a *AABB) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, a) }

// MarshalJSON implements json.Marshaler.
func (a AABB) MarshalJSON() ([]byte, error) { return marshal.JSON(a) }

// UnmarshalJSON implements json.Unmarshaler.
func (a *AABB) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, a) }

// AppendText implements encoding.TextAppender: it appends what String returns.
func (b Basis) AppendText(dst []byte) ([]byte, error) { return append(dst, b.String()...), nil }

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (b Basis) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (b *Basis) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, b) }

// MarshalJSON implements json.Marshaler.
func (b Basis) MarshalJSON() ([]byte, error) { return marshal.JSON(b) }

// UnmarshalJSON implements json.Unmarshaler.
func (b *Basis) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, b) }

// AppendText implements encoding.TextAppender: it appends what String returns.
func (t Transform3D) AppendText(dst []byte) ([]byte, error) { return append(dst, t.String()...), nil }

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (t Transform3D) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (t *Transform3D) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, t) }

// MarshalJSON implements json.Marshaler.
func (t Transform3D) MarshalJSON() ([]byte, error) { return marshal.JSON(t) }

// UnmarshalJSON implements json.Unmarshaler.
func (t *Transform3D) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, t) }

// AppendText implements encoding.TextAppender: it appends what String returns.
func (p Projection) AppendText(dst []byte) ([]byte, error) { return append(dst, p.String()...), nil }

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (p Projection) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (p *Projection) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, p) }

// MarshalJSON implements json.Marshaler.
func (p Projection) MarshalJSON() ([]byte, error) { return marshal.JSON(p) }

// UnmarshalJSON implements json.Unmarshaler.
func (p *Projection) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, p) }

// AppendText implements encoding.TextAppender: it appends what String returns.
func (c Color) AppendText(dst []byte) ([]byte, error) { return append(dst, c.String()...), nil }

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (c Color) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (c *Color) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, c) }

// MarshalJSON implements json.Marshaler.
func (c Color) MarshalJSON() ([]byte, error) { return marshal.JSON(c) }

// UnmarshalJSON implements json.Unmarshaler.
func (c *Color) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, c) }
