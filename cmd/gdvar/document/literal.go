package document

import (
	"math/big"
	"regexp"
	"strings"

	"godotvariant/math"
	"godotvariant/variant"
)

// literals matches what GDScript has and constructor text has not, and what must not be changed.
var literals = regexp.MustCompile(strings.Join([]string{
	`[&^]?"(?:[^"\\]|\\.)*"`,                 // text
	`[&^]?'(?:[^'\\]|\\.)*'`,                 // text in single quotes
	`\b0[xX][0-9a-fA-F_]+\b`,                 // a hexadecimal number
	`\b0[bB][01_]+\b`,                        // a binary number
	`\b[0-9][0-9_]*_[0-9_]*`,                 // a number with underscores
	`\bColor\(\s*["'][^"']*["']\s*\)`,        // a named color
	`\bColor\(\s*[^(),"']+(?:,[^(),]+){2}\)`, // a color without alpha
	`\b[A-Z]\w*\.[A-Z]\w*\b`,                 // a constant of a type
	`-?\b(?:INF|NAN|PI|TAU)\b`,               // a constant
}, "|"))

// constructorText returns GDScript in the form of constructor text: "text" for 'text', 16 for 0x10,
// Vector2(0, 0) for Vector2.ZERO. What it does not know stays.
func constructorText(s string) string {
	return literals.ReplaceAllStringFunc(s, literalText)
}

func literalText(s string) string {
	switch {
	case s[0] == '"', strings.HasPrefix(s, `&"`):
		return s
	case s[0] == '^':
		return "NodePath(" + doubleQuoted(s[1:]) + ")"
	case s[0] == '&':
		return "&" + doubleQuoted(s[1:])
	case s[0] == '\'':
		return doubleQuoted(s)
	case strings.HasPrefix(s, "Color("):
		return colorText(s)
	case constants[s] != nil:
		return variant.Text(constants[s])
	}

	if name, ok := strings.CutPrefix(s, "Color."); ok {
		if c, ok := math.ColorByName(name); ok {
			return variant.Text(c)
		}
	}

	if i, ok := new(big.Int).SetString(s, 0); ok {
		return i.String()
	}

	return s
}

// doubleQuoted returns text in double quotes.
func doubleQuoted(s string) string {
	if s[0] == '"' {
		return s
	}

	inner := strings.ReplaceAll(s[1:len(s)-1], `\'`, `'`)
	return `"` + strings.ReplaceAll(inner, `"`, `\"`) + `"`
}

// colorText returns a color with all its components.
func colorText(s string) string {
	inner := strings.TrimSpace(s[len("Color(") : len(s)-1])
	if inner[0] != '"' && inner[0] != '\'' {
		return "Color(" + inner + ", 1)"
	}

	name := inner[1 : len(inner)-1]
	if c, ok := math.ColorByName(name); ok {
		return variant.Text(c)
	}

	if c, ok := math.ColorFromHTML(name); ok {
		return variant.Text(c)
	}

	return s
}

// constants are the constants of GDScript and of its types, but for those of Color.
var constants = map[string]variant.Variant{
	"INF": variant.Float(math.Inf), "-INF": variant.Float(-math.Inf),
	"NAN": variant.Float(math.Inf - math.Inf), "-NAN": variant.Float(math.Inf - math.Inf),
	"PI": variant.Float(math.Pi), "-PI": variant.Float(-math.Pi),
	"TAU": variant.Float(2 * math.Pi), "-TAU": variant.Float(-2 * math.Pi),

	"Vector2.ZERO": math.Vector2Zero, "Vector2.ONE": math.Vector2One,
	"Vector2.INF": math.Vector2Inf, "Vector2.LEFT": math.Vector2Left,
	"Vector2.RIGHT": math.Vector2Right, "Vector2.UP": math.Vector2Up,
	"Vector2.DOWN": math.Vector2Down,

	"Vector2i.ZERO": math.Vector2iZero, "Vector2i.ONE": math.Vector2iOne,
	"Vector2i.MIN": math.Vector2iMin, "Vector2i.MAX": math.Vector2iMax,
	"Vector2i.LEFT": math.Vector2iLeft, "Vector2i.RIGHT": math.Vector2iRight,
	"Vector2i.UP": math.Vector2iUp, "Vector2i.DOWN": math.Vector2iDown,

	"Vector3.ZERO": math.Vector3Zero, "Vector3.ONE": math.Vector3One,
	"Vector3.INF": math.Vector3Inf, "Vector3.LEFT": math.Vector3Left,
	"Vector3.RIGHT": math.Vector3Right, "Vector3.UP": math.Vector3Up,
	"Vector3.DOWN": math.Vector3Down, "Vector3.FORWARD": math.Vector3Forward,
	"Vector3.BACK": math.Vector3Back,

	"Vector3i.ZERO": math.Vector3iZero, "Vector3i.ONE": math.Vector3iOne,
	"Vector3i.MIN": math.Vector3iMin, "Vector3i.MAX": math.Vector3iMax,
	"Vector3i.LEFT": math.Vector3iLeft, "Vector3i.RIGHT": math.Vector3iRight,
	"Vector3i.UP": math.Vector3iUp, "Vector3i.DOWN": math.Vector3iDown,
	"Vector3i.FORWARD": math.Vector3iForward, "Vector3i.BACK": math.Vector3iBack,

	"Vector4.ZERO": math.Vector4Zero, "Vector4.ONE": math.Vector4One,
	"Vector4.INF": math.Vector4Inf,

	"Vector4i.ZERO": math.Vector4iZero, "Vector4i.ONE": math.Vector4iOne,
	"Vector4i.MIN": math.Vector4iMin, "Vector4i.MAX": math.Vector4iMax,

	"Quaternion.IDENTITY": math.QuaternionIdentity,
	"Quat.IDENTITY":       math.QuaternionIdentity,
}
