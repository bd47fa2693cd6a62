// Package token has the words of Godot's constructor text, Vector2(1, 2.5), and of canonical JSON,
// {"args":[1.0,2.5],"type":"Vector2"}: names, brackets, numbers, quoted strings and lists of
// arguments. It does not build values. Package variant prints values and reads scalars, and
// codec/internal/parse reads values of all types.
package token
